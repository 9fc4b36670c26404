/**
 * Divides `count` in proportion to `weights` by the largest-remainder method: the results are integers that sum to `count`, each
 * within one of its exact share. Deterministic.
 */
export function apportion(weights: readonly number[], count: number): number[] {
  const total = BigInt(weights.reduce((sum, weight) => sum + weight, 0));
  if (total === 0n) throw new RangeError("There is nothing to divide by");
  const shares = weights.map((weight, index) => {
    const exact = BigInt(weight) * BigInt(count);
    return { index, part: exact / total, remainder: exact % total };
  });
  const assigned = shares.reduce((sum, { part }) => sum + part, 0n);
  const byRemainder = [...shares].sort((a, b) => Number(b.remainder - a.remainder) || a.index - b.index);
  for (const share of byRemainder.slice(0, Number(BigInt(count) - assigned))) share.part += 1n;
  return shares.map(({ part }) => Number(part));
}
