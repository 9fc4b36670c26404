import * as frameTexts from "@survey-app/texts/frameTexts.ts";
import { themeScript } from "./themeScript.ts";

interface DocumentHeadProps {
  /** The rules of the site's own accent color; "" without one. */
  siteStyle: string;
  style: string;
  /** Loaded immediately: the style sheet (`fonts.css`) waits 100 ms for it and then does without. */
  font: string;
  /** The chunks that the page needs. */
  preloads: readonly string[];
  /** The page's data for search engines, as JSON; null for none. Browsers don't run it. */
  data: string | null;
}

export function DocumentHead({ siteStyle, style, font, preloads, data }: DocumentHeadProps) {
  return (
    <>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <script>{themeScript}</script>
      <link rel="stylesheet" href={style} />
      {siteStyle && <style>{siteStyle}</style>}
      <link rel="preload" href={font} as="font" type="font/woff2" crossOrigin="anonymous" />
      {/* Low: on a slow network the style sheet and the first picture must not share the bandwidth with scripts. */}
      {preloads.map((href) => (
        <link key={href} rel="modulepreload" href={href} fetchPriority="low" />
      ))}
      {data !== null && <script type="application/ld+json">{data}</script>}
      <link rel="alternate" type="application/atom+xml" href="/feed.atom" title={frameTexts.feed} />
      <link rel="alternate" type="application/feed+json" href="/feed.json" title={frameTexts.feed} />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/icons/apple-touch-icon.png" />
      <link rel="manifest" href="/manifest.webmanifest" />
      {/* `--color-ground` of styles.css, for the browser's own bars. */}
      <meta name="theme-color" media="(prefers-color-scheme: light)" content="#faf9f6" />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0e1313" />
    </>
  );
}
