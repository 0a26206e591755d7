import fc from 'fast-check'
import type { Pool } from '#domain/pools/protocol'
import type { Address } from '#domain/units'
import { undefinedOnRangeError } from '#math/undefined-on-range-error'
import { solveCryptoInvariant } from '#protocols/curve-crypto/amounts/invariant'
import { type CurveCryptoKind, type CurveCryptoState, kinds } from '#protocols/curve-crypto/amounts/state'
import { computeShares, scaleBalances } from '#protocols/curve-crypto/amounts/swap'
import { protocol } from '#protocols/curve-crypto/index'
import { port } from '#test/conformance/adapters/compile'
import { type AdapterFixture, createCallBuilder, type PreparedPool } from '#test/conformance/adapters/fixture'
import { anySize } from '#test/conformance/sizes'

const { step } = createCallBuilder([
  'function fill(uint256[] amounts, uint256[] scale)',
  'function approve(address, uint256)',
])
const constructorTypes = [
  'tuple(uint8 kind, uint256 a, uint256 gamma, uint256 midFee, uint256 outFee, uint256 feeGamma, bool dividesSum)',
  'address[]',
  'uint256[]',
]

interface Setting {
  readonly kind: CurveCryptoKind
  readonly decimals: readonly number[]
  /** A · n^n · 10^4 */
  readonly a: bigint
  readonly gamma: bigint
  readonly fees: readonly [midE10: bigint, outE10: bigint, gamma: bigint]
  readonly dividesSum?: true
}

export const settings: readonly Setting[] = [
  // as most pools of two tokens
  {
    kind: 'two',
    decimals: [18, 18],
    a: 400_000n,
    gamma: 145n * 10n ** 12n,
    fees: [26_000_000n, 45_000_000n, 230n * 10n ** 12n],
  },
  // two tokens of nearly equal value
  {
    kind: 'two',
    decimals: [6, 18],
    a: 200_000_000n,
    gamma: 10n ** 14n,
    fees: [5_000_000n, 45_000_000n, 5n * 10n ** 15n],
  },
  { kind: 'two', decimals: [8, 2], a: 4_000n, gamma: 2n * 10n ** 16n, fees: [500_000n, 300_000_000n, 10n ** 13n] },
  // as tricrypto2
  {
    kind: 'tri',
    decimals: [6, 8, 18],
    a: 1_707_629n,
    gamma: 11_809_167_828_997n,
    fees: [3_000_000n, 30_000_000n, 500n * 10n ** 12n],
  },
  { kind: 'tri', decimals: [18, 18, 18], a: 270_000_000n, gamma: 10n ** 10n, fees: [500_000n, 500_000n, 0n] },
  // as most of Tricrypto-NG
  {
    kind: 'tri-ng',
    decimals: [6, 8, 18],
    a: 1_707_629n,
    gamma: 11_809_167_828_997n,
    fees: [3_000_000n, 30_000_000n, 500n * 10n ** 12n],
  },
  {
    kind: 'tri-ng',
    decimals: [18, 18, 18],
    a: 540_000n,
    gamma: 805n * 10n ** 11n,
    fees: [1_000_000n, 140_000_000n, 400n * 10n ** 12n],
  },
  {
    kind: 'tri-ng',
    decimals: [18, 6, 2],
    a: 2_700n,
    gamma: 5n * 10n ** 16n,
    fees: [500_000n, 100_000_000n, 10n ** 18n],
  },
  // with another cubic: steep, and so steep that there may be several roots
  {
    kind: 'tri-ng',
    decimals: [6, 18, 8],
    a: 27_000_000n,
    gamma: 2n * 10n ** 16n,
    fees: [1_000_000n, 30_000_000n, 10n ** 15n],
  },
  {
    kind: 'tri-ng',
    decimals: [18, 18, 18],
    a: 270_000_000n,
    gamma: 5n * 10n ** 16n,
    fees: [1_000_000n, 30_000_000n, 10n ** 15n],
  },
  // as pools of Twocrypto-NG: nearly equal values, with the largest gamma allowed, and any price
  {
    kind: 'two-ng',
    decimals: [18, 18],
    a: 20_000_000n,
    gamma: 2n * 10n ** 16n,
    fees: [500_000n, 8_000_000n, 3n * 10n ** 16n],
  },
  {
    kind: 'two-ng',
    decimals: [18, 2],
    a: 1_880_000n,
    gamma: 199n * 10n ** 15n,
    fees: [4_000_000n, 30_000_000n, 123n * 10n ** 14n],
  },
  {
    kind: 'two-ng',
    decimals: [6, 18],
    a: 400_000n,
    gamma: 145n * 10n ** 12n,
    fees: [26_000_000n, 45_000_000n, 230n * 10n ** 12n],
  },
  { kind: 'two-ng', decimals: [8, 18], a: 4_000n, gamma: 10n ** 10n, fees: [1_000_000n, 300_000_000n, 10n ** 12n] },
  // CryptoSwap of version 0.3.3
  {
    kind: 'two',
    decimals: [6, 18],
    a: 400_000n,
    gamma: 145n * 10n ** 12n,
    fees: [26_000_000n, 45_000_000n, 230n * 10n ** 12n],
    dividesSum: true,
  },
]

export interface Scenario {
  readonly which: number
  /** Amount of each token, in 18 decimals of the first. */
  readonly worths: readonly bigint[]
  /** Value of one whole token of each except the first, 18 decimals. */
  readonly prices: readonly bigint[]
}

const [most, least] = [3, 1n << 60n]
const anyWorths = fc
  .tuple(anySize(92), fc.array(fc.bigInt({ min: 1_000n, max: 3_000n }), { minLength: most, maxLength: most }))
  .map(([base, skew]) => skew.map((part) => ((base + least) * part) / 1_000n))
const anyPrice = fc.oneof(fc.constant(10n ** 18n), fc.bigInt({ min: 10n ** 14n, max: 10n ** 23n }))

/** `undefined` if the contract finds no D for the balances. */
export function stateOf({ which, worths, prices }: Scenario): CurveCryptoState | undefined {
  const { kind, decimals, a, gamma, fees, dividesSum } = settings[which] as Setting
  const [midFeeE10, outFeeE10, feeGamma] = fees
  const precisions = decimals.map((n) => 10n ** BigInt(18 - n))
  const priceScale = prices.slice(0, decimals.length - 1)
  const balances = precisions.map(
    (precision, i) => ((worths[i] ?? 0n) * 10n ** 18n) / (i === 0 ? 10n ** 18n : (prices[i - 1] ?? 1n)) / precision,
  )
  const known = {
    kind,
    a,
    gamma,
    midFeeE10,
    outFeeE10,
    feeGamma,
    precisions,
    priceScale,
    balances,
    isSettled: true,
    ...(dividesSum && { dividesSum }),
  }
  const virtualPrice = 10n ** 18n
  return undefinedOnRangeError(() => {
    const scaled = scaleBalances({ ...known, invariant: 0n, virtualPrice, supply: 0n })
    const invariant = solveCryptoInvariant(known, scaled)
    return { ...known, invariant, virtualPrice, supply: computeShares(known, invariant) }
  })
}

export const scenarios: fc.Arbitrary<Scenario> = fc
  .record({
    which: fc.nat(settings.length - 1),
    worths: anyWorths,
    prices: fc.array(anyPrice, { minLength: most - 1, maxLength: most - 1 }),
  })
  .filter((scenario) => stateOf(scenario) !== undefined)

/** Deploys pools on the chain, and returns how to bring one to the state of a scenario. */
export async function openPools(stage: AdapterFixture) {
  const code = port('CurveCryptoPort')
  const made: Pool[] = []
  for (const setting of settings) made.push(await make(stage, code, setting))
  return (scenario: Scenario): PreparedPool<CurveCryptoState> => fill(made, scenario)
}

async function make(stage: AdapterFixture, code: string, setting: Setting): Promise<Pool> {
  const { kind, decimals, a, gamma, fees, dividesSum = false } = setting
  const tokens: Address[] = []
  for (const one of decimals) tokens.push(await stage.deployCoin(one))
  const precisions = decimals.map((n) => 10n ** BigInt(18 - n))
  const chosen = [kinds.indexOf(kind), a, gamma, ...fees, dividesSum]
  const address = await stage.deploy(code, constructorTypes, [chosen, tokens, precisions])
  const venue = { protocol: protocol.kind, name: 'curve-crypto', title: 'Curve', factory: address, feesPpm: [] }
  const facts = { kind, decimals, token: address, ...(kind === 'two-ng' && { math: address }) }
  return { venue, address, tokens, feePpm: 0, facts }
}

function fill(made: readonly Pool[], scenario: Scenario): PreparedPool<CurveCryptoState> {
  const pool = made[scenario.which] as Pool
  const state = stateOf(scenario)
  if (state === undefined) throw new Error('the pool has no D')
  return {
    pool,
    state,
    steps: [
      ...pool.tokens.map((token, i) => step(token, 'approve', pool.address, state.balances[i])),
      step(pool.address, 'fill', state.balances, state.priceScale),
    ],
  }
}
