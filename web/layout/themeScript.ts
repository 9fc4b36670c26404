/**
 * Runs before the first paint, so that neither the wrong theme, the wrong text size nor "Page not found" flashes for a signed-in user who
 * may see the page (`MissingForVisitors`), nor the visitor's view of a survey for a person with an opened invitation
 * (`web/votes/openedInvitation.ts`). The text is inlined exactly as written here: the content security policy
 * allows it by its hash, so every changed character changes the policy.
 */
export const themeScript =
  'try{var t=localStorage.getItem("theme");if(t==="light"||t==="dark")document.documentElement.dataset.theme=t;var s=localStorage.getItem("text-size");if(s)document.documentElement.dataset.textSize=s;if(localStorage.getItem("access-token"))document.documentElement.dataset.token="";if(sessionStorage.getItem("invitation:"+location.pathname.split("/").pop()))document.documentElement.dataset.invited=""}catch(e){}';
