/** A client of gasless crossings over Across: wallets without native currency, what they sign, and how it ends. */
import { Wallet } from 'ethers'
import { expect } from 'vitest'
import { evm, type Hex, hex } from '#domain/units'
import { payDeposit } from './across-on-sandbox.ts'
import { balanceOf, rpc } from './sandbox-side.ts'
import { type Reply, type ServedPair, sleep, startServedPair } from './served-pair.ts'

export const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
export const sold = 400_000_000n
/** Account dev9 of every sandbox. */
export const relayer = evm('0xa0ee7a142d267c1f36714e4a8f75612f20a79720')
export const ether = (whole: bigint) => `0x${(whole * 10n ** 18n).toString(16)}`
const wethOfBase = '0x4200000000000000000000000000000000000006'

export const wish = (from: string, more: Readonly<Record<string, string>> = {}) => ({
  ...{ fromNetwork: 'sandbox-ethereum', toNetwork: 'sandbox-base', fromTokenAddress: usdc, toTokenAddress: wethOfBase },
  ...{ sellAmount: String(sold), slippage: '0.01', fromAddress: from, toAddress: from, bridgeTypes: 'across' },
  ...{ gasless: 'true', ...more },
})

type Sign = (typedData: Reply['body']) => Promise<string>
export const signBy =
  (user: Wallet): Sign =>
  ({ domain, types, message }) =>
    user.signTypedData(domain, types, message)

/** What `execute-swap-in` takes. */
export async function toForm({ id, typedData, permit }: Reply['body'], sign: Sign) {
  return {
    ...{ networkName: 'sandbox-ethereum', quoteId: id, swapSignature: await sign(typedData) },
    permitSignature: permit === null ? '0x' : await sign(permit.typedData),
    permitDeadline: permit === null ? 0 : Number(permit.deadline),
  }
}

/** A pair of sandboxes with a service that relays. */
export const startRelayedPair = () => startServedPair(['--relayer', 'dev9', '--relay-cap', '5ETH/day'], relayer)

export const transactionOf = ({ source }: ServedPair, hash: string) =>
  rpc<{ from: string; to: string; input: Hex }>(source, 'eth_getTransactionByHash', hash)

export type CrossingClient = ReturnType<typeof createCrossingClient>

export function createCrossingClient(pair: ServedPair) {
  const recordOf = async (swapId: string) => (await pair.get('/user-manager/swap', { swapId })).body
  /** The record once it is none of these, or after a while as it is. */
  const leaves = async (swapId: string, ...states: readonly string[]): Promise<Reply['body']> => {
    for (const until = Date.now() + 60_000; ; await sleep(100)) {
      const record = await recordOf(swapId)
      if (!states.includes(record.status) || Date.now() > until) return record
    }
  }
  return {
    recordOf,
    leaves,
    /** A quote of the newest state of both networks. */
    quoteIn: async (from: string, more: Readonly<Record<string, string>> = {}): Promise<Reply['body']> => {
      await pair.settle()
      const { status, body } = await pair.get('/aggregator/quote-in', wish(from, more))
      expect([status, body.error]).toEqual([200, undefined])
      return body
    },
    /** A new wallet with what it sells and no native currency. */
    createUser: async (token = usdc, amount = sold): Promise<Wallet> => {
      const user = new Wallet(Wallet.createRandom().privateKey)
      await pair.give(token, user.address, amount)
      return user
    },
    execute: (form: object, url?: string) => pair.post('/user-manager/execute-swap-in', form, url),
    /** Follows it from its acceptance to the payment there: received is quoted, to the unit. */
    expectSuccess: async ({ amountOut }: Reply['body'], id: string, recipient: string): Promise<Reply['body']> => {
      const bridging = await leaves(id, 'pending')
      expect(bridging).toMatchObject({ status: 'bridging', toNetwork: 'sandbox-base', toTransactionHash: null })
      const before = await balanceOf(pair.destination, wethOfBase, recipient)
      const paid = await payDeposit(pair.source, pair.destination, hex(bridging.transactionHash))
      const record = await leaves(id, 'bridging')
      expect(record).toMatchObject({ status: 'success', gasless: true, toTransactionHash: paid, amountOut })
      expect(String((await balanceOf(pair.destination, wethOfBase, recipient)) - before)).toBe(amountOut)
      return record
    },
  }
}
