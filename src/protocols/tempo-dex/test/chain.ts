/** Tempo's order books in anvil's implementation of the chain, as the tests of this family use them. */
import { addressWord, callData, uintAt, word } from '#domain/calls/words'
import type { Pool } from '#domain/pools/protocol'
import { type Address, type Hex, hex, noBytes } from '#domain/units'
import { getNetworkEntry } from '#networks/find'
import { adapterAddress } from '#protocols/adapters.gen'
import { protocol } from '#protocols/tempo-dex/index'
import type { TempoBook } from '#protocols/tempo-dex/swap'
import { sandboxGround } from '#sandbox/addresses.gen'
import { pause } from '#sandbox/anvil/pause'
import { type RunningChain, startChain } from '#sandbox/anvil/start'
import { devAccounts } from '#sandbox/dev-accounts'
import { approveAll, type NewOrder, orderBooks, placeOrder } from '#sandbox/tempo/calls'
import { createTempoMarket } from '#sandbox/tempo/market'
import { runReading } from '#test/conformance/adapters/reading'

const entry = getNetworkEntry('tempo')
const tokenOf = (symbol: string): Address => {
  const found = entry.tokens.find((token) => token.symbol === symbol)
  if (found === undefined) throw new RangeError(symbol)
  return found.address
}
export const [base, quote] = [tokenOf('USDC.e'), tokenOf('pathUSD')] as const
export const adapter = adapterAddress['tempo-dex']
/** Trades; it has plenty of both tokens, and has approved the books. */
export const [trader] = [devAccounts[3]?.address ?? base] as const

interface SentTransaction {
  readonly status: Hex
  readonly gasUsed: Hex
}

export interface BookChain extends Pick<RunningChain, 'rpc' | 'stop'> {
  readonly pool: Pool
  /** The answer to a call of {@link trader}; `0x` if it is refused. */
  call(to: Address, data: Hex): Promise<Hex>
  send(to: Address, data: Hex, from?: Address): Promise<SentTransaction>
  place(order: Omit<NewOrder, 'base'>): Promise<void>
  load(): Promise<TempoBook | undefined>
  balanceOf(token: Address, owner: Address): Promise<bigint>
}

export async function startBooks(): Promise<BookChain> {
  const { chainId, router, stack, maxGas } = entry
  const { rpc, stop } = await startChain({ chainId, router, stack, maxGas, flags: ['--disable-block-gas-limit'] })
  await createTempoMarket(rpc, entry)
  const { treasury } = sandboxGround
  await rpc('anvil_impersonateAccount', treasury)
  const call: BookChain['call'] = (to, data) =>
    rpc<Hex>('eth_call', { from: trader, to, data, gas: '0xe8d4a51000' }, 'latest').then(hex, () => noBytes)
  const send: BookChain['send'] = async (to, data, from = trader) => {
    const hash = await rpc('eth_sendTransaction', { from, to, data, gas: '0x1c9c380' })
    for (;;) {
      const receipt = await rpc<SentTransaction | null>('eth_getTransactionReceipt', hash)
      if (receipt !== null) return receipt
      await pause(2)
    }
  }
  const runner = { call: (to: string, data: string) => rpc<Hex>('eth_call', { to, data }, 'latest') }
  const [venue] = entry.venues
  if (venue === undefined) throw new Error('no venue')
  const [pool] = (await runReading(runner, protocol.find(venue, [quote, base]))).value
  if (pool === undefined) throw new Error('no pool')
  // more than the books hold: what they refuse is not for want of it
  await send(base, transferCall(trader, 4n * 10n ** 14n), treasury)
  for (const token of [base, quote]) await send(token, approveAll(orderBooks))
  return {
    rpc,
    stop,
    pool,
    call,
    send,
    place: async (order) => {
      const { status } = await send(orderBooks, placeOrder({ ...order, base }), treasury)
      if (status !== '0x1') throw new Error('the order was refused')
    },
    load: async () => (await runReading(runner, protocol.load(pool, 'whole'))).value,
    balanceOf: async (token, owner) => uintAt(await call(token, callData('0x70a08231', addressWord(owner))), 0),
  }
}

/** `swapExactAmountIn(address,address,uint128,uint128)` */
export const swapCall = (tokenIn: Address, tokenOut: Address, amountIn: bigint): Hex =>
  callData('0xf8856c0f', addressWord(tokenIn), addressWord(tokenOut), word(amountIn), word(0))

export const transferCall = (to: Address, raw: bigint): Hex => callData('0xa9059cbb', addressWord(to), word(raw))

/** `tradeForSwapline(address,address,address,address,uint256)` */
export const adapterCall = (tokenIn: Address, tokenOut: Address, to: Address): Hex =>
  callData('0xd62d2d8d', ...[orderBooks, tokenIn, tokenOut, to].map(addressWord), word(0))
