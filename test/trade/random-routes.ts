/** Random requests on the sandbox, and the balance changes when one is executed. */

import fc from 'fast-check'
import { addressWord, callData, uintAt, word } from '#domain/calls/words'
import type { Payload } from '#domain/payload'
import { defaultLimits, type QuoteRequest } from '#domain/quotes/quote'
import type { Route } from '#domain/quotes/route'
import type { Token } from '#domain/token'
import type { Trader } from '#domain/trade/trader'
import { type Address, amount, type Hex, nativeToken, ppm } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'
import { readAmountOut } from '#encoding/receipt'
import { encodeApprove } from '#encoding/tokens/erc20'
import { network } from '#networks/entries/sandbox'
import { sandboxGround, sandboxPools } from '#sandbox/addresses.gen'
import type { Rpc } from '#sandbox/anvil/rpc'
import { sendFrom } from '#sandbox/anvil/send-from'
import { devAccounts } from '#sandbox/dev-accounts'
import { createQuoteRequest, type SandboxApp, sandbox, trader0 } from './fixture.ts'

const { address: routerAddress } = getRouter(network)

const { WETH, USDC, USDT, DAI, WBTC, wstETH, UNI } = sandboxGround.tokens
/** With the approximate number of whole tokens worth a thousand dollars: amounts are drawn up to 300 times that. */
export const onChain = [
  { address: nativeToken, decimals: 18, grand: 0.4 },
  { ...WETH, grand: 0.4 },
  { ...USDC, grand: 1_000 },
  { ...USDT, grand: 1_000 },
  { ...DAI, grand: 1_000 },
  { ...WBTC, grand: 0.0166 },
  { ...wstETH, grand: 0.34 },
  { ...UNI, grand: 125 },
] as const

export const affiliate = devAccounts[8]?.address ?? trader0
const otherDev = devAccounts[9]?.address ?? trader0
/** Its balances were never written: the first token it receives costs a fresh slot. */
export const newcomer = '0x5eed00000000000000000000000000000000beef' as Address

/**
 * From a few thousand units (millions for a token with many decimals) to about 300,000 dollars, each magnitude equally
 * likely.
 */
const amountOf = (token: Traded) => magnitudes(maxOf(token) / 4, maxOf(token))
/** From about 15,000 dollars on. */
const largeAmountOf = (token: Traded) => magnitudes(maxOf(token) - 1.3, maxOf(token))

type Traded = (typeof onChain)[number]
const maxOf = ({ grand, decimals }: Traded) => Math.log10(grand * 300) + decimals
const magnitudes = (min: number, max: number) =>
  fc.double({ min, max, noNaN: true }).map((e) => amount(BigInt(Math.floor(10 ** e))))

const limits = fc.oneof(
  { weight: 2, arbitrary: fc.constant(defaultLimits) },
  {
    weight: 3,
    arbitrary: fc.record({
      maxHops: fc.integer({ min: 1, max: 5 }),
      maxSplits: fc.integer({ min: 1, max: 20 }),
      maxLegs: fc.integer({ min: 1, max: 64 }),
    }),
  },
)
const excluded = fc.oneof(
  { weight: 3, arbitrary: fc.constant([]) },
  { weight: 1, arbitrary: fc.subarray(['uniswap-v2', 'sushi-v2', 'uniswap-v3'], { maxLength: 2 }) },
  {
    weight: 1,
    arbitrary: fc.subarray(
      sandboxPools.map(({ address }) => address as string),
      { maxLength: 12 },
    ),
  },
)
const fees = fc.oneof(
  fc.constant(undefined),
  fc.integer({ min: 1, max: 100_000 }).map((fee) => ({ address: affiliate, fee: ppm(fee) })),
)

export interface DrawnRequest {
  readonly request: QuoteRequest
  /** The allowance is exactly the amount sold, as the command line sets it. */
  readonly exactly: boolean
}

interface RequestOptions {
  readonly limits: fc.Arbitrary<typeof defaultLimits | Pick<QuoteRequest, keyof typeof defaultLimits>>
  readonly exclude: fc.Arbitrary<readonly string[]>
  readonly optimizeFor: fc.Arbitrary<QuoteRequest['optimizeFor']>
}

/** A pair of listed tokens, an amount, options, an affiliate or none, a recipient. */
const requests = (raw: typeof amountOf, { limits: within, ...wishes }: RequestOptions): fc.Arbitrary<DrawnRequest> =>
  fc
    .tuple(fc.constantFrom(...onChain), fc.constantFrom(...onChain))
    .filter(([sell, buy]) => sell !== buy)
    .chain(([sell, buy]) =>
      fc
        .record({
          raw: raw(sell),
          within,
          ...wishes,
          affiliate: fees,
          to: fc.constantFrom(trader0, trader0, otherDev, newcomer),
          slippage: fc.integer({ min: 0, max: 50_000 }).map(ppm),
          exactly: fc.boolean(),
        })
        .map(({ raw: sold, within: most, exactly, ...rest }) => ({
          request: createQuoteRequest(sell.address, buy.address, sold, { ...most, ...rest }),
          exactly,
        })),
    )

/** Of all sizes and limits, with pools excluded. */
export const draws = requests(amountOf, { limits, exclude: excluded, optimizeFor: fc.constant('netOutput') })
/** Of many legs: large, with limits too high to matter, gas counting nothing. */
export const largeDraws = requests(largeAmountOf, {
  limits: fc.constant(defaultLimits),
  exclude: fc.constant([]),
  optimizeFor: fc.constant('output'),
})

/** Each account's gain per token, negative for a loss; without gas. Zero changes are absent. */
export type BalanceChanges = Readonly<Record<string, bigint>>

export interface SettledTrade {
  readonly moved: BalanceChanges
  readonly bought: bigint | undefined
  readonly gasUsed: bigint
}

/** The recipients of the payments. */
export interface SettlementParties {
  readonly to: Address
  readonly buy: Address
}

export interface Settlement {
  /** Sends the payload as its sender, and compares all balances before and after. @throws if it reverts. */
  settle(payload: Payload, ends: SettlementParties): Promise<SettledTrade>
  /** Only sends, with more gas than any swap takes. */
  send(payload: Pick<Payload, 'from' | 'to' | 'data' | 'value'>): Promise<void>
  approve(token: Address, allowance: bigint): Promise<void>
  /** Reverts everything `work` did to the chain, unless it asks to keep it. */
  undone<T>(work: (keep: () => void) => Promise<T>): Promise<T>
  /** The router's own allowances for any of the route's pools: 0 if correct. */
  allowances(route: Route): Promise<bigint>
}

interface Mined {
  readonly status: Hex
  readonly gasUsed: Hex
  readonly effectiveGasPrice: Hex
  readonly logs: readonly { address: Address; topics: readonly Hex[]; data: Hex }[]
}

export async function createSettlement(house: SandboxApp, rpc: Rpc): Promise<Settlement> {
  const trader = await house.components.trader()
  const tokens = (await house.components.tokens()).list(sandbox)
  // time passes between blocks, as on real chains: pools record it at their first trade in a block
  await rpc('anvil_setBlockTimestampInterval', 1)
  await fundTrader(rpc)
  return {
    settle: (payload, ends) => settle({ rpc, trader, tokens }, payload, ends),
    send: ({ from, to, data, value }) => sendFrom(rpc, { from, to, data, value }),
    async approve(token, allowance) {
      // Tether changes no allowance that is not 0
      for (const value of [0n, allowance]) {
        await sendFrom(rpc, { from: trader0, to: token, data: encodeApprove(routerAddress, amount(value)) })
      }
    },
    async undone(work) {
      const mark = await rpc('evm_snapshot')
      let kept = false
      try {
        return await work(() => {
          kept = true
        })
      } finally {
        if (!kept) await rpc('evm_revert', mark)
      }
    },
    async allowances({ legs }) {
      const found = legs.map(({ tokenIn: to, pool }) => {
        const data = callData('0xdd62ed3e', addressWord(routerAddress), addressWord(pool.address))
        return rpc<Hex>('eth_call', { to, data }, 'latest')
      })
      return (await Promise.all(found)).reduce((sum, answer) => sum + uintAt(answer, 0), 0n)
    },
  }
}

/** Gives the trader enough for the largest drawn amounts, and an allowance for all of it. */
async function fundTrader(rpc: Rpc): Promise<void> {
  await rpc('anvil_setBalance', trader0, `0x${(10n ** 24n).toString(16)}`)
  await rpc('anvil_impersonateAccount', sandboxGround.treasury)
  for (const { address, decimals, grand } of onChain) {
    if (address === nativeToken) continue
    const value = word(BigInt(Math.ceil(grand * 2_000)) * 10n ** BigInt(decimals))
    const data = callData('0xa9059cbb', addressWord(trader0), value)
    await sendFrom(rpc, { from: sandboxGround.treasury, to: address, data })
    await sendFrom(rpc, { from: trader0, to: address, data: encodeApprove(routerAddress, amount(2n ** 256n - 1n)) })
  }
}

interface SettlementContext {
  readonly rpc: Rpc
  readonly trader: Trader
  readonly tokens: readonly Token[]
}

async function settle(
  stage: SettlementContext,
  payload: Payload,
  { to, buy }: SettlementParties,
): Promise<SettledTrade> {
  const { rpc } = stage
  const { from, data, value, gasLimit: gas } = payload
  const owners = [...new Set([from, to, affiliate, routerAddress])]
  const before = await readBalances(stage, owners)
  const call = {
    from,
    to: payload.to,
    data,
    value: hexOf(value),
    gas: hexOf(gas),
  }
  const mined = await receiptOf(rpc, await rpc<Hex>('eth_sendTransaction', call))
  if (mined.status !== '0x1') {
    const why = await rpc('eth_call', call, 'latest').catch((error: unknown) => error)
    throw new Error(`the swap reverted: ${String(why)}, ${BigInt(mined.gasUsed)} of ${gas} gas`)
  }
  const after = await readBalances(stage, owners)
  const paid = BigInt(mined.gasUsed) * BigInt(mined.effectiveGasPrice)
  after.set(keyOf(from, nativeToken), (after.get(keyOf(from, nativeToken)) ?? 0n) + paid)
  const changes = [...after].map(([key, now]) => [key, now - (before.get(key) ?? 0n)] as const)
  return {
    moved: Object.fromEntries(changes.filter(([, change]) => change !== 0n)),
    bought: readAmountOut(mined, { router: routerAddress, wrapped: network.wrapped, tokenOut: buy, recipient: to }),
    gasUsed: BigInt(mined.gasUsed),
  }
}

export const keyOf = (owner: Address, token: Address): string => `${token} of ${owner}`

/** Adds up the expected changes, in the form of {@link BalanceChanges}. */
export function sumChanges(...changes: readonly (readonly [Address, Address, bigint])[]): BalanceChanges {
  const sums = new Map<string, bigint>()
  for (const [owner, token, change] of changes) {
    sums.set(keyOf(owner, token), (sums.get(keyOf(owner, token)) ?? 0n) + change)
  }
  return Object.fromEntries([...sums].filter(([, change]) => change !== 0n))
}

/** Every listed token of every owner. @throws if the router holds any. */
async function readBalances(
  { trader, tokens }: SettlementContext,
  owners: readonly Address[],
): Promise<Map<string, bigint>> {
  const holdings = await Promise.all(owners.map((owner) => trader.balances(sandbox, owner, tokens)))
  const rows = holdings.flatMap((held, i) =>
    held.map(({ token, amount: raw }) => [keyOf(owners[i] ?? trader0, token.address), raw] as const),
  )
  const kept = rows.filter(([key, raw]) => key.endsWith(routerAddress) && raw !== 0n)
  if (kept.length > 0) throw new Error(`the router kept ${kept}`)
  return new Map(rows)
}

export async function receiptOf(rpc: Rpc, hash: Hex): Promise<Mined> {
  for (let tries = 0; tries < 1_000; tries += 1) {
    const mined = await rpc<Mined | null>('eth_getTransactionReceipt', hash)
    if (mined !== null) return mined
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  throw new Error(`${hash} was not mined`)
}

const hexOf = (n: bigint): string => `0x${n.toString(16)}`
