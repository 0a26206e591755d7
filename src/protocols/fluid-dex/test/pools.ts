import fc from 'fast-check'
import type { Read } from '#domain/calls/reads'
import type { Pool, Trade } from '#domain/pools/protocol'
import { type Address, amount, evm, type Hex } from '#domain/units'
import { undefinedOnRangeError } from '#math/undefined-on-range-error'
import { computeLayerSlots } from '#protocols/fluid-dex/abi'
import { createCurves } from '#protocols/fluid-dex/curves'
import { protocol } from '#protocols/fluid-dex/index'
import { readFluidPool, toState as stateSaid } from '#protocols/fluid-dex/load'
import type { FluidState } from '#protocols/fluid-dex/state'
import { port } from '#test/conformance/adapters/compile'
import {
  type AdapterFixture,
  createCallBuilder,
  type PreparedPool,
  type StateReadback,
  type Step,
} from '#test/conformance/adapters/fixture'
import { anySize } from '#test/conformance/sizes'
import { decimals, lastOf, poolWords, type Scenario, stateOf, type TokenScenario, tokenWords } from './words.ts'

const { step: layerStep } = createCallBuilder(['function write(bytes32, uint256, uint256, uint256)'])
export const { step: callsOfPort } = createCallBuilder([
  'function write(uint256, uint256, uint256)',
  'function setCentre(uint256)',
  'function add(address, address, address, uint256)',
  'function transfer(address, uint256)',
])

const one = 10n ** 27n

const anyToken: fc.Arbitrary<Omit<TokenScenario, 'supplied' | 'owed'>> = fc.record({
  withInterest: fc.tuple(fc.boolean(), fc.boolean()),
  earned: fc.tuple(fc.nat(400), fc.nat(600)),
  others: fc.tuple(fc.integer({ min: 150, max: 5_000 }), fc.nat(40)),
  near: fc.oneof(fc.constant(5_000), fc.constant(2_000), fc.nat(2_000)),
  expand: fc.integer({ min: 1, max: 5_000 }),
  age: fc.nat(100_000),
  mostLent: fc.constantFrom(10_000, 10_000, 9_000, 7_000),
  mostWritten: fc.constantFrom(1_000, 1_000, 950, 800),
  drift: fc.constantFrom(0, 0, 7, 300),
  threshold: fc.constantFrom(0, 10, 100, 2_000),
  writtenAgo: fc.constantFrom(10, 3_600, 90_000),
  scarce: fc.constantFrom(false, false, false, false, false, true),
})

/** Position of both curves' prices in the range, and their depth. */
interface Place {
  /** Amount of token 0 over the whole range, 10^-6 of a token. */
  readonly base: bigint
  /** From the lower end to the upper. */
  readonly at: number
  /** Offset of the debt curve's price, and the ratio of its depth. */
  readonly gap: number
  readonly depth: number
}

/**
 * Amounts of a curve with liquidity L at a price: supply is what is left until the ends, debt what is gone since them.
 */
function amountsAt(centre: bigint, [above, below]: readonly [number, number], { base, at, gap, depth }: Place) {
  const middle = Number(centre) / 1e27
  const [upper, lower] = [middle / (1 - above / 1e6), middle * (1 - below / 1e6)].map(Math.sqrt) as [number, number]
  const price = lower * (upper / lower) ** at
  const other = Math.min(upper, Math.max(lower, price * (1 + gap)))
  const liquidity = Number(base) / (1 / lower - 1 / upper)
  const units = (amount: number): bigint => BigInt(Math.floor(Math.max(0, liquidity * amount))) + 1_000n
  return {
    supplied: [units(1 / price - 1 / upper), units(price - lower)],
    owed: [units(depth * (1 / lower - 1 / other)), units(depth * (upper - other))],
  } as const
}

const anyWidth = fc.oneof(
  fc.integer({ min: 50, max: 2_000 }),
  fc.integer({ min: 2_000, max: 50_000 }),
  fc.integer({ min: 50_000, max: 300_000 }),
)

export const scenarios: fc.Arbitrary<Scenario> = fc
  .record({
    which: fc.nat(decimals.length - 1),
    curves: fc.constantFrom<Scenario['curves'][]>('collateral', 'debt', 'both', 'both'),
    centre: fc.oneof(
      fc.constant(one),
      fc.bigInt({ min: one / 4_000n, max: one * 4_000n }),
      fc.bigInt({ min: (one * 9n) / 10n, max: (one * 12n) / 10n }),
    ),
    outside: fc.boolean(),
    width: fc.tuple(anyWidth, anyWidth),
    feePpm: fc.constantFrom(0, 100, 500, 3_000, 10_000),
    revenuePercent: fc.constantFrom(0, 0, 10, 25),
    drifted: fc.constantFrom(0, 0, 0, 0, 0, 100, -200, 450),
    age: fc.integer({ min: 1, max: 100_000 }),
    base: fc.oneof(anySize(20), anySize(24), anySize(20)).map((n) => n << 30n),
    at: fc.integer({ min: 2, max: 98 }).map((n) => n / 100),
    gap: fc.constantFrom(0, 0, 0, 0, 0.000003, 0.00001, -0.00003, 0.0004, -0.001, 0.01, -0.02),
    depth: fc.constantFrom(0.03, 0.4, 1, 1.1, 6),
    tokens: fc.tuple(anyToken, anyToken),
  })
  .map(({ base, at, gap, depth, centre, ...rest }): Scenario => {
    const { supplied, owed } = amountsAt(centre, rest.width, { base, at, gap, depth })
    const [first, second] = rest.tokens
    const tokens = [
      { ...first, supplied: supplied[0], owed: owed[0] },
      { ...second, supplied: supplied[1], owed: owed[1] },
    ] as const
    return { ...rest, centre, tokens }
  })
  .filter((scenario) => {
    const state = undefinedOnRangeError(() => stateOf(scenario))
    return state !== undefined && undefinedOnRangeError(() => createCurves(state, 0)) !== undefined
  })

/** Mostly trades that the pool accepts: from the smallest to a multiple of what moves its price too far. */
export const anyTrade: fc.Arbitrary<(state: FluidState) => Trade> = fc
  .tuple(fc.nat(1), fc.nat(1_000_000), anySize(128), fc.nat(15))
  .map(([from, place, noise, chance]) => (state) => {
    const { up, down, supply, debt } = from === 0 ? state.tokens[0] : state.tokens[1]
    const held = (state.collateral ? (supply?.amount ?? 0n) : 0n) + (state.debt ? (debt?.amount ?? 0n) : 0n)
    const [least, most] = [bitsIn((1_000_000n * down) / up), bitsIn(held) + 3]
    const fewest = chance % 3 === 1 ? Math.max(least, most - 14) : least
    const size = chance === 0 ? 1 + (place % 128) : fewest - 1 + (place % Math.max(1, most - fewest))
    const top = 1n << BigInt(size)
    return { from, to: 1 - from, amountIn: amount(top | (noise & (top - 1n))) }
  })

const bitsIn = (n: bigint): number => n.toString(2).length

/** No time is written into the word. */
const nowhere = 256

/** Deploys the layer, the resolver and a pool of each kind, and returns how to bring one to the state of a scenario. */
export async function openPools(stage: AdapterFixture) {
  const layer = await stage.deploy(port('FluidLayerPort'))
  const resolver = await stage.deploy(port('FluidResolverPort'))
  const code = port('FluidDexPort')
  const facts = { resolver, liquidity: layer, wrapped: evm(`0x${'11'.repeat(20)}`) }
  const venue = { protocol: protocol.kind, name: 'fluid', title: 'Fluid DEX', factory: resolver, feesPpm: [], facts }
  const pools: Pool[] = []
  for (const digits of decimals) {
    const coins = [await stage.deployCoin(digits[0]), await stage.deployCoin(digits[1])]
    const types = ['address', 'address', 'address', 'uint8', 'uint8']
    const address = await stage.deploy(code, types, [layer, ...coins, ...digits])
    pools.push({ venue, address, tokens: coins, feePpm: 0, facts: { decimals: digits } })
  }
  await stage.runSteps(pools.map(({ address, tokens }) => callsOfPort(resolver, 'add', address, ...tokens, 100)))
  return (scenario: Scenario): PreparedPool<FluidState> => {
    const pool = pools[scenario.which]
    if (pool === undefined) throw new Error('no such pool')
    return { pool, state: stateOf(scenario), steps: stepsOf(pool, layer, scenario) }
  }
}

function stepsOf({ address, tokens }: Pool, layer: Address, scenario: Scenario): readonly Step[] {
  const { variables, variables2 } = poolWords(scenario, lastOf(scenario))
  const ofTokens = ([0, 1] as const).flatMap((i) => {
    const token = tokens[i] ?? layer
    const writes = writesOf(scenario, i, layer, computeLayerSlots(address, token))
    return [...writes, callsOfPort(token, 'transfer', layer, tokenWords(scenario, i).held)]
  })
  return [
    ...ofTokens,
    callsOfPort(address, 'setCentre', scenario.centre),
    callsOfPort(address, 'write', variables, variables2, scenario.age),
  ]
}

/** What the layer has stored of a pool and one of its tokens. */
export function writesOf(
  scenario: Scenario,
  i: 0 | 1,
  layer: Address,
  slots: ReturnType<typeof computeLayerSlots>,
): readonly Step[] {
  const { words } = tokenWords(scenario, i)
  const { age, writtenAgo } = scenario.tokens[i]
  const write = (name: keyof typeof slots, shift: number, ago: number): Step =>
    layerStep(layer, 'write', slots[name], words[name], shift, ago)
  return [
    write('prices', 58, writtenAgo),
    write('totals', nowhere, 0),
    write('supply', 129, age),
    write('debt', 129, age),
    write('limits', nowhere, 0),
  ]
}

/** The stored state of pool and layer, without the prices that limit the next trade. */
export function createReadback(pool: Pool): StateReadback<FluidState> {
  const reading = readFluidPool(pool)
  const { value: reads } = reading.next() as { value: readonly Read<unknown>[] }
  return {
    reads,
    state: (answers: readonly Hex[]) => {
      const { value } = reading.next(answers)
      if (!('time' in value)) throw new Error('it is not read in one round')
      const { anchors: _, ...state } = stateSaid(value)
      return state
    },
  }
}
