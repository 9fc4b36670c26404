/** The element id of field `name`; the error summary links to it. */
export function fieldId(name: string): string {
  return `field-${name}`;
}

/** `aria-describedby` of a field: its hint, counter and error, where present. */
export function describedBy(id: string, hint: unknown, error: unknown, max?: number): string | undefined {
  return [hint && `${id}-hint`, max && `${id}-count`, error && `${id}-error`].filter(Boolean).join(" ") || undefined;
}
