/** Random requests on the sandbox, and what the chain moves when one is carried out. */

import { join } from 'node:path'
import fc from 'fast-check'
import { createChain } from '#chain/create-chain'
import type { Payload } from '#domain/payload'
import type { Protocol, Protocols } from '#domain/protocol'
import { type QuoteRequest, usual } from '#domain/quote'
import type { Route } from '#domain/route'
import type { Token } from '#domain/token'
import type { Trader } from '#domain/trader'
import { type Address, amount, type Hex, nativeToken, ppm } from '#domain/units'
import { addressWord, callData, uintAt, word } from '#domain/words'
import { encodeApprove } from '#encoding/erc20'
import { keccakText } from '#encoding/keccak'
import { boughtFrom } from '#encoding/receipt'
import { routerOn } from '#encoding/router'
import { network } from '#networks/entries/sandbox'
import { all } from '#protocols/all.gen'
import { type Edge, openMarket } from '#routing/market'
import { sandboxGround, sandboxPools } from '#sandbox/addresses.gen'
import { devAccounts } from '#sandbox/dev-accounts'
import type { Rpc } from '#sandbox/rpc'
import { sendFrom } from '#sandbox/send-from'
import { createChainMemory } from '#store/chain-memory'
import { asking, type House, sandbox, surroundingsOf, trader0 } from './house.ts'

const { address: routerAddress } = routerOn(network)

const { WETH, USDC, USDT, DAI, WBTC, wstETH, UNI } = sandboxGround.tokens
/** With about how many whole tokens a thousand dollars are: amounts are drawn up to 300 times that. */
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
/** Nobody has written to its balances: the first token it receives costs a fresh slot. */
const newcomer = '0x5eed00000000000000000000000000000000beef' as Address

/** From a few thousand units (millions of a fine one) to about 300,000 dollars, each magnitude as likely as any other. */
const amountOf = (token: Traded) => magnitudes(mostOf(token) / 4, mostOf(token))
/** From about 15,000 dollars on. */
const largeAmountOf = (token: Traded) => magnitudes(mostOf(token) - 1.3, mostOf(token))

type Traded = (typeof onChain)[number]
const mostOf = ({ grand, decimals }: Traded) => Math.log10(grand * 300) + decimals
const magnitudes = (min: number, max: number) =>
  fc.double({ min, max, noNaN: true }).map((e) => amount(BigInt(Math.floor(10 ** e))))

const limits = fc.oneof(
  { weight: 2, arbitrary: fc.constant(usual) },
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

export interface Drawn {
  readonly request: QuoteRequest
  /** The allowance is what is sold and not a unit more, as the command line sets it. */
  readonly exactly: boolean
}

interface Wishes {
  readonly limits: fc.Arbitrary<typeof usual | Pick<QuoteRequest, keyof typeof usual>>
  readonly exclude: fc.Arbitrary<readonly string[]>
  readonly optimizeFor: fc.Arbitrary<QuoteRequest['optimizeFor']>
}

/** A pair of listed tokens, an amount, what is wished, an affiliate or none, somebody who receives. */
const requests = (raw: typeof amountOf, { limits: within, ...wishes }: Wishes): fc.Arbitrary<Drawn> =>
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
          request: asking(sell.address, buy.address, sold, { ...most, ...rest }),
          exactly,
        })),
    )

/** Of all sizes and limits, with pools left out. */
export const draws = requests(amountOf, { limits, exclude: excluded, optimizeFor: fc.constant('netOutput') })
/** Of many legs: large, without a limit that is felt, gas counting nothing. */
export const largeDraws = requests(largeAmountOf, {
  limits: fc.constant(usual),
  exclude: fc.constant([]),
  optimizeFor: fc.constant('output'),
})

/** What each account gained of each token, below zero what it lost; gas is not counted. Nothing stands for zero. */
export type Moved = Readonly<Record<string, bigint>>

export interface Settled {
  readonly moved: Moved
  readonly bought: bigint | undefined
  readonly gasUsed: bigint
}

/** Who receives what. */
export interface Ends {
  readonly to: Address
  readonly buy: Address
}

export interface Settlement {
  /** Sends what was encoded, as its sender, and looks at everybody's money before and after. @throws where it reverts. */
  settle(payload: Payload, ends: Ends): Promise<Settled>
  /** Only sends, with more gas than anything takes. */
  send(payload: Payload): Promise<void>
  approve(token: Address, allowance: bigint): Promise<void>
  /** Takes back whatever `work` did to the chain, unless it asks to keep it. */
  undone<T>(work: (keep: () => void) => Promise<T>): Promise<T>
  /** What the router may take from itself to any of the route's pools: 0 where all is well. */
  allowances(route: Route): Promise<bigint>
}

interface Mined {
  readonly status: Hex
  readonly gasUsed: Hex
  readonly effectiveGasPrice: Hex
  readonly logs: readonly { address: Address; topics: readonly Hex[]; data: Hex }[]
}

export async function openSettlement(house: House, rpc: Rpc): Promise<Settlement> {
  const trader = await house.parts.trader()
  const tokens = (await house.parts.tokens()).list(sandbox)
  // time passes between blocks, as it does elsewhere: pools note it at their first trade in a block
  await rpc('anvil_setBlockTimestampInterval', 1)
  await enrich(rpc)
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

/** Gives the trader enough for the largest amounts that are drawn, and an allowance for all of it. */
async function enrich(rpc: Rpc): Promise<void> {
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

interface Stage {
  readonly rpc: Rpc
  readonly trader: Trader
  readonly tokens: readonly Token[]
}

async function settle(stage: Stage, payload: Payload, { to, buy }: Ends): Promise<Settled> {
  const { rpc } = stage
  const { from, data, value, gasLimit: gas } = payload
  const owners = [...new Set([from, to, affiliate, routerAddress])]
  const before = await ledger(stage, owners)
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
  const after = await ledger(stage, owners)
  const paid = BigInt(mined.gasUsed) * BigInt(mined.effectiveGasPrice)
  after.set(keyOf(from, nativeToken), (after.get(keyOf(from, nativeToken)) ?? 0n) + paid)
  const changes = [...after].map(([key, now]) => [key, now - (before.get(key) ?? 0n)] as const)
  return {
    moved: Object.fromEntries(changes.filter(([, change]) => change !== 0n)),
    bought: boughtFrom(mined, { router: routerAddress, wrapped: network.wrapped, tokenOut: buy, recipient: to }),
    gasUsed: BigInt(mined.gasUsed),
  }
}

export const keyOf = (owner: Address, token: Address): string => `${token} of ${owner}`

/** Adds up what should have moved, in the form of {@link Moved}. */
export function movedBy(...changes: readonly (readonly [Address, Address, bigint])[]): Moved {
  const sums = new Map<string, bigint>()
  for (const [owner, token, change] of changes) {
    sums.set(keyOf(owner, token), (sums.get(keyOf(owner, token)) ?? 0n) + change)
  }
  return Object.fromEntries([...sums].filter(([, change]) => change !== 0n))
}

/** Every listed token of every owner. @throws where the router holds anything. */
async function ledger({ trader, tokens }: Stage, owners: readonly Address[]): Promise<Map<string, bigint>> {
  const holdings = await Promise.all(owners.map((owner) => trader.balances(sandbox, owner, tokens)))
  const rows = holdings.flatMap((held, i) =>
    held.map(({ token, amount: raw }) => [keyOf(owners[i] ?? trader0, token.address), raw] as const),
  )
  const kept = rows.filter(([key, raw]) => key.endsWith(routerAddress) && raw !== 0n)
  if (kept.length > 0) throw new Error(`the router kept ${kept}`)
  return new Map(rows)
}

async function receiptOf(rpc: Rpc, hash: Hex): Promise<Mined> {
  for (let tries = 0; tries < 1_000; tries += 1) {
    const mined = await rpc<Mined | null>('eth_getTransactionReceipt', hash)
    if (mined !== null) return mined
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  throw new Error(`${hash} was not mined`)
}

const hexOf = (n: bigint): string => `0x${n.toString(16)}`

/** Every edge of the sandbox's pools as they are now, by pool and sold token; of the listed tokens and `more`. */
export async function edgesNow(
  house: House,
  more: readonly Address[] = [],
): Promise<(pool: Address, tokenIn: Address, tokenOut: Address) => Edge> {
  const protocols: Protocols = new Map(all.map((protocol) => [protocol.kind, protocol as Protocol<unknown>]))
  const { clock } = surroundingsOf(house.state, house.url)
  const memory = createChainMemory({ directory: join(house.state, 'chains'), hash: keccakText })
  const seen = await createChain({ clock, memory, protocols }, { network, urls: [house.url] }).survey({
    tokens: [...network.tokens.map(({ address }) => address), ...more],
    venues: network.venues,
    reads: [],
    balances: [],
  })
  const { edges } = openMarket({ protocols }, seen.snapshot.pools)
  return (pool, tokenIn, tokenOut) => {
    const trades = ({ live: { pool: one }, from, to }: Edge) =>
      one.address === pool && one.tokens[from] === tokenIn && one.tokens[to] === tokenOut
    const found = edges.find(trades)
    if (found === undefined) throw new Error(`no pool ${pool} takes ${tokenIn}`)
    return found
  }
}
