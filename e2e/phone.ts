/**
 * A phone's browser options: for tests of layouts with `test.use(phone)`, and nightly for all tests tagged `@phone`.
 */
export const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };
