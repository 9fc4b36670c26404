/** Whether a form's values differ from others, compared as JSON. */
export const isDirty = (values: object, pristine: object): boolean =>
  JSON.stringify(values) !== JSON.stringify(pristine);
