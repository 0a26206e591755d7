/** Metapools. */
import fc from 'fast-check'
import type { Pool } from '#domain/pools/protocol'
import type { Address } from '#domain/units'
import { undefinedOnRangeError } from '#math/undefined-on-range-error'
import { computeSharePrice } from '#protocols/curve-stable/amounts/shares'
import type { CurveStableState } from '#protocols/curve-stable/amounts/state'
import { protocol } from '#protocols/curve-stable/index'
import { port } from '#test/conformance/adapters/compile'
import { type AdapterFixture, createCallBuilder, type PreparedPool } from '#test/conformance/adapters/fixture'
import {
  anyAmounts,
  anyWorths,
  constructorTypes,
  constructorValues,
  hasInvariant,
  ng,
  plain,
  type Setting,
  stateWith,
} from './pools.ts'

const { step } = createCallBuilder([
  'function fill(uint256[])',
  'function setRates(uint256[])',
  'function approve(address, uint256)',
  'function mintTo(address, uint256)',
  'function giveTo(address, uint256)',
  'function keep(uint256, uint256)',
])

export interface OverSetting {
  readonly own: Setting
  readonly base: Setting
  readonly keepsRate: boolean
}

const halfE10 = 5_000_000_000n
const three: Setting = {
  ...plain,
  decimals: [18, 6, 6],
  precision: 1n,
  a: 2_000n,
  feeE10: 1_000_000n,
  adminFeeE10: halfE10,
}
const two: Setting = {
  ...plain,
  decimals: [18, 6],
  dividedOnce: true,
  a: 1_500n,
  feeE10: 4_000_000n,
  adminFeeE10: halfE10,
}
const newTwo: Setting = { ...ng, decimals: [6, 6], a: 200n, feeE10: 1_000_000n, offpegE10: 50_000_000_000n }
const newThree: Setting = { ...ng, decimals: [18, 8, 18], a: 40n, feeE10: 30_000_000n, offpegE10: 100_000_000_000n }
const old: Setting = { ...plain, decimals: [18, 18], a: 100n, feeE10: 4_000_000n, adminFeeE10: halfE10 }
const made: Setting = { ...old, decimals: [6, 18], a: 250n }
const recent: Setting = { ...ng, decimals: [18, 18], a: 150n, feeE10: 4_000_000n, offpegE10: 20_000_000_000n }

export const overSettings: readonly OverSetting[] = [
  { own: old, base: three, keepsRate: true },
  { own: made, base: three, keepsRate: false },
  { own: { ...made, dividedOnce: true }, base: two, keepsRate: false },
  { own: recent, base: three, keepsRate: false },
  { own: recent, base: newTwo, keepsRate: false },
  { own: { ...recent, decimals: [8, 18], a: 2_000n, offpegE10: 10_000_000_000n }, base: newThree, keepsRate: false },
]

export interface OverScenario {
  readonly which: number
  /** Of the base tokens, in 18 decimals. */
  readonly amounts: readonly bigint[]
  readonly worths: readonly bigint[]
  /** Number of shares, in millionths of the base pool's D. */
  readonly shares: bigint
  /** The metapool's part of those shares, in millionths. */
  readonly held: bigint
  /** Multiple of its own token, in thousandths. */
  readonly skew: bigint
  /** The cached rate as a part of the price, in millionths, and its age in seconds. */
  readonly kept: { readonly rate: bigint; readonly age: bigint }
}

const million = 1_000_000n
/** Shares of the trader, which no pool counts. */
const plenty = 1n << 255n

/** Balances of the base pool, its shares and the metapool. */
function holdsOf({ which, amounts, worths, shares, held, skew }: OverScenario) {
  const setting = overSettings[which] as OverSetting
  const base = stateWith(setting.base, { amounts, worths })
  const supply = (amounts.slice(0, base.balances.length).reduce((sum, one) => sum + one, 0n) * shares) / million
  const lent = (supply * held) / million
  return { setting, base, supply, own: [(lent * skew) / 1_000n, lent] }
}

export function overStateOf(scenario: OverScenario): CurveStableState {
  const { setting, base, supply, own } = holdsOf(scenario)
  const state = stateWith(setting.own, { amounts: own, worths: [scenario.worths[3] ?? 0n, 10n ** 18n] })
  const price = computeSharePrice({ base, supply })
  const { rate, age } = scenario.kept
  const isKept = setting.keepsRate && age <= 600n
  const rates = state.rates.with(1, isKept ? (price * rate) / million : price)
  return { ...state, rates, over: { base, supply, keepsRate: setting.keepsRate } }
}

export const overScenarios: fc.Arbitrary<OverScenario> = fc
  .record({
    which: fc.nat(overSettings.length - 1),
    amounts: anyAmounts,
    worths: anyWorths,
    shares: fc.bigInt({ min: million / 2n, max: 2n * million }),
    held: fc.bigInt({ min: 1_000n, max: million }),
    skew: fc.bigInt({ min: 10n, max: 100_000n }),
    kept: fc.record({
      rate: fc.bigInt({ min: 900_000n, max: 1_100_000n }),
      age: fc.constantFrom(0n, 600n, 601n, 86_400n),
    }),
  })
  .filter((scenario) => {
    const state = undefinedOnRangeError(() => overStateOf(scenario))
    return state?.over !== undefined && hasInvariant(state) && hasInvariant(state.over.base)
  })

/** Deploys pools on the chain, and returns how to bring one to the state of a scenario. */
export async function openOver(stage: AdapterFixture) {
  const codes = { base: port('CurveBasePort'), over: port('CurveMetaPort') }
  const pools: Pool[] = []
  for (const setting of overSettings) pools.push(await make(stage, codes, setting))
  return (scenario: OverScenario): PreparedPool<CurveStableState> => fill(stage, pools, scenario)
}

const tokenOf = createCallBuilder(['function token() view returns (address)'])

async function make(stage: AdapterFixture, codes: { base: string; over: string }, setting: OverSetting): Promise<Pool> {
  const { own, base, keepsRate } = setting
  const below: Address[] = []
  for (const one of base.decimals) below.push(await stage.deployCoin(one))
  const baseAddress = await stage.deploy(codes.base, constructorTypes, constructorValues(base, below))
  const [shares] = (await stage.callAndDecode(tokenOf.step(baseAddress, 'token'), tokenOf.contract)) as [string]
  const two = [await stage.deployCoin(own.decimals[0] ?? 18), shares.toLowerCase() as Address]
  const types = [...constructorTypes, 'address', 'address[]', 'bool', 'bool']
  const values = [...constructorValues(own, two), baseAddress, below, base.kind === 'ng', keepsRate]
  const address = await stage.deploy(codes.over, types, values)
  const venue = { protocol: protocol.kind, name: 'curve', title: 'Curve', factory: address, feesPpm: [] }
  const kind =
    own.kind === 'ng' ? { ng: true } : { precision: Number(own.precision), dividedOnce: own.dividedOnce, keepsRate }
  const kindBelow =
    base.kind === 'ng' ? { baseNg: true } : { basePrecision: Number(base.precision), baseDividedOnce: base.dividedOnce }
  const facts = { ...kind, ...kindBelow, decimals: [...own.decimals, ...base.decimals] }
  return { venue, address, tokens: [...two, ...below], feePpm: 0, facts, base: baseAddress }
}

function fill(
  { driver }: AdapterFixture,
  pools: readonly Pool[],
  scenario: OverScenario,
): PreparedPool<CurveStableState> {
  const pool = pools[scenario.which] as Pool
  const state = overStateOf(scenario)
  const base = pool.base as Address
  const { base: below, supply = 0n } = state.over ?? {}
  const price = computeSharePrice({ base: below ?? state, supply })
  return {
    pool,
    state,
    steps: [
      ...pool.tokens.slice(2).map((token, i) => step(token, 'approve', base, below?.balances[i])),
      step(base, 'setRates', below?.rates),
      step(base, 'fill', below?.balances),
      step(base, 'mintTo', base, supply),
      step(base, 'giveTo', driver, plenty),
      ...pool.tokens.slice(0, 2).map((token, i) => step(token, 'approve', pool.address, state.balances[i])),
      step(pool.address, 'setRates', state.rates),
      step(pool.address, 'fill', state.balances),
      step(pool.address, 'keep', (price * scenario.kept.rate) / million, scenario.kept.age),
    ],
  }
}
