import { BlockList, isIPv4 } from "node:net";

/**
 * Networks that aren't part of the public internet (IANA's special-purpose registries), or that lead back into ours.
 */
const SPECIAL_IPV4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  // Multicast, reserved and broadcast.
  "224.0.0.0/3",
];
/**
 * Of IPv6 only this is assigned for the public internet: IPv4-mapped, unique-local, link-local, NAT64 and others lie
 * outside.
 */
const GLOBAL_IPV6 = "2000::/3";
/** Teredo and other protocol assignments, documentation, and 6to4, which contains IPv4 addresses. */
const SPECIAL_IPV6 = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"];

const special = new BlockList();
const globalIpv6 = new BlockList();
for (const network of SPECIAL_IPV4) add(special, network, "ipv4");
for (const network of SPECIAL_IPV6) add(special, network, "ipv6");
add(globalIpv6, GLOBAL_IPV6, "ipv6");

function add(list: BlockList, network: string, family: "ipv4" | "ipv6"): void {
  const [address = "", bits] = network.split("/");
  list.addSubnet(address, Number(bits), family);
}

/**
 * Whether an IP address is of the public internet. Our own network must not be reachable through a URL that a user
 * enters.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !special.check(address, "ipv4");
  return globalIpv6.check(address, "ipv6") && !special.check(address, "ipv6");
}
