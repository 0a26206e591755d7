/** The square root, rounded down. @param n 0 or more */
export function squareRoot(n: bigint): bigint {
  if (n < 2n) return n
  let root = 1n << BigInt(Math.ceil(n.toString(2).length / 2))
  for (let next = (root + n / root) >> 1n; next < root; next = (root + n / root) >> 1n) root = next
  return root
}
