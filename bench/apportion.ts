/**
 * Divides `count` in the proportions of `weights`, by the largest remainders: the parts are whole, sum up to `count`
 * exactly, and none is further than one from its exact share. The same input always gives the same parts.
 */
export function apportion(weights: readonly number[], count: number): number[] {
  const total = BigInt(weights.reduce((sum, weight) => sum + weight, 0));
  if (total === 0n) throw new RangeError("There is nothing to divide by");
  const shares = weights.map((weight, index) => {
    const exact = BigInt(weight) * BigInt(count);
    return { index, part: exact / total, remainder: exact % total };
  });
  const given = shares.reduce((sum, { part }) => sum + part, 0n);
  const byRemainder = [...shares].sort((a, b) => Number(b.remainder - a.remainder) || a.index - b.index);
  for (const share of byRemainder.slice(0, Number(BigInt(count) - given))) share.part += 1n;
  return shares.map(({ part }) => Number(part));
}
