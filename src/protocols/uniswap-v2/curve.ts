import type { Curve } from '#domain/protocol'

const tooMuch = 2 ** 112

/** The pair's formula in floats; reserves in smallest units, the fee in millionths of what is sold. */
export function openCurve(
  {
    reserveIn,
    reserveOut,
    feePpm,
  }: { readonly reserveIn: number; readonly reserveOut: number; readonly feePpm: number },
  gas: number,
): Curve {
  const kept = 1_000_000 - feePpm
  return {
    give(amountIn) {
      if (reserveIn === 0 || reserveIn + amountIn >= tooMuch) return undefined
      const net = amountIn * kept
      const out = Math.floor((net * reserveOut) / (reserveIn * 1_000_000 + net))
      return out > 0 ? out : undefined
    },
    gas: () => gas,
  }
}
