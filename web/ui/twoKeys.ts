/**
 * Lets people act with two keys, Tab and Space, as one switch, a pedal or a sip-and-puff tube sends them: Tab stops at
 * every answer of a question, where browsers need arrow keys, and Space presses links that look like buttons. A menu
 * that Tab leaves closes, because it would cover what comes next. Everything else is as browsers have it.
 */

/** The links that look like buttons. In running text Space scrolls, as people expect it to. */
const BUTTON_LINKS = "a[data-button], a.menu-entry";

/** The answers at which Tab no longer needs to stop before it leaves their question. */
const passed = new Set<HTMLInputElement>();

const isRadio = (target: EventTarget | null): target is HTMLInputElement =>
  target instanceof HTMLInputElement && target.type === "radio";

const groupOf = ({ form, name }: HTMLInputElement) =>
  [...(form ?? document).querySelectorAll<HTMLInputElement>("input[type=radio]:enabled")].filter(
    (each) => each.form === form && each.name === name,
  );

/**
 * Moves on to the next answer at which Tab has not stopped since it came to the question, from the last one to the
 * first.
 */
function goToNextAnswer(event: KeyboardEvent, from: HTMLInputElement): void {
  const group = groupOf(from);
  const index = group.indexOf(from);
  const next = [...group.slice(index + 1), ...group.slice(0, index)].find((each) => !passed.has(each));
  next?.focus();
  if (document.activeElement === next) event.preventDefault();
}

addEventListener("focusin", ({ target, relatedTarget: before }) => {
  const menu = document.querySelector<HTMLElement>("[popover]:popover-open");
  if (menu && before instanceof Node && menu.contains(before) && !menu.contains(target as Node)) menu.hidePopover();
});
addEventListener("focusin", ({ target, relatedTarget }) => {
  if (!isRadio(target)) return;
  if (!isRadio(relatedTarget) || !groupOf(target).includes(relatedTarget)) passed.clear();
  passed.add(target);
});
// After picking an answer, people go on with the next Tab.
addEventListener("change", ({ target }) => {
  if (isRadio(target)) for (const each of groupOf(target)) passed.add(each);
});
addEventListener("keydown", (event) => {
  const { key, target, repeat } = event;
  if (event.defaultPrevented || event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return;
  if (key === "Tab" && isRadio(target)) goToNextAnswer(event, target);
  if (key === " " && target instanceof HTMLElement && target.matches(BUTTON_LINKS)) {
    event.preventDefault();
    if (!repeat) target.click();
  }
});
