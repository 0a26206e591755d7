/** Segments of a pool: one for a volatile pool, several for a stable one. */
import type { LiquiditySegments, SegmentsRequest } from '#domain/pools/protocol'
import { sampleSegments } from '#math/segments/chord'
import type { SolidlyState } from './state.ts'

/** Larger inputs are not considered: this keeps a volatile pool's last price above 0. */
const maxInput = 2 ** 128
const maxSteps = 64

export function toSegments(
  { reserves, curve, feeE4 }: SolidlyState,
  { from, maxInput: limit }: Pick<SegmentsRequest, 'from' | 'maxInput'>,
  gas: number,
): LiquiditySegments {
  const kept = 1 - Number(feeE4) / 10_000
  const [x = 0, y = 0] = (from === 0 ? reserves : reserves.toReversed()).map(Number)
  if (curve.kind === 'volatile') return volatileToSegments([x, y], kept, gas)

  const [scaleIn = 1, scaleOut = 1] = (from === 0 ? curve.scales : curve.scales.toReversed()).map(
    (one) => 1e18 / Number(one),
  )
  const bought = createStableCurve(x * scaleIn, y * scaleOut)
  const give = (sold: number) => bought(sold * kept * scaleIn) / scaleOut
  const rounding = boundFeeRounding(give(1)) + unitsOfK / computeGrowthOfK(x * scaleIn, y * scaleOut) / scaleOut
  const { end: _, ...cut } = sampleSegments({ give, gas: () => gas, rounding, maxInput: limit })
  return { ...cut, isComplete: true }
}

/** The fee is rounded down, so that one unit more may be sold; the output may be rounded down too. */
const boundFeeRounding = (outputOfUnit: number): number => 2 + outputOfUnit

/** k is off by some units because its parts are rounded, and a unit of it can be many of the output token. */
const unitsOfK = 4
/** With 18 decimals. */
const computeGrowthOfK = (x: number, y: number): number => (3 * x * y * y + x * x * x) / 1e54

function volatileToSegments([x, y]: readonly [number, number], kept: number, gas: number): LiquiditySegments {
  const liquidity = Math.sqrt(x) * Math.sqrt(y)
  const [begin, end] = [Math.sqrt(y / x), liquidity / (x + kept * maxInput)]
  if (!(end < begin)) return { feeFactor: kept, sqrtPrices: [], liquidity: [], gas: [], isComplete: true }
  return {
    feeFactor: kept,
    sqrtPrices: [begin, end],
    liquidity: [liquidity],
    gas: [gas],
    isComplete: true,
    slack: [boundFeeRounding(y / x)],
  }
}

/**
 * Output of x³y + xy³ = k, by Newton's steps for the output itself: the difference of the two sides is expanded, so
 * that nothing cancels for small inputs.
 */
function createStableCurve(x: number, y: number): (paid: number) => number {
  return (paid) => {
    const after = x + paid
    const owed = paid * (y * (3 * x * x + 3 * x * paid + paid * paid) + y * y * y)
    let out = 0
    for (let step = 0; step < maxSteps; step += 1) {
      const weight = after * after * after + after * (3 * y * y - 3 * y * out + out * out)
      const growth = weight + out * after * (2 * out - 3 * y)
      const next = out + (owed - out * weight) / growth
      if (Math.abs(next - out) <= next * 1e-15) return Math.min(next, y)
      out = next
    }
    return Math.min(out, y)
  }
}
