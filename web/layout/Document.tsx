import type { ReactNode } from "react";
import type { Assets } from "../api/state.ts";
import { themeScript } from "./themeScript.ts";

interface DocumentProps {
  assets: Assets;
  /** The page's state as JSON text, from which the browser hydrates. */
  state: string;
  children: ReactNode;
}

/** The whole HTML document, rendered identically by server and browser. */
export function Document({ assets, state, children }: DocumentProps) {
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <script suppressHydrationWarning>{themeScript}</script>
        <link rel="stylesheet" href={assets.style} />
        {assets.preloads.map((href) => (
          <link key={href} rel="modulepreload" href={href} />
        ))}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/icons/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        {/* `--color-ground` of styles.css, for the browser's own bars. */}
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#faf9f6" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0e1313" />
      </head>
      <body>
        {children}
        <script type="application/json" id="state" suppressHydrationWarning>
          {state}
        </script>
        <script type="module" src={assets.script} />
      </body>
    </html>
  );
}
