/** After this time without a sign of use a page loads its deferred parts, in ms: screen readers give no sign while they read. */
export const DEFERRED_AFTER_MS = 3000;
