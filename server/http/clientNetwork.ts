/**
 * Whose limits an address shares, and counts against. Of IPv6 that is the network (/64) that a single customer is given:
 * whoever has one could take a new address of it for every try. An IPv4 address stands for itself, however it is written.
 * @param address as `request.ip` has it
 */
export function clientNetworkOf(address: string): string {
  if (!address.includes(":")) return address;
  const [, ipv4] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  return ipv4 ?? prefixOf(address, 4);
}

/** The IPv6 site (/48) that an address is in, the most that a customer is usually given; null for IPv4. */
export function siteOf(address: string): string | null {
  return clientNetworkOf(address).includes(":") ? prefixOf(address, 3) : null;
}

/** The first groups of an IPv6 address. */
function prefixOf(address: string, groups: number): string {
  // "::" stands for as many groups of zeros as are missing.
  const [before = "", after = ""] = address.split("::");
  const [first, last] = [before, after].map((groups) => groups.split(":").filter(Boolean)) as [string[], string[]];
  const missing = Array<string>(Math.max(0, 8 - first.length - last.length)).fill("0");
  const network = [...first, ...missing, ...last]
    .slice(0, groups)
    .map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(":")}::/${groups * 16}`;
}
