/** An HTTP client that keeps cookies and follows redirects, as a browser does. It does not parse pages. */
export class Browser {
  readonly cookies = new Map<string, { value: string; path: string }>();
  /** Every URL that it was redirected to. */
  readonly went: string[] = [];
  readonly #headers: Record<string, string>;

  /** @param headers that it sends with every request */
  constructor(headers: Record<string, string> = {}) {
    this.#headers = headers;
  }

  /** Requests `address` and follows redirects until a page, or until a redirect leads to a URL that matches `until`. */
  async go(
    address: string,
    { form, until }: { form?: Record<string, string>; until?: RegExp } = {},
  ): Promise<Response> {
    let response = await this.ask(address, form);
    let current = address;
    for (let hops = 0; response.status >= 300 && response.status < 400; hops++) {
      if (hops > 10) throw new Error(`Sent around without an end: ${this.went.join(" → ")}`);
      current = new URL(response.headers.get("location") ?? "", current).href;
      this.went.push(current);
      if (until?.test(current)) return response;
      response = await this.ask(current);
    }
    return response;
  }

  /** Sends one request without following redirects. */
  ask(address: string, form?: Record<string, string>): Promise<Response> {
    return this.send(address, form && { method: "POST", body: new URLSearchParams(form) });
  }

  /** Sends any request, without following redirects. */
  async send(address: string, init: RequestInit = {}): Promise<Response> {
    const { pathname } = new URL(address);
    const sent = [...this.cookies].filter(([, { path }]) => pathname.startsWith(path));
    const headers = new Headers({ ...this.#headers, ...Object.fromEntries(new Headers(init.headers)) });
    headers.set("cookie", sent.map(([name, { value }]) => `${name}=${value}`).join("; "));
    const response = await fetch(address, { redirect: "manual", ...init, headers });
    for (const cookie of response.headers.getSetCookie()) this.#keep(cookie);
    return response;
  }

  #keep(cookie: string): void {
    const [pair = "", ...attributes] = cookie.split("; ");
    const name = pair.slice(0, pair.indexOf("="));
    const value = pair.slice(name.length + 1);
    const isOver = attributes.some((each) => /^max-age=0$/i.test(each) || /^expires=.*19[67]\d/i.test(each));
    const path = attributes.find((each) => /^path=/i.test(each))?.slice(5) ?? "/";
    if (isOver) this.cookies.delete(name);
    else this.cookies.set(name, { value, path });
  }
}

export { freePort } from "../../tools/port.ts";
