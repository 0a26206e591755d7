/** Which nonce a transaction gets, and what waits on one: one endpoint may lag, not have heard of what waits, or lie. */
import type { TradeContext } from '#app/context'
import type { AccountNonces, Chain } from '#domain/chain/port'
import { fail } from '#domain/errors'
import { withoutStuck } from '#domain/journal/looks'
import type { NonceAtObservation } from '#domain/journal/observations'
import type { JournalTx } from '#domain/journal/swap'
import type { Payload } from '#domain/payload'
import type { Dialogue } from '#domain/trade/dialogue'
import { type Address, type Hex, type NetworkName, seconds } from '#domain/units'

interface NonceChoice {
  readonly chain: Chain
  readonly payload: Pick<Payload, 'from'>
  /** The user's `--nonce`; the next free one if absent. */
  readonly nonce?: number | undefined
}

/** The longest deadline of a payload: after it, a transaction that no node has can be ruled out. */
const nonceReserveSeconds = 900

/**
 * The first nonce after those mined, pending at two endpoints, or recently signed on this machine and not settled, unless the
 * user named one. What one endpoint alone shows is never passed over, as it may be a payment that would be pushed out, nor
 * believed, as all that is signed behind an invented nonce is stuck.
 * @throws `NONCE_TAKEN` if the named one is used, or a transaction waits on it, of this journal or of another program; if
 *   none is named, and one endpoint keeps showing what no other one does of the next
 */
export async function chooseNonce(
  context: TradeContext,
  { chain, payload: { from }, nonce: named }: NonceChoice,
  dialogue: Pick<Dialogue, 'tell'>,
): Promise<{ readonly nonce: number; readonly seen: Omit<NonceAtObservation, 'hash'> }> {
  const at = context.clock.now()
  const view = await readNonces(context, chain, from)
  const { next, agreed, answers, signed = -1 } = view
  const { endpoint, head, latest } = agreed
  const seen = { kind: 'nonce-at', at, endpoint, block: head, nonce: latest, final: false } as const
  if (named === undefined) {
    if (view.disputed !== undefined) throw disputedFailure(next, view.disputed)
    const gap = next === signed + 1 ? await findGap(context, chain, from, { latest: view.free, signed }) : undefined
    if (gap !== undefined) dialogue.tell({ what: 'nonce-gap', nonce: next, next: gap })
    return { nonce: next, seen }
  }
  const [holder] = await context.journal.findByNonce(chain.network.name, from, named)
  if (named < latest) throw fail('NONCE_TAKEN', { nonce: named, next, reason: 'the account has used it' })
  if (holder !== undefined)
    throw fail('NONCE_TAKEN', { nonce: named, next, reason: `${holder.kind} ${holder.id} of this journal may use it` })
  if (answers.some((one) => one.latest <= named && named < one.pending))
    throw fail('NONCE_TAKEN', { nonce: named, next, reason: 'a transaction of another program waits on it' })
  if (named > next) dialogue.tell({ what: 'nonce-gap', nonce: named, next })
  return { nonce: named, seen }
}

interface NonceView {
  readonly answers: readonly AccountNonces[]
  /** Of the endpoint that tells the nonce which two have reached, counting mined transactions. */
  readonly agreed: AccountNonces
  /** The first nonce after those mined, or pending at two endpoints. */
  readonly free: number
  /** The same, after what this machine has signed as well. */
  readonly next: number
  /** The highest that this machine has signed lately. */
  readonly signed: number | undefined
  /** An endpoint that alone shows `next` used or waited on. */
  readonly disputed: AccountNonces | undefined
}

/** How often endpoints are asked that do not agree: what one of them has heard of reaches the others within seconds. */
const maxAskings = 5

async function readNonces(context: TradeContext, chain: Chain, from: Address): Promise<NonceView> {
  for (let left = maxAskings; ; left--) {
    const view = await askNonces(context, chain, from)
    if (left <= 1 || view.disputed === undefined) return view
    await context.clock.sleep(Math.min(1000, Math.max(100, chain.network.blockTimeMs / 4)))
  }
}

async function askNonces({ clock, journal }: TradeContext, chain: Chain, from: Address): Promise<NonceView> {
  const at = clock.now()
  const { name } = chain.network
  const since = seconds(Math.max(0, at - nonceReserveSeconds))
  const [told, signed] = await Promise.all([chain.allNonces(from), journal.highestNonce(name, from, since)])
  const answers = withoutStuck(told.map((one) => ({ ...one, at })))
  const agreed = secondBy(answers, ({ latest }) => latest)
  const free = Math.max(agreed.latest, topOf(secondBy(answers, topOf)))
  const shown = Math.max(...answers.map(topOf))
  let next = Math.max(free, signed === undefined ? 0 : signed + 1)
  // what waits at one endpoint alone may be what this machine has sent long ago
  while (next < shown && (await isHeldHere(journal, name, from, next))) next += 1
  return { answers, agreed, free, next, signed, disputed: findDispute(answers, next) }
}

const topOf = ({ latest, pending }: AccountNonces): number => Math.max(latest, pending)

/** The answer that two endpoints have reached, or the only one. */
function secondBy(answers: readonly AccountNonces[], of: (one: AccountNonces) => number): AccountNonces {
  const [highest, second = highest] = [...answers].sort((a, b) => of(b) - of(a))
  if (second === undefined) throw fail('INTERNAL', { reason: 'no endpoint answered, and none failed' })
  return second
}

/**
 * An endpoint that shows more than the others. One that says that a nonce is used is refuted by another that has come as far
 * and does not: if it were used, no node would take it once more. That something waits, nothing refutes.
 */
function findDispute(answers: readonly AccountNonces[], next: number): AccountNonces | undefined {
  const isRefuted = ({ latest, head }: AccountNonces): boolean =>
    answers.some((other) => other.head.number >= head.number && other.latest < latest)
  return answers.find((one) => (one.latest > next ? !isRefuted(one) : one.pending > next))
}

const disputedFailure = (nonce: number, { endpoint, latest, pending }: AccountNonces) =>
  latest > nonce
    ? fail('NONCE_TAKEN', {
        ...{ nonce, next: latest, reason: `${endpoint} shows it used in a block that no other endpoint has reached` },
        fix: ['run the same command again in a minute', withoutIt(endpoint)],
      })
    : fail('NONCE_TAKEN', {
        ...{ nonce, next: pending, reason: `a transaction of another program waits on it, by ${endpoint} alone` },
        fix: [`wait until it is mined; a swap may follow it by --nonce ${pending}`, withoutIt(endpoint)],
      })

const withoutIt = (endpoint: string): string => `if ${endpoint} is wrong, name the others alone: --rpc-url <url>`

type HeldNonces = Pick<TradeContext['journal'], 'findByNonce'>

/** A step of this journal has the nonce, and may be at a node. */
async function isHeldHere(journal: HeldNonces, network: NetworkName, from: Address, nonce: number): Promise<boolean> {
  const isHolding = (tx: JournalTx): boolean =>
    tx.nonce === nonce && !tx.conclusion.isFinal && tx.conclusion.sent !== 'no'
  return (await journal.findByNonce(network, from, nonce)).some(({ transactions }) => transactions.some(isHolding))
}

/** The first nonce below the one signed last that no step here holds: all that follows waits until others use it. */
async function findGap(
  { journal }: TradeContext,
  { network: { name } }: Chain,
  from: Address,
  { latest, signed }: { readonly latest: number; readonly signed: number },
): Promise<number | undefined> {
  for (let nonce = latest; nonce < signed; nonce += 1) if (!(await isHeldHere(journal, name, from, nonce))) return nonce
  return undefined
}

interface SignedNonce {
  readonly from: Address
  readonly nonce: number
  /** Of what this machine knows with the nonce. */
  readonly hashes: readonly Hex[]
}

/**
 * The endpoint that shows a transaction waiting with a nonce, and none of the known ones: sent now, with higher fees, these
 * would push it out. An endpoint that may have the others only is no reason, as nobody knows which came first.
 */
export async function findForeignWaiting(
  chain: Pick<Chain, 'allNonces' | 'checkTransaction'>,
  { from, nonce, hashes }: SignedNonce,
): Promise<string | undefined> {
  const waiting = (await chain.allNonces(from)).filter(({ latest, pending }) => latest <= nonce && nonce < pending)
  if (waiting.length === 0) return undefined
  const looks = await Promise.all(hashes.map((hash) => chain.checkTransaction({ hash, sender: from }, 'all')))
  const own = new Set(looks.flat().flatMap(({ endpoint, seen }) => (seen === 'absent' ? [] : [endpoint])))
  return waiting.find(({ endpoint }) => !own.has(endpoint))?.endpoint
}
