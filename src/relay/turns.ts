/** The `count` items after those of the round before. */
export const takeTurn = <T>(items: readonly T[], count: number, round: number): readonly T[] => {
  const first = items.length === 0 ? 0 : (round * count) % items.length
  return [...items.slice(first), ...items.slice(0, first)].slice(0, count)
}
