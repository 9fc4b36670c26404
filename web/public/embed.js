/* Gives each embedded survey of this page the height of what it shows. */
(() => {
  const { origin } = new URL(document.currentScript.src);
  addEventListener("message", ({ origin: sender, source, data }) => {
    const height = data?.surveyAppHeight;
    if (sender !== origin || !(height > 0 && height < 5000)) return;
    for (const frame of document.querySelectorAll("iframe")) if (frame.contentWindow === source) frame.height = height;
  });
})();
