import fc from 'fast-check'
import type { Pool } from '#domain/pools/protocol'
import { type Address, evm } from '#domain/units'
import { protocol } from '#protocols/solidly-v2/index'
import type { SolidlyState } from '#protocols/solidly-v2/state'
import { type AdapterFixture, createCallBuilder, type PreparedPool } from '#test/conformance/adapters/fixture'
import { readRecorded } from '#test/conformance/adapters/recorded'
import { anySize } from '#test/conformance/sizes'

const { contract, step } = createCallBuilder([
  'function createPool(address,address,bool) returns (address)',
  'function getPool(address,address,bool) view returns (address)',
  'function setFeeManager(address)',
  'function setCustomFee(address,uint256)',
  'function transfer(address,uint256)',
  'function mint(address)',
  'function sync()',
])

/** Of the tokens of the pools: a volatile and a stable one for each. */
const decimals = [
  [18, 18],
  [6, 18],
  [6, 6],
  [0, 2],
  [18, 24],
] as const

/** The factory's value for a pool without a fee. */
const noFee = 420

export interface Scenario {
  readonly which: number
  /** Balances of the pool in excess of its first deposit. */
  readonly more: readonly [bigint, bigint]
  readonly fee: number
}

interface MadePool {
  readonly pool: Pool
  readonly scales: readonly [bigint, bigint]
}

export const scenarios: fc.Arbitrary<Scenario> = fc.record({
  which: fc.nat(2 * decimals.length - 1),
  more: fc.tuple(anySize(90), anySize(90)),
  fee: fc.oneof(fc.constant(noFee), fc.integer({ min: 1, max: 300 })),
})

/** Deploys pools on the chain, and returns how to bring one to the state of a scenario. */
export async function openPools(stage: AdapterFixture) {
  const { chain, deploy, driver } = stage
  const implementation = await deploy(readRecorded('source-pools', 'Pool'))
  const factory = await deploy(readRecorded('source-pools', 'PoolFactory'), ['address'], [implementation])
  await chain.send(factory, step(factory, 'setFeeManager', driver).data)
  const made: MadePool[] = []
  for (const pair of decimals) {
    const coins = [await stage.deployCoin(pair[0]), await stage.deployCoin(pair[1])] as const
    for (const stable of [false, true]) made.push(await make(stage, factory, { coins, pair, stable }))
  }
  return (scenario: Scenario): PreparedPool<SolidlyState> => fill(driver, made, scenario)
}

async function make(
  stage: AdapterFixture,
  factory: Address,
  asked: {
    readonly coins: readonly [Address, Address]
    readonly pair: readonly [number, number]
    readonly stable: boolean
  },
): Promise<MadePool> {
  const { coins, pair, stable } = asked
  await stage.runSteps([step(factory, 'createPool', ...coins, stable)])
  const [address] = await stage.callAndDecode(step(factory, 'getPool', ...coins, stable), contract)
  const tokens = coins.toSorted()
  const [scale0 = 1n, scale1 = 1n] = tokens.map((token) => 10n ** BigInt(pair[token === coins[0] ? 0 : 1]))
  const venue = { protocol: protocol.kind, name: 'aerodrome', title: 'Aerodrome', factory, feesPpm: [] }
  return {
    pool: { venue, address: evm(String(address)), tokens, feePpm: 0, facts: { stable } },
    scales: [scale0, scale1],
  }
}

/** A pool begins with equal amounts of both; the rest is synced. */
function fill(driver: Address, made: readonly MadePool[], { which, more, fee }: Scenario): PreparedPool<SolidlyState> {
  const { pool, scales } = made[which] as MadePool
  const isCoarse = scales.some((scale) => scale < 10_000n)
  const first = scales.map((scale) => (isCoarse ? scale * 2_000n : scale * 10n)) as [bigint, bigint]
  const pay = (amounts: readonly [bigint, bigint]) =>
    pool.tokens.map((token, i) => step(token, 'transfer', pool.address, amounts[i]))
  return {
    pool,
    state: {
      reserves: [first[0] + more[0], first[1] + more[1]],
      feeE4: fee === noFee ? 0n : BigInt(fee),
      curve: pool.facts?.['stable'] === true ? { kind: 'stable', scales } : { kind: 'volatile' },
    },
    steps: [
      step(pool.venue.factory, 'setCustomFee', pool.address, fee),
      ...pay(first),
      step(pool.address, 'mint', driver),
      ...pay(more),
      step(pool.address, 'sync'),
    ],
  }
}
