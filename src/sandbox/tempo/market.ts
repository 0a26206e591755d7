import { addressAt } from '#domain/calls/words'
import type { ListedToken, Network } from '#domain/network'
import type { Address, Hex } from '#domain/units'
import { dumpAccounts } from '#sandbox/accounts'
import { sandboxGround } from '#sandbox/addresses.gen'
import type { Rpc } from '#sandbox/anvil/rpc'
import { sendFrom } from '#sandbox/anvil/send-from'
import { devAccounts } from '#sandbox/dev-accounts'
import {
  approveAll,
  createToken,
  feeManager,
  getTokenAddress,
  grantIssuer,
  mint,
  orderBooks,
  placeOrder,
  setUserToken,
  tokenFactory,
} from './calls.ts'
import { pathUsd } from './treasury.ts'

const { treasury } = sandboxGround
const million = 10n ** 12n

interface PlannedToken {
  readonly symbol: string
  readonly currency: string
  /** By its symbol; pathUSD by default. */
  readonly quote?: string
}

/** Those of the entry that exist here; only the dollars have order books. */
const plannedTokens: readonly PlannedToken[] = [
  { symbol: 'USDC.e', currency: 'USD' },
  { symbol: 'USDT0', currency: 'USD' },
  { symbol: 'USDe', currency: 'USD', quote: 'USDC.e' },
  { symbol: 'EURC.e', currency: 'EUR' },
]

/** Whole tokens, tick, and where the order flips to; several of one price, and uneven remainders. */
type PlannedOrder = readonly [side: 'bid' | 'ask', whole: number, tick: number, flipTick?: number]

const plannedOrders: readonly PlannedOrder[] = [
  ['bid', 12_000.123457, -10],
  ['bid', 30_000, -10, 20],
  ['bid', 8_500.000001, -20],
  ['bid', 150_000, -40],
  ['bid', 900_000.77, -150, 10],
  ['ask', 9_000.654321, 10],
  ['ask', 41_000, 20, -10],
  ['ask', 7_777.777777, 20],
  ['ask', 120_000, 50],
  ['ask', 800_000.5, 200],
]

/**
 * The tokens of the entry at its addresses, with order books, on a chain of anvil's own implementation of Tempo. The
 * development accounts get a million of each, and pay for gas in pathUSD.
 */
export async function createTempoMarket(rpc: Rpc, network: Network): Promise<void> {
  await rpc('anvil_impersonateAccount', treasury)
  const listed = new Map(network.tokens.map((token) => [token.symbol, token]))
  for (const [salt, planned] of plannedTokens.entries()) {
    const token = listed.get(planned.symbol)
    if (token !== undefined) await createPlanned(rpc, { planned, token, salt, listed })
  }
  await sendFrom(rpc, { from: treasury, to: pathUsd, data: approveAll(orderBooks) })
  for (const { symbol, currency } of plannedTokens) {
    const base = listed.get(symbol)?.address
    if (base !== undefined && currency === 'USD') await placeOrders(rpc, base)
  }
  await rpc('anvil_stopImpersonatingAccount', treasury)
  const feeToken = network.feeToken?.address ?? pathUsd
  for (const { address } of devAccounts)
    await sendFrom(rpc, { from: address, to: feeManager, data: setUserToken(feeToken) })
}

interface Planned {
  readonly planned: PlannedToken
  readonly token: ListedToken
  readonly salt: number
  readonly listed: ReadonlyMap<string, ListedToken>
}

async function createPlanned(rpc: Rpc, { planned, token, salt, listed }: Planned): Promise<void> {
  const { symbol, currency } = planned
  const quote = listed.get(planned.quote ?? 'pathUSD')?.address ?? pathUsd
  const send = (to: Address, data: Hex) => sendFrom(rpc, { from: treasury, to, data })
  await send(tokenFactory, createToken({ name: symbol, symbol, currency, quote, admin: treasury, salt }))
  const found = await rpc<Hex>('eth_call', { to: tokenFactory, data: getTokenAddress(treasury, salt) }, 'latest')
  await moveToken(rpc, addressAt(found, 0), token.address)
  await send(token.address, grantIssuer(treasury))
  for (const { address } of devAccounts) await send(token.address, mint(address, million))
  await send(token.address, mint(treasury, 1_000n * million))
  await send(token.address, approveAll(orderBooks))
}

/**
 * The address of a token follows from its creator, who is not here: what the chain stores of it is copied to the entry's
 * address. It depends on neither.
 */
async function moveToken(rpc: Rpc, from: Address, to: Address): Promise<void> {
  const { [from]: account } = await dumpAccounts(rpc)
  if (account?.code === undefined) throw new Error(`there is no token at ${from}`)
  await rpc('anvil_setCode', to, account.code)
  for (const [slot, value] of Object.entries(account.storage ?? {})) await rpc('anvil_setStorageAt', to, slot, value)
}

async function placeOrders(rpc: Rpc, base: Address): Promise<void> {
  for (const [side, whole, tick, flipTick] of plannedOrders) {
    const order = { base, raw: BigInt(Math.round(whole * 1e6)), isBid: side === 'bid', tick, flipTick }
    await sendFrom(rpc, { from: treasury, to: orderBooks, data: placeOrder(order) })
  }
}
