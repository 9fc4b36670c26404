import type { TestApp } from "./testApp.ts";

/** Gets the HTML that the server sends for an address to a browser whose reader prefers a language. */
export async function htmlIn({ app }: TestApp, url: string, language: string): Promise<string> {
  return (await app.inject({ url, headers: { accept: "text/html", "accept-language": language } })).payload;
}
