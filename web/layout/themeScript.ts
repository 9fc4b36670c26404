/**
 * Runs before the first paint, so that neither the wrong theme, the wrong text size nor "Page not found" flashes for a
 * signed-in user who may see the page (`MissingForVisitors`), nor the visitor's view of a survey for a person with an
 * opened invitation (`web/votes/openedInvitation.ts`), nor the form for a person who has voted by open link and reloads
 * (`web/linkVoting/voteForm.ts`). It also keeps the button that is pressed, or would be by Enter in a field, before the
 * scripts come (`deferredOnUse.ts`), and shows another site's image once it has loaded, long before the page's scripts
 * know it (`Picture`). The text is inlined exactly as written here: the content security policy allows it by its hash,
 * so every changed character changes the policy.
 */
export const themeScript =
  'try{var t=localStorage.getItem("theme");if(t==="light"||t==="dark")document.documentElement.dataset.theme=t;var s=localStorage.getItem("text-size");if(s)document.documentElement.dataset.textSize=s;if(localStorage.getItem("access-token"))document.documentElement.dataset.token="";var i=location.pathname.split("/").pop();if(sessionStorage.getItem("invitation:"+i))document.documentElement.dataset.invited="";if(sessionStorage.getItem("cast:"+i))document.documentElement.dataset.cast=""}catch(e){}addEventListener("pointerup",function(e){window.earlyPress=!e.button&&e.target.closest("[data-waiting]")||window.earlyPress},true);addEventListener("keydown",function(e){window.earlyPress=e.key==="Enter"&&e.target.matches("form input")&&e.target.form.querySelector("[type=submit][data-waiting]")||window.earlyPress},true);document.addEventListener("load",function(e){e.target.classList.remove("opacity-0")},true);';
