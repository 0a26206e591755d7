/** Signs a version, stores it, and only then sends it. */

import { isConnectionFailure } from '#app/trade/explain/connection-failure'
import { addGasMargin } from '#app/trade/steps/complete-payload'
import { toCancelCall } from '#app/trade/steps/replacement-fees'
import type { Chain } from '#domain/chain/port'
import { fail } from '#domain/errors'
import { type GasFees, gasPriceOf, maxCostOf, type Payload } from '#domain/payload'
import type { Relay, RelayAttempt } from '#domain/relay/relay'
import { gas, type Wei } from '#domain/units'
import type { RelayContext } from './context.ts'
import { requireOwnFill, toFillCall } from './fill.ts'
import { minCancelGas } from './price.ts'

/** What a version offers per gas, and what the chain takes for its bytes besides. */
interface VersionPrice {
  readonly fees: GasFees
  readonly l1Fee: Wei
}

/**
 * Signs the next version of an order's transaction, or its cancellation, and sends it. If another process stores one
 * first, these bytes are dropped: nobody has seen them.
 * @returns whether these were stored
 */
export async function signAndSend(
  context: RelayContext,
  chain: Chain,
  relay: Relay,
  { do: what, ...price }: VersionPrice & { readonly do: 'fill' | 'cancel' },
): Promise<boolean> {
  const kind = what === 'cancel' ? 'cancel' : relay.attempts.length === 0 ? 'original' : 'speedup'
  const payload = await (kind === 'cancel' ? toCancelPayload(chain, relay, price) : toFillPayload(chain, relay, price))
  requireReserved(relay, payload, price)
  const attempt = await signStored(context, relay, { kind, payload, l1Fee: price.l1Fee })
  if (attempt !== undefined) await send(context, chain, relay, attempt)
  return attempt !== undefined
}

function toFillPayload({ network }: Chain, relay: Relay, { fees }: VersionPrice): Payload {
  requireOwnFill(network, relay)
  requirePrice(fees, relay.maxPrice)
  return { ...toFillCall(network, relay), chainId: relay.chainId, gasLimit: relay.gasLimit, fees }
}

async function toCancelPayload(chain: Chain, relay: Relay, { fees, l1Fee }: VersionPrice): Promise<Payload> {
  const call = toCancelCall({ from: relay.relayer })
  requirePrice(fees, relay.maxCancelPrice)
  const estimate = await chain.estimateGas(call)
  const wanted = estimate > minCancelGas ? addGasMargin(estimate, chain.network) : gas(minCancelGas)
  // Where data costs gas, a transfer takes more than the price of a cancellation was computed for.
  const affordable = (relay.reserved - l1Fee) / gasPriceOf(fees)
  if (affordable < estimate)
    throw fail('GASLESS_NOT_AVAILABLE', { reason: 'Its cancellation costs more now than what is reserved for it.' })
  const gasLimit = wanted < affordable ? wanted : gas(affordable)
  return { ...call, chainId: relay.chainId, gasLimit, fees }
}

/** The last checks of what a signature may cost. */
function requireReserved({ reserved }: Relay, payload: Payload, { l1Fee }: VersionPrice): void {
  if (maxCostOf(payload) + l1Fee > reserved)
    throw fail('INTERNAL', { reason: 'a version that may cost more than what is reserved for the order' })
}

function requirePrice(fees: GasFees, maxPrice: bigint): void {
  if (gasPriceOf(fees) > maxPrice) throw fail('INTERNAL', { reason: 'a price above the ceiling of the order' })
}

async function signStored(
  { signer, relays, clock, reached }: RelayContext,
  relay: Relay,
  { kind, payload, l1Fee }: Pick<RelayAttempt, 'kind' | 'payload'> & Pick<VersionPrice, 'l1Fee'>,
): Promise<RelayAttempt | undefined> {
  const { network, nonce, id } = relay
  let attempt: RelayAttempt | undefined
  const terms = { step: 'swap', trade: undefined, l1Fee, relays: true } as const
  const request = { network, payload, nonce, intent: id, ...terms }
  await signer.sign(request, async (signed) => {
    reached?.('signed')
    const made = { kind, ...signed, payload, signedAt: clock.now() }
    if (await relays.addAttempt(relay, made)) attempt = made
  })
  reached?.('stored')
  return attempt
}

/** Each answer is evidence. That a node is given the bytes is stored before it is. */
export async function send(
  { relays, clock, reached }: RelayContext,
  chain: Chain,
  { id }: Relay,
  { raw, hash }: RelayAttempt,
): Promise<void> {
  const note = (endpoint: string, outcome: 'begun' | 'accepted' | 'known' | 'refused' | 'no-answer', reason?: string) =>
    relays.addObservations(id, [
      { kind: 'broadcast', at: clock.now(), endpoint, hash, outcome, ...(reason === undefined ? {} : { reason }) },
    ])
  try {
    const begin = async (endpoint: string): Promise<void> => {
      await note(endpoint, 'begun')
      reached?.('begun')
    }
    for (const { endpoint, outcome, reason } of await chain.broadcast({ raw, hash }, 'all', begin)) {
      reached?.('sent')
      await note(endpoint, outcome, reason)
    }
  } catch (error) {
    if (!isConnectionFailure(error)) throw error // no endpoint was given the bytes: the next tick tries again
  }
}
