/*
 * Punycode (RFC 3492), which domains use for letters outside ASCII. Browsers encode it in URLs, but can't decode it;
 * `node:url` isn't in browsers, and the package `punycode` also encodes.
 */
const BASE = 36;
const T_MIN = 1;
const T_MAX = 26;
const SKEW = 38;
const DAMP = 700;
const FIRST_BIAS = 72;
const FIRST_CODE_POINT = 0x80;
const LAST_CODE_POINT = 0x10ffff;

/** Decodes a label without its `xn--`; null if it isn't Punycode. */
export function decodePunycode(encoded: string): string | null {
  const end = encoded.lastIndexOf("-");
  const decoded = [...encoded.slice(0, Math.max(0, end))];
  let [codePoint, index, bias] = [FIRST_CODE_POINT, 0, FIRST_BIAS];
  for (let position = end + 1; position < encoded.length; ) {
    const before = index;
    let weight = 1;
    for (let k = BASE; ; k += BASE) {
      const digit = "abcdefghijklmnopqrstuvwxyz0123456789".indexOf(encoded.charAt(position++) || "-");
      if (digit < 0) return null;
      index += digit * weight;
      const threshold = Math.min(T_MAX, Math.max(T_MIN, k - bias));
      if (digit < threshold) break;
      weight *= BASE - threshold;
      if (weight > LAST_CODE_POINT * BASE) return null;
    }
    const length = decoded.length + 1;
    bias = adapt(index - before, length, before === 0);
    codePoint += Math.floor(index / length);
    if (codePoint > LAST_CODE_POINT) return null;
    index %= length;
    decoded.splice(index++, 0, String.fromCodePoint(codePoint));
  }
  return decoded.join("");
}

function adapt(delta: number, length: number, isFirst: boolean): number {
  let left = Math.floor(delta / (isFirst ? DAMP : 2));
  left += Math.floor(left / length);
  let k = 0;
  for (; left > ((BASE - T_MIN) * T_MAX) / 2; k += BASE) left = Math.floor(left / (BASE - T_MIN));
  return k + Math.floor(((BASE - T_MIN + 1) * left) / (left + SKEW));
}
