import { themeScript } from "./themeScript.ts";

interface DocumentHeadProps {
  style: string;
  /** The chunks that the page needs. */
  preloads: readonly string[];
}

export function DocumentHead({ style, preloads }: DocumentHeadProps) {
  return (
    <>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <script>{themeScript}</script>
      <link rel="stylesheet" href={style} />
      {/* Low: on a slow network the style sheet and the first picture must not share the bandwidth with scripts. */}
      {preloads.map((href) => (
        <link key={href} rel="modulepreload" href={href} fetchPriority="low" />
      ))}
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/icons/apple-touch-icon.png" />
      <link rel="manifest" href="/manifest.webmanifest" />
      {/* `--color-ground` of styles.css, for the browser's own bars. */}
      <meta name="theme-color" media="(prefers-color-scheme: light)" content="#faf9f6" />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0e1313" />
    </>
  );
}
