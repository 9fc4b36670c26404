/** A phone's options of the browser: for the tests of layouts, `test.use(phone)`, and nightly for all tagged `@phone`. */
export const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };
