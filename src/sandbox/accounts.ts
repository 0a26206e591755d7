import { gunzipSync } from 'node:zlib'
import type { Hex } from '#domain/units'
import type { Rpc } from './anvil/rpc.ts'

/** An account in the form of a genesis block; empty members are omitted. */
export interface GenesisAccount {
  readonly nonce?: string
  readonly balance: string
  readonly code?: string
  readonly storage?: Readonly<Record<string, string>>
}

/** By lower-case address. */
export type GenesisAccounts = Readonly<Record<string, GenesisAccount>>

interface DumpedAccount {
  readonly nonce: number | string
  readonly balance: string
  readonly code: string
  readonly storage: Readonly<Record<string, string>>
}

/** Every account of a running anvil, ordered by address and slot, so that equal states are equal texts. */
export async function dumpAccounts(rpc: Rpc): Promise<GenesisAccounts> {
  const bytes = Buffer.from((await rpc<Hex>('anvil_dumpState')).slice(2), 'hex')
  const dumped: { accounts: Record<string, DumpedAccount> } = JSON.parse(gunzipSync(bytes).toString('utf8'))
  return Object.fromEntries(
    Object.entries(dumped.accounts)
      .map(([address, account]) => [address.toLowerCase(), normalizeAccount(account)] as const)
      .filter(([, { balance, ...rest }]) => balance !== '0x0' || Object.keys(rest).length > 0)
      .sort(compareKeys),
  )
}

function normalizeAccount({ nonce, balance, code, storage }: DumpedAccount): GenesisAccount {
  const slots = Object.entries(storage)
    .map(([slot, value]) => [word(slot), word(value)] as const)
    .filter(([, value]) => BigInt(value) !== 0n)
    .sort(compareKeys)
  return {
    ...(Number(nonce) > 0 ? { nonce: `0x${Number(nonce).toString(16)}` } : {}),
    balance: `0x${BigInt(balance).toString(16)}`,
    ...(code.length > 2 ? { code } : {}),
    ...(slots.length > 0 ? { storage: Object.fromEntries(slots) } : {}),
  }
}

const word = (text: string): string => `0x${BigInt(text).toString(16).padStart(64, '0')}`

const compareKeys = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1)
