/**
 * Runs before the first paint, so that the chosen theme never flashes, and no "Page not found" where somebody signed in
 * may find the page (`MissingForVisitors`). It stands in the page as it is written here:
 * the page's policy allows it by its hash, so every change of a character changes the policy too.
 */
export const themeScript =
  'try{var t=localStorage.getItem("theme");if(t==="light"||t==="dark")document.documentElement.dataset.theme=t;if(localStorage.getItem("access-token"))document.documentElement.dataset.token=""}catch(e){}';
