import type { Network } from '#domain/network'
import type { Address } from '#domain/units'
import type { GenesisAccount, GenesisAccounts } from '#sandbox/accounts'
import { sandboxGround } from '#sandbox/addresses.gen'
import type { SandboxContracts } from './contracts.ts'
import type { SandboxToken } from './plan.ts'

const multicall = '0xca11bde05977b3631167028862be2a173976ca11'

/**
 * The foundation with its contracts at the addresses in `network`'s entry. Code and storage can be moved here and only
 * here, before any pool exists: tokens and factories store nothing that depends on their own address, except the V3
 * factory, whose code contains it (for `NoDelegateCall`) and is patched below, and USDC, which bars its own address as
 * a receiver and gets that entry again after the move. Pools depend on their address in every way (token order, signs,
 * keys, CREATE2), so they are never moved but created. The entry's other venues of the two families get a factory
 * without pools.
 * @throws Error if an old address is left anywhere in code or storage.
 */
export function relocate(accounts: GenesisAccounts, network: Network, ground: SandboxContracts): GenesisAccounts {
  const moves = new Map<string, string>([[multicall, network.multicall]])
  for (const venue of venues) moves.set(sandboxGround.factories[venue], ground.factories[venue])
  for (const symbol of symbols) moves.set(sandboxGround.tokens[symbol].address, ground.tokens[symbol].address)

  const moved: Record<string, GenesisAccount> = {}
  for (const [address, account] of Object.entries(accounts)) {
    const to = moves.get(address) ?? address
    moved[to] = replaceOwnAddress(account, address, to)
  }
  for (const symbol of symbols) renameToken(moved, ground, symbol)
  for (const { protocol, factory } of network.venues) {
    if (protocol !== 'uniswap-v2' && protocol !== 'uniswap-v3') continue
    const like = ground.factories[protocol]
    moved[factory] ??= replaceOwnAddress(getAccount(moved, like), like, factory)
  }
  refuseLeftovers(
    moved,
    [...moves].flatMap(([from, to]) => (from === to ? [] : [from])),
  )
  return moved
}

const venues = ['uniswap-v2', 'sushi-v2', 'uniswap-v3'] as const
const symbols: readonly SandboxToken[] = ['WETH', 'USDC', 'USDT', 'DAI', 'WBTC', 'wstETH', 'UNI', 'FOT', 'fake USDC']

/** A contract that knows its own address has it in its code as an immutable. */
const replaceOwnAddress = (account: GenesisAccount, from: string, to: string): GenesisAccount =>
  account.code === undefined ? account : { ...account, code: account.code.replaceAll(from.slice(2), to.slice(2)) }

function getAccount(accounts: GenesisAccounts, address: Address): GenesisAccount {
  const account = accounts[address]
  if (account === undefined) throw new Error(`the foundation has no account ${address}`)
  return account
}

/** If the network lists our token under another symbol, the contract takes that symbol. */
function renameToken(accounts: Record<string, GenesisAccount>, { tokens }: SandboxContracts, ours: SandboxToken): void {
  const { symbol, address } = tokens[ours]
  if (symbol === ours || ours === 'fake USDC') return
  const account = getAccount(accounts, address)
  accounts[address] = { ...account, storage: { ...account.storage, [symbolSlot]: shortString(symbol) } }
}

/** `symbol` is the second variable of the tokens in `contracts/sandbox`. */
const symbolSlot = `0x${'1'.padStart(64, '0')}`

/** A string of at most 31 bytes as Solidity stores it: its bytes from the left, twice its length at the right. */
function shortString(text: string): string {
  const bytes = Buffer.from(text, 'utf8')
  if (bytes.length > 31) throw new RangeError(`"${text}" is longer than 31 bytes`)
  return `0x${bytes.toString('hex').padEnd(62, '0')}${(bytes.length * 2).toString(16).padStart(2, '0')}`
}

function refuseLeftovers(accounts: GenesisAccounts, addresses: readonly string[]): void {
  const text = JSON.stringify(accounts)
  for (const address of addresses) {
    if (text.includes(address.slice(2))) throw new Error(`${address} is still named after the move`)
  }
}
