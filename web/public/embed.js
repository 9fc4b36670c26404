/* Gives each embedded survey of this page the height of what it shows. */
(() => {
  const { origin } = new URL(document.currentScript.src);
  const frames = () => document.querySelectorAll("iframe");
  addEventListener("message", ({ origin: sender, source, data }) => {
    const height = data?.surveyAppHeight;
    if (sender !== origin || !(height > 0 && height < 5000)) return;
    for (const frame of frames()) if (frame.contentWindow === source) frame.height = height;
  });
  /* Those that were there before this script have sent theirs already. */
  for (const frame of frames())
    if (frame.src.startsWith(`${origin}/embed/`)) frame.contentWindow.postMessage("surveyAppHeight", "*");
})();
