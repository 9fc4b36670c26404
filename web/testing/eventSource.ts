/** Delay before a stream that has ended is opened again, in ms; browsers wait for seconds. */
const RETRY_MS = 50;

interface Message {
  data: string;
}

/**
 * An `EventSource` for pages of the site at `origin`, over a real connection; happy-dom doesn't have one.
 * @returns the class, and a function that closes all streams
 */
export function createEventSource(origin: string) {
  const open = new Set<EventSourceOfPage>();

  class EventSourceOfPage {
    static readonly CLOSED = 2;
    readyState = 0;
    onopen = () => {};
    onmessage = (_: Message) => {};
    onerror = () => {};
    readonly #named = new Map<string, (message: Message) => void>();
    readonly #closing = new AbortController();
    readonly #url: string;

    constructor(url: string) {
      this.#url = new URL(url, origin).href;
      open.add(this);
      void this.#follow();
    }

    addEventListener(type: string, listener: (message: Message) => void): void {
      this.#named.set(type, listener);
    }

    close(): void {
      this.readyState = EventSourceOfPage.CLOSED;
      open.delete(this);
      this.#closing.abort();
    }

    async #follow(): Promise<void> {
      while (this.readyState !== EventSourceOfPage.CLOSED) {
        await this.#read().catch(() => {});
        if (this.#closing.signal.aborted) return;
        this.onerror();
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }

    /** Reads until the stream ends. */
    async #read(): Promise<void> {
      this.readyState = 0;
      const response = await fetch(this.#url, { signal: this.#closing.signal });
      // Browsers don't try again after a response that is not a stream.
      if (!response.ok || !response.body) this.readyState = EventSourceOfPage.CLOSED;
      else {
        this.readyState = 1;
        this.onopen();
        let text = "";
        for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
          const blocks = (text + chunk).split("\n\n");
          text = blocks.pop() ?? "";
          for (const block of blocks) this.#dispatch(block);
        }
      }
    }

    #dispatch(block: string): void {
      const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, "m").exec(block)?.[1];
      const data = field("data");
      const type = field("event");
      if (data !== undefined) (type ? this.#named.get(type) : this.onmessage)?.({ data });
    }
  }

  const closeAll = () => {
    for (const stream of open) stream.close();
  };
  return { EventSource: EventSourceOfPage, closeAll };
}
