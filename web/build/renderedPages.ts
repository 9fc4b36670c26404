import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { SOURCE_LANGUAGE } from "@survey-app/texts/languages.ts";
import type { Plugin, ViteDevServer } from "vite";

/** The requests that Vite answers: for its own modules, packages, and source files. */
const VITES = String.raw`/@|/node_modules/|[^?]*\.(tsx?|css|woff2)(\?|$)`;
/** The scripts and the style sheet of the built app, in its pages. */
const BUILT =
  /<link rel="(stylesheet|modulepreload|preload)" href="\/assets\/[^>]+>|<script [^>]*src="\/assets\/[^"]+\/entry\.client\.js"[^>]*><\/script>/g;
const SOURCE = '<script type="module" src="/app/entry.client.tsx"></script>';

/**
 * Passes every request on that Vite doesn't answer, and has the pages load the app's sources in place of its built
 * files. Pages in other languages keep the built files, because the sources only have texts in the source language.
 * @param target the URL of our server
 */
export function renderedPages(target: string): Plugin {
  let vite: ViteDevServer | undefined;

  async function pass(answer: IncomingMessage, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const headers = { ...answer.headers };
    const isPage = /^text\/html/.test(headers["content-type"] ?? "");
    const html = isPage ? await text(answer) : "";
    const isOfApp = html.includes("/entry.client.js") && html.includes(`lang="${SOURCE_LANGUAGE}"`);
    if (isOfApp) {
      // It allows neither Vite's scripts nor its connection. A later "not modified" would bring it back.
      delete headers["content-security-policy"];
      delete headers.etag;
    }
    if (isPage) delete headers["content-length"];
    response.writeHead(answer.statusCode ?? 502, headers);
    if (!isPage) answer.pipe(response);
    else response.end(isOfApp ? await vite?.transformIndexHtml(request.url ?? "/", withSources(html)) : html);
  }

  return {
    name: "rendered-pages",
    config: () => ({
      server: {
        proxy: {
          [`^(?!${VITES})`]: {
            target,
            selfHandleResponse: true,
            headers: { "accept-encoding": "identity" },
            configure: (proxy) =>
              proxy.on("proxyRes", (answer, request, response) => {
                pass(answer, request, response).catch((error) => response.destroy(error));
              }),
          },
        },
      },
    }),
    configureServer(server) {
      vite = server;
    },
  };
}

const withSources = (html: string): string => html.replaceAll(BUILT, "").replace("</head>", `${SOURCE}</head>`);
