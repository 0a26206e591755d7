import { f64 } from './typed.ts'

/** Smaller pivots are raised to this: the systems here are positive semidefinite, some only just. */
const minPivot = 1e-300

/**
 * Solves A x = b in place for a symmetric positive definite matrix.
 * @param a row by row, n × n; its lower triangle is read and overwritten by the factor
 * @param b becomes x
 */
export function solveCholesky(a: Float64Array, n: number, b: Float64Array): void {
  factorize(a, n)
  for (let i = 0; i < n; i += 1) {
    let value = f64(b, i)
    for (let k = 0; k < i; k += 1) value -= f64(a, i * n + k) * f64(b, k)
    b[i] = value / f64(a, i * n + i)
  }
  for (let i = n - 1; i >= 0; i -= 1) {
    let value = f64(b, i)
    for (let k = i + 1; k < n; k += 1) value -= f64(a, k * n + i) * f64(b, k)
    b[i] = value / f64(a, i * n + i)
  }
}

function factorize(a: Float64Array, n: number): void {
  for (let j = 0; j < n; j += 1) {
    let pivot = f64(a, j * n + j)
    for (let k = 0; k < j; k += 1) pivot -= f64(a, j * n + k) ** 2
    const root = Math.sqrt(Math.max(pivot, minPivot))
    a[j * n + j] = root
    for (let i = j + 1; i < n; i += 1) {
      let value = f64(a, i * n + j)
      for (let k = 0; k < j; k += 1) value -= f64(a, i * n + k) * f64(a, j * n + k)
      a[i * n + j] = value / root
    }
  }
}
