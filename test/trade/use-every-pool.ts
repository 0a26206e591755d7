/** Brings the sandbox's pools to the condition of pools on real networks: traded in both directions, over many ticks. */
import { SwapError } from '#domain/errors'
import type { Payload } from '#domain/payload'
import type { Protocol } from '#domain/pools/protocol'
import type { AnyQuoteRequest, Quote } from '#domain/quotes/quote'
import type { Service } from '#domain/service/service'
import type { Address } from '#domain/units'
import { network } from '#networks/entries/sandbox'
import { all } from '#protocols/all.gen'
import { familyPools, sandboxGround, sandboxPools } from '#sandbox/addresses.gen'
import { createQuoteRequest } from './fixture.ts'
import { onChain, type Settlement } from './random-routes.ts'

const protocols: readonly Protocol<unknown>[] = all

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

/**
 * Trades far over every pool in both directions and back: on a real network pools have been used, and a swap writes few
 * fresh slots.
 */
export async function useEveryPool(service: Service, chain: Pick<Settlement, 'send'>): Promise<void> {
  for (const { pool, one, other } of listDirections()) {
    const far = onChain.find(({ address }) => address === one)
    if (far === undefined || !onChain.some(({ address }) => address === other)) continue
    const grand = BigInt(Math.floor(far.grand * 10 ** far.decimals))
    const sellAsMuch = (way: [Address, Address], amounts: readonly bigint[]) =>
      sellLargestAmount({ service, chain, pool }, way, amounts)
    const bought = await sellAsMuch([one, other], [300n * grand, 60n * grand, 8n * grand])
    const back = await sellAsMuch([other, one], [2n * bought, bought])
    await sellAsMuch([one, other], [back / 2n])
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

interface PoolSale {
  readonly service: Service
  readonly chain: Pick<Settlement, 'send'>
  readonly pool: Address
}

/** Sells the first of these amounts that the pool takes. @returns the output */
async function sellLargestAmount(
  { service, chain, pool }: PoolSale,
  [sell, buy]: readonly [Address, Address],
  amounts: readonly bigint[],
): Promise<bigint> {
  for (const raw of amounts.filter((amount) => amount > 0n)) {
    const quote = await requestQuote(service, createQuoteRequest(sell, buy, raw, { include: [pool] }))
    if (quote === undefined) continue
    await chain.send(await payloadOf(service, quote))
    return quote.route.amountOut
  }
  return 0n
}
