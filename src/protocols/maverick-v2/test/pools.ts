import fc from 'fast-check'
import { addressFact } from '#domain/pools/facts'
import type { Pool } from '#domain/pools/protocol'
import type { Address } from '#domain/units'
import { getTicks } from '#protocols/maverick-v2/abi'
import { protocol } from '#protocols/maverick-v2/index'
import { computeMeanRange } from '#protocols/maverick-v2/movement'
import type { MaverickState, Tick } from '#protocols/maverick-v2/state'
import { port } from '#test/conformance/adapters/compile'
import {
  type AdapterFixture,
  createCallBuilder,
  type PreparedPool,
  type StateReadback,
} from '#test/conformance/adapters/fixture'
import { anySize } from '#test/conformance/sizes'

const stateType =
  'tuple(uint128 a, uint128 b, int64 mean, int64 price, uint40 time, int32 active, bool locked, uint32 bins, uint8 share)'
const tickType = 'tuple(uint128 a, uint128 b, uint128 supply, uint32[4] ids)'
const binType = 'tuple(uint128 merged, uint128 balance, uint128 supply, uint8 kind, int32 tick, uint32 mergeId)'
const { step } = createCallBuilder([
  `function fill(${stateType}, uint40 age, int32[], ${tickType}[], ${binType}[])`,
  'function transfer(address, uint256)',
])

/**
 * Decimals of A and B, the fee of each, the pool's tick width in ticks of 1.0001, number of its ticks around 0, seconds
 * of the mean.
 */
const settings = [
  { decimals: [18, 18], fees: [10n ** 13n, 10n ** 13n], spacing: 1, most: 40_000, lookback: 60 },
  { decimals: [6, 18], fees: [10n ** 15n, 3n * 10n ** 15n], spacing: 20, most: 15_000, lookback: 600 },
  { decimals: [18, 6], fees: [3n * 10n ** 16n, 10n ** 14n], spacing: 198, most: 1_500, lookback: 7_200 },
  { decimals: [8, 6], fees: [10n ** 16n, 0n], spacing: 2_232, most: 130, lookback: 10_800 },
  { decimals: [0, 18], fees: [9n * 10n ** 17n, 12_345_678_901_234_567n], spacing: 10_000, most: 18, lookback: 1 },
] as const

export interface Scenario {
  readonly which: number
  /** Position of the active tick, in 10^-6 of the largest distance, either way. */
  readonly at: number
  /** 18 decimals, from the tick next to the active one outwards. */
  readonly below: readonly Filled[]
  readonly active: readonly [a: bigint, b: bigint]
  readonly above: readonly Filled[]
  /** Kinds of bins in the active tick. */
  readonly kinds: number
  readonly protocolShare: number
  /** Ticks of 8 decimals: from the active one to the mean, and from that to the last price. */
  readonly mean: number
  readonly moved: number
  /** Seconds since the last trade. */
  readonly age: number
}

interface Filled {
  readonly amount: bigint
  readonly kinds: number
}

const million = 1_000_000
const unit = 100_000_000
/** Bins that stay are everywhere, others in some places. */
const kinds = fc.oneof(
  { weight: 4, arbitrary: fc.constant(1) },
  { weight: 1, arbitrary: fc.nat(7).map((n) => 2 * n + 1) },
)
const reserve = fc.oneof(fc.constant(0n), anySize(96), anySize(96))
const filled = fc.array(fc.record({ amount: reserve, kinds }), { maxLength: 12 })

export const scenarios: fc.Arbitrary<Scenario> = fc.record({
  which: fc.nat(settings.length - 1),
  at: fc.oneof(fc.integer({ min: -million, max: million }), fc.integer({ min: -20_000, max: 20_000 })),
  below: filled,
  active: fc.tuple(reserve, reserve),
  above: filled,
  kinds,
  protocolShare: fc.oneof(fc.constant(0), fc.nat(250)),
  mean: fc.integer({ min: -3 * unit, max: 3 * unit }),
  moved: fc.oneof(fc.constant(0), fc.integer({ min: -2 * unit, max: 2 * unit })),
  age: fc.oneof(fc.constant(0), fc.nat(20_000)),
})

/** As the pool stores it: ticks with the reserves of their bins, and the bins. */
export interface PoolLayout {
  readonly state: MaverickState
  readonly supplies: readonly bigint[]
  readonly bins: readonly {
    readonly kind: number
    readonly tick: number
    readonly balance: bigint
    readonly supply: bigint
  }[]
  readonly mean: bigint
  readonly price: bigint
}

export function layOutPool(scenario: Scenario): PoolLayout {
  const { which, at, below, active, above, protocolShare, mean: away, moved } = scenario
  const { decimals, fees, spacing, most } = settings[which] as (typeof settings)[number]
  const activeTick = Math.round((at / million) * most) + 0 // never −0
  const ticks: readonly Tick[] = [
    ...below.map(({ amount, kinds }, i): Tick => [activeTick - 1 - i, amount, 0n, kinds]).toReversed(),
    [activeTick, ...active, scenario.kinds] as const,
    ...above.map(({ amount, kinds }, i): Tick => [activeTick + 1 + i, 0n, amount, kinds]),
  ].filter(([, a, b]) => a > 0n || b > 0n)
  const scales = decimals.map((one) => 10n ** BigInt(18 - one)) as [bigint, bigint]
  const sum = (of: (tick: Tick) => bigint, scale: bigint) =>
    ticks.reduce((all, tick) => all + of(tick), 0n) / scale + 1n
  const mean = BigInt(activeTick * unit + unit / 2 + away)
  const state: MaverickState = {
    ...{ spacing, scales, activeTick, ticks, feesE18: fees, protocolShare: BigInt(protocolShare) },
    reserves: [sum(([, a]) => a, scales[0]), sum(([, , b]) => b, scales[1])],
    mean: computeMeanRange(mean, mean + BigInt(moved)),
    ...{ knownFrom: activeTick - 400, knownTo: activeTick + 400, stirred: false },
  }
  const bins = ticks.flatMap(([tick, a, b, mask]) =>
    [0, 1, 2, 3].flatMap((kind) => {
      const balance = (a + b) / BigInt(kind + 2) + 1_000n
      return (mask >> kind) & 1 ? [{ kind, tick, balance, supply: balance * 2n + 10n ** 8n }] : []
    }),
  )
  const supplies = ticks.map(([id]) => bins.reduce((all, bin) => all + (bin.tick === id ? bin.balance : 0n), 0n))
  return { state, supplies, bins, mean, price: mean + BigInt(moved) }
}

/** Deploys pools on the chain, and returns how to bring one to the state of a scenario. */
export async function openPools(stage: AdapterFixture) {
  const code = port('MaverickPoolPort')
  const lens = await stage.deploy(port('MaverickLensPort'))
  const made: Pool[] = []
  for (const { decimals, fees, spacing, lookback } of settings) {
    const scales = decimals.map((one) => 10n ** BigInt(18 - one))
    const coins = await coinsInOrder(stage, decimals)
    const types = ['address[2]', 'uint256[2]', 'uint256[2]', 'uint256', 'uint256']
    const address = await stage.deploy(code, types, [coins, scales, fees, spacing, lookback])
    const venue = { protocol: protocol.kind, name: 'maverick-v2', title: 'Maverick V2', factory: address, feesPpm: [] }
    made.push({ venue: { ...venue, facts: { lens } }, address, tokens: coins, feePpm: 0 })
  }
  return (scenario: Scenario): PreparedPool<MaverickState> => fill(made[scenario.which] as Pool, scenario)
}

/** Token A is the lower of the two addresses. */
async function coinsInOrder(stage: AdapterFixture, [ofA, ofB]: readonly [number, number]): Promise<[Address, Address]> {
  const a = await stage.deployCoin(ofA)
  let b = await stage.deployCoin(ofB)
  while (b < a) b = await stage.deployCoin(ofB)
  return [a, b]
}

function fill(pool: Pool, scenario: Scenario): PreparedPool<MaverickState> {
  const { state, supplies, bins, mean, price } = layOutPool(scenario)
  const { reserves, activeTick, protocolShare, ticks } = state
  const idOf = (tick: number, kind: number) => bins.findIndex((bin) => bin.tick === tick && bin.kind === kind) + 1
  const held = ticks.map(([id, a, b], i) => [a, b, supplies[i], [0, 1, 2, 3].map((kind) => idOf(id, kind))])
  return {
    pool,
    state,
    steps: [
      ...pool.tokens.map((token, i) => step(token, 'transfer', pool.address, reserves[i])),
      step(
        pool.address,
        'fill',
        [...reserves, mean, price, 0, activeTick, false, bins.length, protocolShare],
        scenario.age,
        ticks.map(([id]) => id),
        held,
        bins.map(({ kind, tick, balance, supply }) => [0, balance, supply, kind, tick, 0]),
      ),
    ],
  }
}

/** About what all ticks take of A and of B, smallest units. */
export const roomOf = (state: MaverickState): readonly bigint[] =>
  [0, 1].map((from) => {
    const {
      feeFactor: kept = 1,
      sqrtPrices: roots = [],
      liquidity = [],
    } = protocol.segments?.(state, { from, to: 1 - from }) ?? {}
    const taken = liquidity.map((depth, i) => depth * (1 / (roots[i + 1] ?? 1) - 1 / (roots[i] ?? 1)))
    return BigInt(Math.ceil(taken.reduce((sum, one) => sum + one, 0) / kept))
  })

/** The lens's reading of it: ticks, reserves and price. The mean is excluded: our state does not predict it. */
export function createReadback({ venue, address }: Pool): StateReadback<MaverickState> {
  const read = getTicks(addressFact(venue, 'lens'), address, 60)
  return {
    reads: [read],
    state([answer]) {
      if (answer === undefined) return undefined
      const { reserves, activeTick, ticks } = read.decode(answer)
      return { reserves, activeTick, ticks: ticks.map(({ tick }) => tick) }
    },
  }
}
