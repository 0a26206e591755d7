/** The same invariant in floats, for the search: what a trade between two balances gives, without a subtraction that cancels. */
import { type Amplification, stableInvariant } from './stable-swap.ts'

/**
 * With D and all other balances fixed, y² + (S + D/Ann − D) y = c with c falling as 1/x. Subtracted from itself after the
 * trade, that is a quadratic in what y loses, dy² − B dy + C = 0.
 * @param balances of one precision, each above 0
 * @returns what `to` gives for what is paid to `from`, the fee aside, in that precision
 */
export function stableCurve(
  balances: readonly bigint[],
  { from, to }: { readonly from: number; readonly to: number },
  amplification: Amplification,
): (paid: number) => number {
  const n = balances.length
  const d = Number(stableInvariant(balances, amplification))
  const ann = (Number(amplification.a) * n) / Number(amplification.precision)
  const floats = balances.map(Number)
  const [x, y] = [floats[from] ?? 0, floats[to] ?? 0]
  const others = floats.filter((_, i) => i !== to)
  const b = others.reduce((sum, one) => sum + one, d / ann)
  const c = others.reduce((product, one) => (product * d) / (one * n), d) * (d / (ann * n))
  return (paid) => {
    const linear = 2 * y + b + paid - d
    const constant = paid * (y + c / (x + paid))
    return (2 * constant) / (linear + Math.sqrt(Math.max(0, linear * linear - 4 * constant)))
  }
}
