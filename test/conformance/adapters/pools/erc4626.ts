import fc from 'fast-check'
import type { Pool } from '#domain/protocol'
import { protocol } from '#protocols/erc4626/index'
import type { State } from '#protocols/erc4626/swap'
import { anySize } from '../../sizes.ts'
import { recorded } from '../recorded.ts'
import { callsOf, type Prepared, type Stage } from '../stage.ts'

const { step } = callsOf([
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

const most = (1n << 256n) - 1n

export const scenarios: fc.Arbitrary<Scenario> = fc.record({
  which: fc.nat(vaults.length - 1),
  deposited: anySize(100),
  earned: anySize(100),
})

/** Puts pools on the chain, and says how one comes to the state of a scenario. */
export async function openPools(stage: Stage) {
  const made: Pool[] = []
  for (const vault of vaults) made.push(await make(stage, vault))
  return (scenario: Scenario): Prepared<State> => fill(stage, made, scenario)
}

async function make(stage: Stage, { decimals, offset }: (typeof vaults)[number]): Promise<Pool> {
  const asset = await stage.coin(decimals)
  const types = ['address', 'string', 'string', 'uint8']
  const address = await stage.deploy(recorded('source-pools', 'ShareVault'), types, [asset, 'Share', 'SHARE', offset])
  const venue = { protocol: protocol.kind, name: 'vaults', title: 'Vaults', factory: address, feesPpm: [] }
  return { venue, address, tokens: [asset, address], feePpm: 0, facts: { decimalsOffset: offset } }
}

function fill({ driver }: Stage, made: readonly Pool[], { which, deposited, earned }: Scenario): Prepared<State> {
  const pool = made[which] as Pool
  const [asset = pool.address] = pool.tokens
  const virtualShares = 10n ** BigInt(vaults[which]?.offset ?? 0)
  const assets = deposited + earned
  return {
    pool,
    state: { assets, shares: deposited * virtualShares, cash: assets, mostDeposit: most, virtualShares, redeems: true },
    steps: [
      step(asset, 'approve', pool.address, deposited),
      step(pool.address, 'deposit', deposited, driver),
      step(asset, 'transfer', pool.address, earned),
    ],
  }
}
