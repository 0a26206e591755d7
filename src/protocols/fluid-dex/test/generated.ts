import { amount } from '#domain/units'
import { protocol } from '#protocols/fluid-dex/index'
import type { FluidState } from '#protocols/fluid-dex/state'
import { readCases } from '#test/conformance/vectors'
import type { FamilyDraw, FamilyPool, GeneratedFamily } from '#test/generated-market/draw'

interface FluidChoice {
  readonly state: FluidState
  readonly decimals: readonly number[]
}

/** Recorded states that trade near one for one: they hang together in too many ways to be drawn. */
const listFluidStates = memoizeOnce((): readonly FluidChoice[] => {
  return readCases('fluid-dex').flatMap((one) => {
    const state = one.state as FluidState
    const decimals = state.tokens.map(({ up, down }) => Math.round(12 - Math.log10(Number(up) / Number(down))))
    const units = decimals.map((digits) => 10n ** BigInt(digits))
    const isNear = [0, 1].every((from) => {
      const trade = { from, to: 1 - from, amountIn: amount(units[from] ?? 1n) }
      const out = protocol.amountOut(state, trade)
      return out !== undefined && Math.abs(Number(out) / Number(units[1 - from]) - 1) < 0.01
    })
    return isNear ? [{ state, decimals }] : []
  })
})

function drawPool({ random, tokens }: FamilyDraw): FamilyPool {
  const { state, decimals } = random.pick(listFluidStates())
  const one = random.pick(tokens.stables.filter((token) => token.decimals === decimals[0]))
  const other = random.pick(tokens.stables.filter((token) => token.decimals === decimals[1] && token !== one))
  return { tokens: [one, other], feePpm: 100, state }
}

function memoizeOnce<T>(compute: () => T): () => T {
  let known: { readonly value: T } | undefined
  return () => {
    known ??= { value: compute() }
    return known.value
  }
}

export const generated: GeneratedFamily = { kind: 'fluid-dex', draw: drawPool }
