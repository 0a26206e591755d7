import fc from 'fast-check'
import type { Pool } from '#domain/pools/protocol'
import { undefinedOnRangeError } from '#math/undefined-on-range-error'
import { protocol } from '#protocols/dodo-v2/index'
import type { DodoState } from '#protocols/dodo-v2/state'
import { adjustTargets } from '#protocols/dodo-v2/swap'
import { port } from '#test/conformance/adapters/compile'
import { type AdapterFixture, createCallBuilder, type PreparedPool } from '#test/conformance/adapters/fixture'
import { anySize } from '#test/conformance/sizes'

const { step } = createCallBuilder([
  'function fill(uint256, uint256, uint256, uint256, uint8)',
  'function setFees(uint256, uint256)',
  'function transfer(address, uint256)',
])

const one = 10n ** 18n

export interface Scenario {
  readonly vending: boolean
  readonly reserves: readonly [bigint, bigint]
  /** What the pool has to spare of each, in parts of 2^16 of its balance. */
  readonly spare: readonly [number, number]
  readonly short: 0 | 1 | 'neither'
  readonly price: bigint
  readonly slope: bigint
  readonly fees: readonly [bigint, bigint]
  /** Of the newer code. */
  readonly keepsRest?: boolean
}

const anyPart = fc.oneof(fc.constant(0), fc.nat(65_535))
const anyFee = fc.oneof(fc.constant(0n), fc.bigInt({ min: 0n, max: one / 100n }))

/** Smallest units: about the same value at the price, occasionally a million times more or less. */
const worthOf = (base: bigint, price: bigint, part: bigint): bigint => ((base * price) / one) * part + 1n

export const scenarios: fc.Arbitrary<Scenario> = fc
  .record({
    vending: fc.boolean(),
    base: anySize(100),
    part: fc.oneof(fc.bigInt({ min: 1n, max: 20n }), anySize(20)),
    spare: fc.tuple(anyPart, anyPart),
    short: fc.constantFrom<Scenario['short'][]>(0, 1, 'neither'),
    price: fc.oneof(fc.constant(one), anySize(110), fc.bigInt({ min: one / 2n, max: one * 2n })),
    slope: fc.oneof(
      fc.constantFrom(0n, one, one / 10n, 10n ** 14n, 2n * 10n ** 14n, one / 2n),
      fc.bigInt({ min: 1n, max: one - 1n }),
      anySize(59),
    ),
    fees: fc.tuple(anyFee, anyFee),
    keepsRest: fc.boolean(),
  })
  .map(({ base, part, ...rest }): Scenario => {
    const reserves = [base * 5n, worthOf(base, rest.price, part)] as const
    return { ...rest, reserves }
  })
  .filter(
    ({ reserves, ...rest }) =>
      reserves[1] < 1n << 110n && undefinedOnRangeError(() => stateOf({ reserves, ...rest })) !== undefined,
  )

/** As the pool stores it: the target of the short token follows. */
function storedOf({ vending, reserves, spare, price, slope, fees, keepsRest, ...scenario }: Scenario): DodoState {
  const [base, quote] = reserves.map((held, i) => held - (held * BigInt(spare[i] ?? 0)) / 65_536n) as [bigint, bigint]
  const short = vending ? 0 : scenario.short
  const targets = vending
    ? ([0n, 0n] as const)
    : short === 0
      ? ([0n, quote] as const)
      : short === 1
        ? ([base, 0n] as const)
        : ([base, quote] as const)
  const [ofPool, ofMaintainer] = fees
  return {
    ...{ vending, reserves, targets, short, price, slope },
    fees: { pool: ofPool, maintainer: ofMaintainer },
    ...(keepsRest && { keepsRest }),
  }
}

export const stateOf = (scenario: Scenario): DodoState => adjustTargets(storedOf(scenario))

/** Deploys vending machines and stable pools of both codes, and returns how to bring one to the state of a scenario. */
export async function openPools(stage: AdapterFixture) {
  const code = port('DodoPort')
  const tokens = [await stage.deployCoin(18), await stage.deployCoin(6)]
  const make = async (vending: boolean, keepsRest: boolean): Promise<Pool> => {
    const address = await stage.deploy(code, ['address', 'address', 'bool', 'bool'], [...tokens, vending, keepsRest])
    const venue = { protocol: protocol.kind, name: 'dodo-v2', title: 'DODO V2', factory: address, feesPpm: [] }
    return { venue, address, tokens, feePpm: vending ? 3_000 : 100, facts: { vending } }
  }
  const [machines, stables] = [
    [await make(true, false), await make(true, true)],
    [await make(false, false), await make(false, true)],
  ] as const
  return (scenario: Scenario): PreparedPool<DodoState> => {
    const [older, newer] = scenario.vending ? machines : stables
    return fill(scenario.keepsRest ? newer : older, scenario)
  }
}

function fill(pool: Pool, scenario: Scenario): PreparedPool<DodoState> {
  const { reserves, targets, price, slope, short, fees } = storedOf(scenario)
  const { address, tokens } = pool
  return {
    pool,
    state: stateOf(scenario),
    steps: [
      ...tokens.map((token, i) => step(token, 'transfer', address, reserves[i])),
      step(address, 'setFees', fees.pool, fees.maintainer),
      step(address, 'fill', price, slope, ...targets, short === 'neither' ? 0 : short + 1),
    ],
  }
}
