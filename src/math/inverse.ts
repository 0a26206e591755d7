import { f64 } from './typed.ts'

/**
 * Inverts a symmetric positive definite matrix in place, by Gauss and Jordan without pivoting.
 * @param a n × n, by row
 * @returns false if it is not positive definite
 */
export function invert(a: Float64Array, n: number): boolean {
  for (let k = 0; k < n; k += 1) {
    const pivot = f64(a, k * n + k)
    if (!(pivot > 0)) return false
    const factor = 1 / pivot
    a[k * n + k] = 1
    for (let j = 0; j < n; j += 1) a[k * n + j] = f64(a, k * n + j) * factor
    for (let i = 0; i < n; i += 1) {
      const part = f64(a, i * n + k)
      if (i === k || part === 0) continue
      a[i * n + k] = 0
      for (let j = 0; j < n; j += 1) a[i * n + j] = f64(a, i * n + j) - part * f64(a, k * n + j)
    }
  }
  return true
}
