import { createCurves, type FluidCurve } from '#protocols/fluid-dex/curves'
import type { FluidState } from '#protocols/fluid-dex/state'
import type { Leeway } from '#test/conformance/family'

/** Two curves may have two prices: selling to one and buying from the other gains. */
export const leeway: Leeway<FluidState> = {
  maxRoundTripGain: (state, sold, after) => getMaxGain(state, sold) + getMaxGain(after, sold),
}

/**
 * The gain of closing the gap between both prices: gap² / 4 of their combined depth, as of parallel resistors. Curves
 * are recomputed from rounded values, with a larger error the deeper they are compared with their balances.
 */
function getMaxGain(state: FluidState, sold: number): bigint {
  const { collateral, debt } = createCurves(state, sold === 0 ? 0 : 1)
  const both = [collateral, debt].filter((curve) => curve !== undefined)
  const price = ({ imaginaryIn, imaginaryOut }: FluidCurve): number => Number(imaginaryOut) / Number(imaginaryIn)
  const [first = 1, second = first] = both.map(price)
  const gap = Math.abs(first / second - 1)
  const depth = both.length / both.reduce((sum, { imaginaryIn }) => sum + 1 / Number(imaginaryIn), 0)
  const noise = both.map((curve) => {
    const { realIn, realOut, imaginaryIn, imaginaryOut } = curve
    const [ofIn, ofOut] = [Number(imaginaryIn) / (Number(realIn) + 1), Number(imaginaryOut) / (Number(realOut) + 1)]
    return 16 * (1 + ofIn ** 2 + (1 + ofOut ** 2) / price(curve))
  })
  const { up, down } = sold === 0 ? state.tokens[0] : state.tokens[1]
  const adjusted = (gap ** 2 * depth) / 4 + noise.reduce((sum, one) => sum + one, 0)
  return BigInt(Math.ceil((adjusted * Number(down)) / Number(up))) + 1n
}
