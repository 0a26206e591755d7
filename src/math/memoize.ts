/** A pure function of a number that computes each of its values once. Keeps them as long as it lives. */
export function memoize<T>(compute: (x: number) => T): (x: number) => T {
  const known = new Map<number, { readonly value: T }>()
  return (x) => {
    const found = known.get(x) ?? { value: compute(x) }
    known.set(x, found)
    return found.value
  }
}

/** A pure function of an object that never changes: computes each of its values once, as long as the object lives. */
export function memoizeByObject<K extends object, T>(compute: (of: K) => T): (of: K) => T {
  const known = new WeakMap<K, { readonly value: T }>()
  return (of) => {
    let found = known.get(of)
    if (found === undefined) {
      found = { value: compute(of) }
      known.set(of, found)
    }
    return found.value
  }
}
