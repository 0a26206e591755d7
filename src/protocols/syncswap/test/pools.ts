import fc from 'fast-check'
import { solveInvariant } from '#amm/stable-swap'
import type { Pool } from '#domain/pools/protocol'
import { type Address, nativeToken } from '#domain/units'
import { undefinedOnRangeError } from '#math/undefined-on-range-error'
import { adapterAddress } from '#protocols/adapters.gen'
import { protocol } from '#protocols/syncswap/index'
import type { SyncSwapState } from '#protocols/syncswap/state'
import { stableCurve } from '#protocols/syncswap/swap'
import { port } from '#test/conformance/adapters/compile'
import { type AdapterFixture, createCallBuilder, type PreparedPool } from '#test/conformance/adapters/fixture'
import { anySize } from '#test/conformance/sizes'

const { step } = createCallBuilder([
  'function setTokenSwapFee(address, address, uint24)',
  'function setSenderFee(address, uint24)',
  'function transfer(address, uint256)',
  'function deposit(address, address)',
  'function sync()',
])

/** Decimals of stable pools; classic ones ignore them. */
const settings = [undefined, undefined, [18, 18], [6, 18], [6, 6], [18, 8]] as const

export interface Scenario {
  readonly which: number
  /** In smallest units of a classic pool, in 18 decimals of a stable one. */
  readonly holds: readonly [bigint, bigint]
  readonly feesE5: readonly [number, number]
  /** The fee that our adapter pays in place of those; 0 for none of its own. */
  readonly ours: number
}

const anyFee = fc.oneof(fc.constantFrom(0, 40, 200), fc.nat(10_000))

/** If balances are too uneven for the amplification, the contract finds no D, and continues with the last value. */
const isPossible = (scenario: Scenario): boolean => {
  const { reserves, multipliers } = stateOf(scenario)
  if (multipliers === undefined) return true
  const scaled = [reserves[0] * multipliers[0], reserves[1] * multipliers[1]]
  return (
    undefinedOnRangeError(() => solveInvariant(scaled, { ...stableCurve, acceptsUnconverged: false })) !== undefined
  )
}

export const scenarios: fc.Arbitrary<Scenario> = fc
  .record({
    which: fc.nat(settings.length - 1),
    holds: fc.oneof(
      fc.tuple(anySize(110), anySize(110)),
      fc
        .tuple(anySize(90), fc.bigInt({ min: 1n, max: 1_000n }), fc.bigInt({ min: 1n, max: 1_000n }))
        .map(([base, a, b]) => [(base + (1n << 50n)) * a, (base + (1n << 50n)) * b] as const),
    ),
    feesE5: fc.tuple(anyFee, anyFee),
    ours: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 10_000 })),
  })
  .filter(isPossible)

export function stateOf({ which, holds, feesE5, ours }: Scenario): SyncSwapState {
  const multipliers = multipliersOf(which)
  const held = ([a, b]: readonly [bigint, bigint]) =>
    [a / (multipliers?.[0] ?? 1n) + 1n, b / (multipliers?.[1] ?? 1n) + 1n] as const
  const fee = (one: number) => BigInt(ours === 0 ? one : ours)
  return { reserves: held(holds), feesE5: [fee(feesE5[0]), fee(feesE5[1])], ...(multipliers && { multipliers }) }
}

const multipliersOf = (which: number): readonly [bigint, bigint] | undefined => {
  const decimals = settings[which]
  return decimals && [10n ** BigInt(18 - decimals[0]), 10n ** BigInt(18 - decimals[1])]
}

/** Deploys a vault, a master and pools, and returns how to bring one to the state of a scenario. */
export async function openPools(stage: AdapterFixture) {
  const vault = await stage.deploy(port('SyncSwapVaultPort'), ['address'], [nativeToken])
  const master = await stage.deploy(port('SyncSwapMasterPort'), ['address'], [vault])
  const code = port('SyncSwapPoolPort')
  const made: Pool[] = []
  for (const which of settings.keys()) made.push(await make(stage, { code, vault, master, which }))
  return (scenario: Scenario): PreparedPool<SyncSwapState> => fill(made[scenario.which] as Pool, scenario)
}

async function make(
  stage: AdapterFixture,
  asked: { readonly code: string; readonly vault: Address; readonly master: Address; readonly which: number },
): Promise<Pool> {
  const { code, vault, master, which } = asked
  // in the order of their addresses, as tokens of one setting may differ in decimals
  const [first, second] = settings[which] ?? [18, 18]
  let [token0, token1] = [await stage.deployCoin(first), await stage.deployCoin(second)]
  while (token0 > token1) [token0, token1] = [await stage.deployCoin(first), await stage.deployCoin(second)]
  const multipliers = multipliersOf(which)
  const types = ['uint16', 'address', 'address', 'address', 'uint256', 'uint256']
  const kind = multipliers === undefined ? 1 : 2
  const address = await stage.deploy(code, types, [kind, master, token0, token1, ...(multipliers ?? [0n, 0n])])
  const facts = { vault, stableFactory: master }
  const venue = { protocol: protocol.kind, name: 'syncswap', title: 'SyncSwap', factory: master, feesPpm: [], facts }
  return { venue, address, tokens: [token0, token1], feePpm: 0 }
}

function fill(pool: Pool, scenario: Scenario): PreparedPool<SyncSwapState> {
  const state = stateOf(scenario)
  const [token0, token1] = pool.tokens as readonly [Address, Address]
  const { factory: master, facts } = pool.venue
  const vault = facts?.['vault'] as Address
  const pay = (token: Address, held: bigint) => [
    step(token, 'transfer', vault, held),
    step(vault, 'deposit', token, pool.address),
  ]
  return {
    pool,
    state,
    steps: [
      step(master, 'setTokenSwapFee', token0, token1, scenario.feesE5[0]),
      step(master, 'setTokenSwapFee', token1, token0, scenario.feesE5[1]),
      step(master, 'setSenderFee', adapterAddress.syncswap, scenario.ours),
      ...pay(token0, state.reserves[0]),
      ...pay(token1, state.reserves[1]),
      step(pool.address, 'sync'),
    ],
  }
}
