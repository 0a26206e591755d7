import { readFinalStates } from '#app/trade/final-states'
import type { Chain } from '#domain/chain/port'
import { fail } from '#domain/errors'
import { type Address, noBytes, wei } from '#domain/units'
import { isNonceAmong, readNonces } from '#encoding/order/nonces'

/** What a signed order's state depends on. */
export interface OrderTerms {
  /** In whose bitmap its nonce is: the router, the crossing contract or Permit2. */
  readonly nonces: Address
  readonly sender: Address
  readonly nonce: bigint
  /** Unix seconds. */
  readonly deadline: number
}

export interface OrderState {
  /** The lowest block in which an endpoint answered; `undefined` if none has the one that is needed. */
  readonly block: number | undefined
  /** The nonce was used, by a fill or its owner's cancellation; `undefined` if endpoints contradict each other. */
  readonly isUsed: boolean | undefined
  /** A free nonce stays free: by every endpoint a block later than the deadline is final. */
  readonly isExpired: boolean
}

/**
 * The state of an order by every endpoint that answers and has reached the block that is needed.
 * @throws `NETWORK_UNAVAILABLE`, `WRONG_CHAIN`
 */
export async function readOrderState(chain: Chain, terms: OrderTerms, needed = 0): Promise<OrderState> {
  const { nonces, sender, nonce, deadline } = terms
  const word = readNonces(nonces, sender, nonce >> 8n)
  const views = (await chain.allReadsWithBlock([word])).flatMap(({ block, answers: [answer = noBytes] }) =>
    answer === noBytes || block.number < needed ? [] : { ...block, isUsed: isNonceAmong(word.decode(answer), nonce) },
  )
  const lowest = Math.min(...views.map(({ number }) => number))
  const isLate = views.length > 0 && views.every(({ time }) => time > deadline)
  return {
    block: views.length === 0 ? undefined : lowest,
    isUsed: new Set(views.map(({ isUsed }) => isUsed)).size === 1 ? views[0]?.isUsed : undefined,
    isExpired: isLate && (await isFinalLater(chain, terms, lowest)),
  }
}

/**
 * An order whose nonce was used before cannot execute, and the transaction that used it would look like the order's own.
 * @returns the lowest block in which an endpoint shows it free
 * @throws `QUOTE_CONSUMED` if it was used; `CHECK_FAILED` if endpoints contradict each other; as {@link readOrderState}
 */
export async function requireFreeNonce(chain: Chain, terms: OrderTerms, quoteId: string): Promise<number> {
  const { isUsed, block } = await readOrderState(chain, terms)
  const { title } = chain.network
  if (block === undefined)
    throw fail('NETWORK_UNAVAILABLE', { network: title, reason: 'none tells whether the nonce of the order is used' })
  if (isUsed === undefined) {
    const reason = `The endpoints of ${title} contradict each other about whether the nonce of the order is used.`
    throw fail('CHECK_FAILED', { reason: `${reason} Run it again, or with other endpoints: --rpc-url <url>.` })
  }
  if (isUsed) throw fail('QUOTE_CONSUMED', { id: quoteId })
  return block
}

/** Whether the newest final block below a head is later than the deadline, by every endpoint that has its state. */
async function isFinalLater(chain: Chain, { sender, deadline }: OrderTerms, head: number): Promise<boolean> {
  const states = await readFinalStates(chain, sender, head)
  return states.length > 0 && states.every(({ block }) => block.time > deadline)
}

/**
 * Whether an order's nonce was used after a block, by every endpoint that has its state; `undefined` if none has it, or they
 * contradict each other.
 * @throws `NETWORK_UNAVAILABLE`
 */
export async function isUsedAfter(
  chain: Chain,
  { nonces, sender, nonce }: Omit<OrderTerms, 'deadline'>,
  block: number,
): Promise<boolean | undefined> {
  const { to, data, decode } = readNonces(nonces, sender, nonce >> 8n)
  const answers = await chain.allSimulationsAt({ from: sender, to, data, value: wei(0n) }, block)
  const seen = new Set(answers.map((answer) => (answer.ok ? isNonceAmong(decode(answer.data), nonce) : undefined)))
  return seen.size === 1 ? [...seen][0] : undefined
}
