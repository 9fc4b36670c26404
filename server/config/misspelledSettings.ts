/** Shorter names are too close to those of other programs. */
const LENGTH_MIN = 7;

/**
 * A sentence for each environment variable whose name is nearly that of a setting: with one character missing, added or replaced, or
 * two swapped. Such a setting would be ignored without a word. It only warns, because other programs have variables, too.
 * @param given the names of the variables that are set
 */
export function misspelledSettings(given: readonly string[], settings: readonly string[]): string[] {
  const known = new Set(settings);
  return given.flatMap((name) => {
    if (known.has(name) || name.length < LENGTH_MIN) return [];
    const meant = settings.find((setting) => !given.includes(setting) && isNearly(name, setting));
    return meant === undefined ? [] : [`${name} is no setting and is ignored. Did you mean ${meant}?`];
  });
}

function isNearly(name: string, setting: string): boolean {
  if (setting.length < LENGTH_MIN || Math.abs(name.length - setting.length) > 1) return false;
  const differs = [...name].findIndex((letter, index) => letter !== setting[index]);
  const index = differs < 0 ? name.length : differs;
  const [rest, wanted] = [name.slice(index), setting.slice(index)];
  const isSwapped =
    rest.slice(0, 2) === [...wanted.slice(0, 2)].reverse().join("") && rest.slice(2) === wanted.slice(2);
  return isSwapped || rest.slice(1) === wanted.slice(1) || rest.slice(1) === wanted || rest === wanted.slice(1);
}
