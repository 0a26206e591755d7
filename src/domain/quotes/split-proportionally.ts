/**
 * Divides `whole` over `amounts` in whole numbers that add up to it: each is rounded down, and the rest goes one by one
 * to those with the largest remainders. All zero if the amounts are.
 * @param whole 100 for percent, 10_000 for basis points
 */
export function splitProportionally(amounts: readonly bigint[], whole: number): readonly number[] {
  const total = amounts.reduce((sum, amount) => sum + amount, 0n)
  if (total === 0n) return amounts.map(() => 0)

  const floors = amounts.map((amount) => Number((amount * BigInt(whole)) / total))
  const left = whole - floors.reduce((sum, part) => sum + part, 0)
  const losers = amounts
    .map((amount, i) => ({ i, lost: (amount * BigInt(whole)) % total }))
    .sort((a, b) => (a.lost === b.lost ? a.i - b.i : a.lost < b.lost ? 1 : -1))
    .slice(0, left)
  const raised = new Set(losers.map(({ i }) => i))
  return floors.map((part, i) => part + (raised.has(i) ? 1 : 0))
}
