/** The least length of a checked name: shorter ones are too similar to other programs' variables. */
const LENGTH_MIN = 7;

/**
 * Returns a sentence for each environment variable whose name differs from a setting's by one missing, added or
 * replaced character, or by two swapped ones. Without it, such a setting would be ignored silently. It is only a
 * warning, because other programs have variables, too.
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
