/**
 * Runs before the first paint, so that the chosen theme never flashes. It stands in the page as it is written here:
 * the page's policy allows it by its hash, so every change of a character changes the policy too.
 */
export const themeScript =
  'try{var t=localStorage.getItem("theme");if(t==="light"||t==="dark")document.documentElement.dataset.theme=t}catch(e){}';
