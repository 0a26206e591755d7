import fc from 'fast-check'
import { solveInvariant } from '#amm/stable-swap'
import type { Pool } from '#domain/pools/protocol'
import type { Address } from '#domain/units'
import { undefinedOnRangeError } from '#math/undefined-on-range-error'
import { protocol } from '#protocols/stable-swap/index'
import type { StableSwapState } from '#protocols/stable-swap/state'
import { type AdapterFixture, createCallBuilder, type PreparedPool } from '#test/conformance/adapters/fixture'
import { readRecorded } from '#test/conformance/adapters/recorded'
import { anySize } from '#test/conformance/sizes'

const { step } = createCallBuilder([
  'function initialize(address[], uint8[], string, string, uint256 a, uint256 fee, uint256 adminFee, address lpToken)',
  'function addLiquidity(uint256[], uint256, uint256)',
  'function approve(address, uint256)',
])
const lp = createCallBuilder(['function initialize(string, string)'])

const settings = [
  { decimals: [18, 18], a: 200n, feeE10: 4_000_000n, adminFeeE10: 0n },
  { decimals: [6, 18], a: 100n, feeE10: 4_000_000n, adminFeeE10: 5_000_000_000n },
  { decimals: [18, 6, 6], a: 2_000n, feeE10: 1_000_000n, adminFeeE10: 5_000_000_000n },
  { decimals: [18, 8, 6, 2], a: 1n, feeE10: 99_999_999n, adminFeeE10: 9_999_999_999n },
  { decimals: [6, 6], a: 999_999n, feeE10: 0n, adminFeeE10: 0n },
]

export interface Scenario {
  readonly which: number
  /** Deposit of each token, in 18 decimals. */
  readonly amounts: readonly bigint[]
}

const most = 4
const least = 1n << 64n
const anyAmounts = fc
  .tuple(anySize(84), fc.array(fc.bigInt({ min: 1n, max: 1_000n }), { minLength: most, maxLength: most }))
  .map(([base, skew]) => skew.map((part) => (base + least) * part))

const balancesOf = ({ which, amounts }: Scenario): readonly bigint[] =>
  (settings[which]?.decimals ?? []).map((n, i) => (amounts[i] ?? 0n) / 10n ** BigInt(18 - n))

/** False if balances are too uneven for A: then the contract finds no D and refuses them. */
function takesDeposit(scenario: Scenario): boolean {
  const { decimals = [], a = 0n } = settings[scenario.which] ?? {}
  const scaled = balancesOf(scenario).map((one, i) => one * 10n ** BigInt(18 - (decimals[i] ?? 0)))
  return undefinedOnRangeError(() => solveInvariant(scaled, { a: a * 100n, precision: 100n })) !== undefined
}

export const scenarios: fc.Arbitrary<Scenario> = fc
  .record({ which: fc.nat(settings.length - 1), amounts: anyAmounts })
  .filter(takesDeposit)

/** Deploys pools on the chain, and returns how to bring one to the state of a scenario. */
export async function openPools(stage: AdapterFixture) {
  const library = await stage.deploy(readRecorded('far-pools', 'SwapUtilsExternal'))
  const code = readRecorded('far-pools', 'StableSwap').replaceAll(/__\$[0-9a-f]{34}\$__/g, library.slice(2))
  const token = await stage.deploy(readRecorded('far-pools', 'LPToken'))
  await stage.runSteps([lp.step(token, 'initialize', 'LP', 'LP')])
  const made: Pool[] = []
  for (const setting of settings) made.push(await make(stage, { code, token, setting }))
  return (scenario: Scenario): PreparedPool<StableSwapState> => fill(made, scenario)
}

async function make(
  stage: AdapterFixture,
  asked: { readonly code: string; readonly token: Address; readonly setting: (typeof settings)[number] },
): Promise<Pool> {
  const { decimals, a, feeE10, adminFeeE10 } = asked.setting
  const address = await stage.deploy(asked.code)
  const tokens: Address[] = []
  for (const one of decimals) tokens.push(await stage.deployCoin(one))
  await stage.runSteps([step(address, 'initialize', tokens, decimals, 'LP', 'LP', a, feeE10, adminFeeE10, asked.token)])
  const venue = { protocol: protocol.kind, name: 'saddle', title: 'Saddle', factory: address, feesPpm: [] }
  return { venue, address, tokens, feePpm: 0, facts: { decimals } }
}

/** The whole first deposit is kept, even an uneven one. */
function fill(made: readonly Pool[], scenario: Scenario): PreparedPool<StableSwapState> {
  const [pool, setting] = [made[scenario.which], settings[scenario.which]]
  if (pool === undefined || setting === undefined) throw new Error('there is no such pool')
  const balances = balancesOf(scenario)
  return {
    pool,
    state: {
      balances,
      multipliers: setting.decimals.map((n) => 10n ** BigInt(18 - n)),
      amplification: setting.a * 100n,
      feeE10: setting.feeE10,
      adminFeeE10: setting.adminFeeE10,
    },
    steps: [
      ...pool.tokens.map((token, i) => step(token, 'approve', pool.address, balances[i])),
      step(pool.address, 'addLiquidity', balances, 0n, 2n ** 40n),
    ],
  }
}
