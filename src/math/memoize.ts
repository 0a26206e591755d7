/** A pure function of a number that computes each of its values once. Keeps them as long as it lives. */
export function memoize<T>(compute: (x: number) => T): (x: number) => T {
  const known = new Map<number, { readonly value: T }>()
  return (x) => {
    const found = known.get(x) ?? { value: compute(x) }
    known.set(x, found)
    return found.value
  }
}
