/** Whether two states of a pool are equal. States are plain data: bigints, numbers, strings, lists and records. */
export function isSameState(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  const [left, right] = [Object.entries(a), Object.entries(b)]
  return (
    Array.isArray(a) === Array.isArray(b) &&
    left.length === right.length &&
    left.every(([key, value], i) => key === right[i]?.[0] && isSameState(value, right[i][1]))
  )
}
