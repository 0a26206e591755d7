import fc from 'fast-check'
import { getTime } from '#amm/clock'
import type { Pool } from '#domain/pools/protocol'
import type { Hex } from '#domain/units'
import { middleBin } from '#math/ticks/bin-price'
import { getActiveId, getBin, getVolatility } from '#protocols/liquidity-book/abi'
import { protocol } from '#protocols/liquidity-book/index'
import { type Bin, type LiquidityBookState, lastBin } from '#protocols/liquidity-book/state'
import { port } from '#test/conformance/adapters/compile'
import {
  type AdapterFixture,
  createCallBuilder,
  type PreparedPool,
  type StateReadback,
} from '#test/conformance/adapters/fixture'
import { anySize } from '#test/conformance/sizes'

const { step } = createCallBuilder([
  'function fill(uint24 first, tuple(uint128 x, uint128 y)[] filled)',
  'function setVolatility(uint24, uint24, uint24 idReference, uint24 activeId, uint256 age)',
  'function transfer(address, uint256)',
])
const rulesType = 'tuple(uint256, uint256, uint256, uint256, uint256, uint256, uint256)'

/**
 * Step, largest distance of bins from the middle, the rules in the order of the contract, and whether it limits the
 * liquidity of a bin, as pairs of v2.2 do.
 */
const settings = [
  { binStep: 1, most: 300_000, rules: [20_000n, 10n, 120n, 5_000n, 2_000_000n, 0n, 100_000n], limitsBins: false },
  { binStep: 10, most: 40_000, rules: [10_000n, 30n, 600n, 5_000n, 40_000n, 1_000n, 350_000n], limitsBins: true },
  { binStep: 25, most: 16_000, rules: [8_000n, 30n, 600n, 5_000n, 15_000n, 2_500n, 300_000n], limitsBins: true },
  { binStep: 100, most: 4_000, rules: [8_000n, 0n, 1_200n, 2_000n, 7_500n, 2_500n, 150_000n], limitsBins: false },
  // whose fee becomes too large for the contract after some bins
  { binStep: 200, most: 2_000, rules: [30_000n, 300n, 1_200n, 9_000n, 900n, 0n, 1_000_000n], limitsBins: true },
  { binStep: 50, most: 8_000, rules: [0n, 300n, 1_200n, 9_000n, 0n, 2_500n, 0n], limitsBins: true },
] as const

export interface Scenario {
  readonly which: number
  /** Position of the active bin, in 10^-6 of the largest distance, either way. */
  readonly at: number
  readonly below: readonly bigint[]
  readonly active: readonly [bigint, bigint]
  readonly above: readonly bigint[]
  /** In 10^-6 of the maximum. */
  readonly accumulator: number
  readonly reference: number
  /** Bins from the active one. */
  readonly moved: number
  readonly age: number
}

const million = 1_000_000
const amounts = fc.array(fc.oneof(fc.constant(0n), anySize(90), anySize(90)), { maxLength: 12 })

export const scenarios: fc.Arbitrary<Scenario> = fc.record({
  which: fc.nat(settings.length - 1),
  at: fc.integer({ min: -million, max: million }),
  below: amounts,
  active: fc.tuple(anySize(90), anySize(90)),
  above: amounts,
  accumulator: fc.nat(million),
  reference: fc.nat(million),
  moved: fc.integer({ min: -30, max: 30 }),
  age: fc.oneof(fc.nat(40), fc.nat(1_500)),
})

export function stateOf(scenario: Scenario, xIndex: number): LiquidityBookState {
  const { which, at, below, active, above, accumulator, reference, moved, age } = scenario
  const { binStep, most, rules, limitsBins } = settings[which] as (typeof settings)[number]
  const activeId = middleBin + Math.round((at / million) * most)
  const first = activeId - below.length
  const bins: Bin[] = [
    ...below.map((y, i): Bin => [first + i, 0n, y]),
    [activeId, ...active],
    ...above.map((x, i): Bin => [activeId + 1 + i, x, 0n]),
  ]
  const [baseFactor, filterPeriod, decayPeriod, reductionFactor, variableFeeControl, protocolShare, mostVolatility] =
    rules
  const part = (of: number) => (mostVolatility * BigInt(of)) / BigInt(million)
  return {
    binStep,
    xIndex,
    activeId,
    rules: {
      baseFactor,
      filterPeriod,
      decayPeriod,
      reductionFactor,
      variableFeeControl,
      protocolShare,
      mostVolatility,
    },
    volatility: {
      accumulator: part(accumulator),
      reference: part(reference),
      idReference: activeId + moved,
      age: BigInt(age),
    },
    bins: bins.filter(([, x, y]) => x > 0n || y > 0n),
    knownFrom: 0,
    knownTo: lastBin,
    ...(limitsBins && { limitsBins }),
  }
}

/** Deploys pairs on the chain, and returns how to bring one to the state of a scenario. */
export async function openPools(stage: AdapterFixture) {
  const code = port('LiquidityBookPort')
  const made: Pool[] = []
  for (const { binStep, rules, limitsBins } of settings) {
    const [x, y] = [await stage.deployCoin(18), await stage.deployCoin(18)]
    const address = await stage.deploy(
      code,
      ['address', 'address', 'uint16', rulesType, 'bool'],
      [x, y, binStep, rules, limitsBins],
    )
    const venue = { protocol: protocol.kind, name: 'lfj', title: 'LFJ', factory: address, feesPpm: [] }
    made.push({ venue, address, tokens: x < y ? [x, y] : [y, x], feePpm: 0, facts: { binStep, xFirst: x < y } })
  }
  return (scenario: Scenario): PreparedPool<LiquidityBookState> => fill(made[scenario.which] as Pool, scenario)
}

function fill(pool: Pool, scenario: Scenario): PreparedPool<LiquidityBookState> {
  const xIndex = pool.facts?.['xFirst'] === true ? 0 : 1
  const state = stateOf(scenario, xIndex)
  const { activeId, volatility, bins } = state
  const { accumulator, reference, idReference, age } = volatility
  const [x, y] = [pool.tokens[xIndex], pool.tokens[1 - xIndex]]
  const sum = (of: (bin: Bin) => bigint) => bins.reduce((all, bin) => all + of(bin), 0n)
  const first = activeId - scenario.below.length
  const held = new Map(bins.map(([id, ...amounts]) => [id, amounts]))
  const count = scenario.below.length + 1 + scenario.above.length
  return {
    pool,
    state,
    steps: [
      step(
        x as typeof pool.address,
        'transfer',
        pool.address,
        sum(([, one]) => one),
      ),
      step(
        y as typeof pool.address,
        'transfer',
        pool.address,
        sum(([, , one]) => one),
      ),
      step(pool.address, 'setVolatility', accumulator, reference, idReference, activeId, age),
      step(
        pool.address,
        'fill',
        first,
        Array.from({ length: count }, (_, i) => held.get(first + i) ?? [0n, 0n]),
      ),
    ],
  }
}

/** The bins that were non-empty at first, whether they are now or not. */
export function createReadback(pool: Pool, { bins }: LiquidityBookState): StateReadback<LiquidityBookState> {
  const [active, volatility, ...each] = [
    getActiveId(pool.address),
    getVolatility(pool.address),
    ...bins.map(([id]) => getBin(pool.address, id)),
  ] as const
  return {
    reads: [getTime, active, volatility, ...each],
    state(answers) {
      const [time, activeId, moved, ...rest] = answers as [Hex, Hex, Hex, ...Hex[]]
      const { since, ...known } = volatility.decode(moved)
      return {
        activeId: active.decode(activeId),
        volatility: { ...known, age: getTime.decode(time) - since },
        bins: each.map((one, i) => one.decode(rest[i] as Hex)),
      }
    },
  }
}
