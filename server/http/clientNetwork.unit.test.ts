import { expect, test } from "vitest";
import { clientNetworkOf, siteOf } from "./clientNetwork.ts";

// Security: H10
test.each([
  ["192.0.2.1", "192.0.2.1"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:DB8:0001:2:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64"],
  ["2001:db8:1:2::1", "2001:db8:1:2::/64"],
  ["2001:db8:1:3::1", "2001:db8:1:3::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["2001:db8::5:6:7:8", "2001:db8:0:0::/64"],
  ["2001:db8::4:5:6:7:8", "2001:db8:0:4::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
])("%s counts as %s", (address, counted) => expect(clientNetworkOf(address)).toBe(counted));

test.each([
  ["192.0.2.1", null],
  ["::ffff:192.0.2.1", null],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"],
  ["2001:DB8:0001:ffff::1", "2001:db8:1::/48"],
  ["2001:db8::1", "2001:db8:0::/48"],
])("%s belongs to the site %s", (address, site) => expect(siteOf(address)).toBe(site));
