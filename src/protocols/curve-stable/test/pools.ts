import fc from 'fast-check'
import type { Pool } from '#domain/pools/protocol'
import type { Address } from '#domain/units'
import type { CurveStableState } from '#protocols/curve-stable/amounts/state'
import { getInvariant } from '#protocols/curve-stable/amounts/swap'
import { protocol } from '#protocols/curve-stable/index'
import { port } from '#test/conformance/adapters/compile'
import { type AdapterFixture, createCallBuilder, type PreparedPool } from '#test/conformance/adapters/fixture'
import { anySize } from '#test/conformance/sizes'

const { step } = createCallBuilder([
  'function fill(uint256[])',
  'function setRates(uint256[])',
  'function approve(address, uint256)',
])
export const constructorTypes = [
  'tuple(bool isNew, bool dividedOnce, uint256 precision, uint256 a, uint256 fee, uint256 adminFee, uint256 offpeg)',
  'address[]',
  'uint256[]',
]

export interface Setting {
  readonly kind: 'plain' | 'ng'
  readonly decimals: readonly number[]
  readonly precision: bigint
  readonly dividedOnce: boolean
  /** A · n^(n−1) */
  readonly a: bigint
  readonly feeE10: bigint
  readonly adminFeeE10: bigint
  readonly offpegE10: bigint
}

export const plain = { kind: 'plain', precision: 100n, dividedOnce: false, offpegE10: 0n } as const
export const ng = { kind: 'ng', precision: 100n, dividedOnce: true, adminFeeE10: 5_000_000_000n } as const

export const settings: readonly Setting[] = [
  // as 3pool
  { ...plain, decimals: [18, 6, 6], precision: 1n, a: 4_000n, feeE10: 1_000_000n, adminFeeE10: 5_000_000_000n },
  { ...plain, decimals: [18, 18], precision: 1n, a: 100n, feeE10: 4_000_000n, adminFeeE10: 0n },
  { ...plain, decimals: [6, 18], dividedOnce: true, a: 200n, feeE10: 4_000_000n, adminFeeE10: 5_000_000_000n },
  { ...plain, decimals: [18, 8, 6, 2], a: 1n, feeE10: 99_999_999n, adminFeeE10: 9_999_999_999n },
  { ...ng, decimals: [18, 6], a: 1_500n, feeE10: 1_000_000n, offpegE10: 20_000_000_000n },
  { ...ng, decimals: [18, 18], a: 100n, feeE10: 4_000_000n, offpegE10: 10_000_000_000n },
  { ...ng, decimals: [6, 18, 8], a: 20_000n, feeE10: 3_000_000n, offpegE10: 100_000_000_000n },
  { ...ng, decimals: [18, 18, 6, 6], a: 10n, feeE10: 100_000_000n, offpegE10: 50_000_000_000n },
]

export interface Scenario {
  readonly which: number
  /** Deposit of each token, in 18 decimals. */
  readonly amounts: readonly bigint[]
  /** Value of one token of each, 18 decimals; used by StableSwap-NG only. */
  readonly worths: readonly bigint[]
}

const most = 4
const least = 1n << 64n
export const anyAmounts = fc
  .tuple(anySize(84), fc.array(fc.bigInt({ min: 1n, max: 1_000n }), { minLength: most, maxLength: most }))
  .map(([base, skew]) => skew.map((part) => (base + least) * part))
const anyWorth = fc.oneof(fc.constant(10n ** 18n), fc.bigInt({ min: 10n ** 17n, max: 10n ** 19n }))
export const anyWorths = fc.array(anyWorth, { minLength: most, maxLength: most })

export const stateOf = ({ which, ...holds }: Scenario): CurveStableState => stateWith(settings[which] as Setting, holds)

export function stateWith(setting: Setting, { amounts, worths }: Omit<Scenario, 'which'>): CurveStableState {
  const { kind, decimals, precision, dividedOnce, a, feeE10, adminFeeE10, offpegE10 } = setting
  const unit = 10n ** 18n
  return {
    balances: decimals.map((n, i) => (amounts[i] ?? 0n) / 10n ** BigInt(18 - n)),
    rates: decimals.map((n, i) => (10n ** BigInt(36 - n) * (kind === 'ng' ? (worths[i] ?? unit) : unit)) / unit),
    amplification: a * precision,
    precision,
    dividedOnce,
    feeE10,
    adminFeeE10,
    ...(kind === 'ng' && { offpegE10 }),
  }
}

/** False if balances are too uneven for A: then the pool finds no D. */
export const hasInvariant = (state: CurveStableState): boolean => getInvariant(state) !== undefined

export const scenarios: fc.Arbitrary<Scenario> = fc
  .record({
    which: fc.nat(settings.length - 1),
    amounts: anyAmounts,
    worths: anyWorths,
  })
  .filter((scenario) => hasInvariant(stateOf(scenario)))

/** Deploys pools on the chain, and returns how to bring one to the state of a scenario. */
export async function openPools(stage: AdapterFixture) {
  const code = port('CurveStablePort')
  const made: Pool[] = []
  for (const setting of settings) made.push(await make(stage, code, setting))
  return (scenario: Scenario): PreparedPool<CurveStableState> => fill(made, scenario)
}

/** Constructor arguments of the ports. */
export function constructorValues(setting: Setting, tokens: readonly Address[]): readonly unknown[] {
  const { kind, decimals, precision, dividedOnce, a, feeE10, adminFeeE10, offpegE10 } = setting
  const chosen = [kind === 'ng', dividedOnce, precision, a * precision, feeE10, adminFeeE10, offpegE10]
  return [chosen, tokens, decimals.map((n) => 10n ** BigInt(36 - n))]
}

async function make(stage: AdapterFixture, code: string, setting: Setting): Promise<Pool> {
  const { kind, decimals, precision, dividedOnce } = setting
  const tokens: Address[] = []
  for (const one of decimals) tokens.push(await stage.deployCoin(one))
  const address = await stage.deploy(code, constructorTypes, constructorValues(setting, tokens))
  const venue = { protocol: protocol.kind, name: 'curve', title: 'Curve', factory: address, feesPpm: [] }
  const facts = kind === 'ng' ? { ng: true, decimals } : { decimals, precision: Number(precision), dividedOnce }
  return { venue, address, tokens, feePpm: 0, facts }
}

function fill(made: readonly Pool[], scenario: Scenario): PreparedPool<CurveStableState> {
  const pool = made[scenario.which] as Pool
  const state = stateOf(scenario)
  return {
    pool,
    state,
    steps: [
      ...pool.tokens.map((token, i) => step(token, 'approve', pool.address, state.balances[i])),
      step(pool.address, 'setRates', state.rates),
      step(pool.address, 'fill', state.balances),
    ],
  }
}
