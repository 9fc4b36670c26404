/** Whether a form's values differ from others, as JSON has them. */
export const isDirty = (values: object, pristine: object): boolean =>
  JSON.stringify(values) !== JSON.stringify(pristine);
