/**
 * Returns the network that limits count for a client address. For IPv6 that is the /64 network, the least that a single
 * customer is given: an attacker who has one could use a new address of it for every attempt. For IPv4 it is the
 * address itself, even when it is written as an IPv4-mapped IPv6 address.
 * @param address as in `request.ip`
 */
export function clientNetworkOf(address: string): string {
  if (!address.includes(":")) return address;
  const [, ipv4] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  return ipv4 ?? prefixOf(address, 4);
}

/** Returns the IPv6 site (/48) of an address, the most that a customer is usually given; null for IPv4. */
export function siteOf(address: string): string | null {
  return clientNetworkOf(address).includes(":") ? prefixOf(address, 3) : null;
}

/**
 * Returns the network that votes without an account are counted for: a neighborhood of addresses, because one person
 * can get several. For IPv4 that is the /24 network, for IPv6 the site.
 */
export function voteNetworkOf(address: string): string {
  return siteOf(address) ?? clientNetworkOf(address).replace(/\d+$/, "0/24");
}

/** Returns the first `groups` groups of an IPv6 address, as a prefix. */
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
