/** The element id of the field `name`; the error summary's links lead to it. */
export function fieldId(name: string): string {
  return `field-${name}`;
}

/** What describes a field: its hint, its counter and its error, where there are any. */
export function describedBy(id: string, hint: unknown, error: unknown, max?: number): string | undefined {
  return [hint && `${id}-hint`, max && `${id}-count`, error && `${id}-error`].filter(Boolean).join(" ") || undefined;
}
