/** Brings the sandbox's pools to the condition of pools on real networks: traded in both directions, over many ticks. */
import { SwapError } from '#domain/errors'
import type { Payload } from '#domain/payload'
import type { Protocol } from '#domain/pools/protocol'
import type { AnyQuoteRequest, Quote } from '#domain/quotes/quote'
import { wholeShare } from '#domain/quotes/route'
import type { Service } from '#domain/service/service'
import { type Address, amount, seconds, wei } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'
import { encodeSwap } from '#encoding/swap/encode'
import { network } from '#networks/entries/sandbox'
import { all } from '#protocols/all.gen'
import { familyPools, sandboxGround, sandboxPools } from '#sandbox/addresses.gen'
import { type SandboxApp, trader0 } from './fixture.ts'
import { onChain } from './random-routes.ts'
import { readPools } from './read-edges.ts'

const protocols: readonly Protocol<unknown>[] = all
const router = getRouter(network).address

/** `undefined` if the limits and exclusions of a request leave no path. */
export async function requestQuote(service: Service, request: AnyQuoteRequest): Promise<Quote | undefined> {
  try {
    return await service.quote(request)
  } catch (error) {
    if (error instanceof SwapError && error.code === 'NO_ROUTE') return undefined
    throw error
  }
}

/** The chain's clock, a second per block, runs ahead of ours. */
export const payloadOf = (service: Service, { id }: Quote): Promise<Payload> =>
  service.buildPayload({ quoteId: id, estimateGas: false, deadlineSeconds: 86_400 })

/** Sends as the account that trades. */
export type SendSale = (payload: Pick<Payload, 'from' | 'to' | 'data' | 'value'>) => Promise<unknown>

/**
 * Trades far over every pool in both directions and back: on a real network pools have been used, and a swap writes few
 * fresh slots.
 */
export async function useEveryPool(house: Pick<SandboxApp, 'state' | 'url'>, send: SendSale): Promise<void> {
  const sellLargest = await createPoolSales(house, send)
  for (const { pool, one, other } of listDirections()) {
    const far = onChain.find(({ address }) => address === one)
    if (far === undefined || !onChain.some(({ address }) => address === other)) continue
    const grand = BigInt(Math.floor(far.grand * 10 ** far.decimals))
    const bought = await sellLargest(pool, [one, other], [300n * grand, 60n * grand, 8n * grand])
    const back = await sellLargest(pool, [other, one], [2n * bought, bought])
    await sellLargest(pool, [one, other], [back / 2n])
  }
}

/** Pools of unproven families are in no route unless the user enables them. */
function isUsed(venue: string): boolean {
  const kind = network.venues.find(({ name }) => name === venue)?.protocol
  return protocols.some((protocol) => protocol.kind === kind && protocol.proof.proven)
}

interface PoolDirection {
  readonly pool: Address
  readonly one: Address
  readonly other: Address
}

/** Every pair of every pool's tokens that the sandbox lists. */
export function listDirections(): readonly PoolDirection[] {
  const tokens: Readonly<Record<string, { readonly address: Address }>> = sandboxGround.tokens
  const pools = [
    ...sandboxPools.map(({ address, pair }) => ({ address, symbols: pair as readonly string[] })),
    ...familyPools
      .filter(({ venue }) => isUsed(venue))
      .map(({ address, symbols }) => ({ address, symbols: symbols as readonly string[] })),
  ]
  return pools.flatMap(({ address: pool, symbols }) => {
    const held = symbols.flatMap((symbol) => tokens[symbol]?.address ?? [])
    return held.flatMap((one, i) => held.slice(i + 1).map((other) => ({ pool, one, other })))
  })
}

/** Sells the first of these amounts that a pool takes. @returns the output, 0 if it takes none */
type SellLargest = (pool: Address, way: readonly [Address, Address], amounts: readonly bigint[]) => Promise<bigint>

/**
 * By one leg each, at most half a percent below what the pool's state says: to quote hundreds of sales, each over all
 * pools, takes many times as long.
 */
export async function createPoolSales(
  house: Pick<SandboxApp, 'state' | 'url'>,
  send: SendSale,
  more: readonly Address[] = [],
): Promise<SellLargest> {
  const { chain, pools } = await readPools(house, more)
  const known = new Map(pools.map((live) => [live.pool.address, live.pool]))
  return async (address, [sell, buy], amounts) => {
    const pool = known.get(address)
    if (pool === undefined) throw new Error(`there is no pool ${address}`)
    const wide = { pool, extent: 'wide' } as const
    const { snapshot } = await chain.refreshStates({ pools: [pool], wider: [wide] })
    const protocol = protocols.find(({ kind }) => kind === pool.venue.protocol)
    const [live] = snapshot.pools
    if (live === undefined || protocol === undefined) return 0n
    const way = { from: pool.tokens.indexOf(sell), to: pool.tokens.indexOf(buy) }
    for (const amountIn of amounts.filter((raw) => raw > 0n).map(amount)) {
      const trade = { ...way, amountIn }
      const out = protocol.amountOut(live.state, trade)
      if (out === undefined || out === 0n) continue
      const leg = { pool, move: protocol.move(pool, trade), tokenIn: sell, tokenOut: buy, share32: wholeShare }
      const data = encodeSwap({
        quote: {
          ...{ router, chainId: network.chainId },
          request: { sell, buy, sellAmount: amountIn, affiliate: undefined },
          route: { tokenIn: sell, tokenOut: buy, legs: [{ ...leg, amountIn, amountOut: out }] },
        },
        ...{ recipient: trader0, minimumOut: amount(out - out / 200n), deadline: seconds(4_000_000_000) },
      })
      await send({ from: trader0, to: router, data, value: wei(0n) })
      return out
    }
    return 0n
  }
}
