import Bowser from "bowser";

/** The kind of device that a `User-Agent` header tells of: "Chrome on Windows". */
export function deviceOf(userAgent: string | null | undefined): string {
  if (!userAgent) return "Unknown device";
  const { browser, os } = Bowser.parse(userAgent.slice(0, 500));
  if (!browser.name && !os.name) return "Unknown device";
  return `${browser.name ?? "A browser"}${os.name ? ` on ${os.name}` : ""}`;
}
