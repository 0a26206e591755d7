/** A pool as the search sees it: a volatile one is one stretch, a stable one is cut into some. */
import type { Stretches, Trade } from '#domain/protocol'
import { stretchesOf } from '#math/chord-stretches'
import type { State } from './state.ts'

/** More than this is never sold: it keeps a volatile pool's last price above 0. */
const largest = 2 ** 128
const mostSteps = 64

export function stretches({ reserves, curve, feeE4 }: State, { from }: Pick<Trade, 'from'>, gas: number): Stretches {
  const kept = 1 - Number(feeE4) / 10_000
  const [x, y] = (from === 0 ? reserves : reserves.toReversed()).map(Number) as [number, number]
  if (curve.kind === 'volatile') return volatile([x, y], kept, gas)

  const [scaleIn, scaleOut] = (from === 0 ? curve.scales : curve.scales.toReversed()).map(
    (one) => 1e18 / Number(one),
  ) as [number, number]
  const bought = stableCurve(x * scaleIn, y * scaleOut)
  const give = (sold: number) => bought(sold * kept * scaleIn) / scaleOut
  const rounding = feeRounding(give(1)) + unitsOfK / growthOfK(x * scaleIn, y * scaleOut) / scaleOut
  const { end: _, ...cut } = stretchesOf({ give, gas: () => gas, rounding })
  return { ...cut, whole: true }
}

/** The fee is rounded down, so that a unit more may be sold; and so may the output be. */
const feeRounding = (outputOfUnit: number): number => 2 + outputOfUnit

/** k is off by some units where its parts are rounded, and a unit of it can be many of what is bought. */
const unitsOfK = 4
/** Of 18 decimals. */
const growthOfK = (x: number, y: number): number => (3 * x * y * y + x * x * x) / 1e54

function volatile([x, y]: readonly [number, number], kept: number, gas: number): Stretches {
  const liquidity = Math.sqrt(x) * Math.sqrt(y)
  const [begin, end] = [Math.sqrt(y / x), liquidity / (x + kept * largest)]
  if (!(end < begin)) return { kept, roots: [], liquidity: [], gas: [], whole: true }
  return { kept, roots: [begin, end], liquidity: [liquidity], gas: [gas], whole: true, slack: [feeRounding(y / x)] }
}

/**
 * What x³y + xy³ = k gives, by Newton's steps for the output itself: the difference of the two sides is written out, so that
 * nothing cancels where little is sold.
 */
function stableCurve(x: number, y: number): (paid: number) => number {
  return (paid) => {
    const after = x + paid
    const owed = paid * (y * (3 * x * x + 3 * x * paid + paid * paid) + y * y * y)
    let out = 0
    for (let step = 0; step < mostSteps; step += 1) {
      const weight = after * after * after + after * (3 * y * y - 3 * y * out + out * out)
      const growth = weight + out * after * (2 * out - 3 * y)
      const next = out + (owed - out * weight) / growth
      if (Math.abs(next - out) <= next * 1e-15) return Math.min(next, y)
      out = next
    }
    return Math.min(out, y)
  }
}
