import fc from 'fast-check'
import type { Pool } from '#domain/pools/protocol'
import { protocol } from '#protocols/erc4626/index'
import type { Erc4626State } from '#protocols/erc4626/swap'
import { type AdapterFixture, createCallBuilder, type PreparedPool } from '#test/conformance/adapters/fixture'
import { readRecorded } from '#test/conformance/adapters/recorded'
import { anySize } from '#test/conformance/sizes'

const { step } = createCallBuilder([
  'function deposit(uint256, address)',
  'function approve(address, uint256)',
  'function transfer(address, uint256)',
])

const vaults = [
  { decimals: 18, offset: 0 },
  { decimals: 6, offset: 12 },
  { decimals: 6, offset: 0 },
  { decimals: 24, offset: 3 },
]

export interface Scenario {
  readonly which: number
  readonly deposited: bigint
  /** Assets that the vault earned. */
  readonly earned: bigint
}

const max = (1n << 256n) - 1n

export const scenarios: fc.Arbitrary<Scenario> = fc.record({
  which: fc.nat(vaults.length - 1),
  deposited: anySize(100),
  earned: anySize(100),
})

/** Deploys pools on the chain, and returns how to bring one to the state of a scenario. */
export async function openPools(stage: AdapterFixture) {
  const made: Pool[] = []
  for (const vault of vaults) made.push(await make(stage, vault))
  return (scenario: Scenario): PreparedPool<Erc4626State> => fill(stage, made, scenario)
}

async function make(stage: AdapterFixture, { decimals, offset }: (typeof vaults)[number]): Promise<Pool> {
  const asset = await stage.deployCoin(decimals)
  const types = ['address', 'string', 'string', 'uint8']
  const address = await stage.deploy(readRecorded('source-pools', 'ShareVault'), types, [
    asset,
    'Share',
    'SHARE',
    offset,
  ])
  const venue = { protocol: protocol.kind, name: 'vaults', title: 'Vaults', factory: address, feesPpm: [] }
  return { venue, address, tokens: [asset, address], feePpm: 0, facts: { decimalsOffset: offset } }
}

function fill(
  { driver }: AdapterFixture,
  made: readonly Pool[],
  { which, deposited, earned }: Scenario,
): PreparedPool<Erc4626State> {
  const pool = made[which] as Pool
  const [asset = pool.address] = pool.tokens
  const virtualShares = 10n ** BigInt(vaults[which]?.offset ?? 0)
  const assets = deposited + earned
  return {
    pool,
    state: { assets, shares: deposited * virtualShares, cash: assets, mostDeposit: max, virtualShares, redeems: true },
    steps: [
      step(asset, 'approve', pool.address, deposited),
      step(pool.address, 'deposit', deposited, driver),
      step(asset, 'transfer', pool.address, earned),
    ],
  }
}
