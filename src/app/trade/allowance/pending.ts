import type { TradeContext } from '#app/context'
import { decodeApproval } from '#app/trade/allowance/decode-approval'
import { readSupportedViews } from '#app/trade/supported-height'
import type { BlockRead, Chain } from '#domain/chain/port'
import { fail } from '#domain/errors'
import { type Intent, isSale, type JournalTx } from '#domain/journal/swap'
import type { Block } from '#domain/pools/snapshot'
import type { Token } from '#domain/token'
import { type Address, type Amount, amount, type NetworkName, noBytes } from '#domain/units'
import { decodeRouterCall } from '#encoding/swap/router-call'
import { readAllowance, readBalance } from '#encoding/tokens/erc20'

export interface AllowanceTarget {
  readonly token: Token
  readonly owner: Address
  readonly spender: Address
}

/**
 * A signed step that is not executed in the state that was read, and may still be.
 * - `approval`: it sets this allowance
 * - `permit`: a swap that sets this token's allowance by a signature, and takes it
 * - `swap`: it takes the token
 */
export interface PendingUse {
  readonly kind: 'approval' | 'permit' | 'swap'
  readonly intent: Intent
  readonly tx: JournalTx
  /** What it takes of the owner's balance. */
  readonly sells: Amount
  /** What it takes of this allowance. */
  readonly takes: Amount
}

/** An allowance and a balance in the state of one block, and what will still change them. */
export interface AllowanceState {
  readonly block: Block
  readonly allowance: Amount
  readonly balance: Amount
  /** In the order of the journal. */
  readonly pending: readonly PendingUse[]
}

/**
 * Which signed steps are executed in the state that was read follows from the account's nonce in a state that is not
 * newer, by every endpoint that has a block of its height; the lowest counts. The endpoint that is read from has to have
 * that very block. The journal's stages would not do: it may know of a block that the endpoint read from lacks. The nonce is asked first, as a node that is just executing a block may show
 * its effects under the number of the block before.
 * @throws `TOKEN_UNREADABLE`, `NETWORK_UNAVAILABLE`.
 */
export async function readAllowanceState(
  { clock, journal }: PendingContext,
  chain: PendingChain,
  target: AllowanceTarget,
): Promise<AllowanceState> {
  const { owner } = target
  const read = async (at: number) => {
    const { allowance, balance, ...state } = await fetchAllowance(chain, target, at)
    return { allowance, balance, states: [state] as const }
  }
  const { executed, states, allowance, balance } = await readAfterNonce({ clock }, chain, owner, read)
  const [{ block }] = states
  const open = await listOpenSteps({ journal }, { network: chain.network.name, owner, executed })
  return { block, allowance, balance, pending: open.flatMap((one) => toPendingUse(one, target)) }
}

interface OpenStep {
  readonly intent: Intent
  readonly tx: JournalTx
}

/** The signed steps that may still be executed in a later state. @param executed as {@link readAfterNonce} tells it */
export async function listOpenSteps(
  { journal }: Pick<PendingContext, 'journal'>,
  { network, owner, executed }: { readonly network: NetworkName; readonly owner: Address; readonly executed: number },
): Promise<readonly OpenStep[]> {
  const intents = await journal.listFromNonce(network, owner, executed)
  return intents.flatMap((intent) =>
    intent.transactions.filter((tx) => tx.nonce >= executed && canStillAct(tx)).map((tx) => ({ intent, tx })),
  )
}

/** The most that open approvals which a node may have will let the spender take. */
export function findAwaited(open: readonly OpenStep[], target: Pick<AllowanceTarget, 'token' | 'spender'>): Amount {
  const uses = open.flatMap((one) => toPendingUse(one, target)).filter(isAwaitedApproval)
  const calls = uses.flatMap(({ tx }) => tx.versions.map(({ payload }) => decodeApproval(payload.data)))
  return calls.reduce((most, call) => (call !== undefined && call.value > most ? amount(call.value) : most), amount(0n))
}

/** Bytes that no node was given change nothing: whatever is signed next takes their nonce. */
export const isAwaitedApproval = ({ kind, tx }: PendingUse): boolean =>
  kind === 'approval' && tx.conclusion.sent !== 'no'

/**
 * Whether a node has its bytes, by what was recorded; those in a file may have been sent by others, so every endpoint is asked
 * about them. As long as none has them, whatever is signed next takes their nonce.
 * @throws `NETWORK_UNAVAILABLE`, `WRONG_CHAIN`
 */
export async function isAtNode(
  chain: Pick<Chain, 'checkTransaction'>,
  { conclusion, versions, payload }: JournalTx,
): Promise<boolean> {
  if (conclusion.sent === 'no') return false
  if (conclusion.stage !== 'signed') return true
  const looks = versions.map(({ hash }) => chain.checkTransaction({ hash, sender: payload.from }, 'all'))
  return (await Promise.all(looks)).flat().some(({ seen }) => seen !== 'absent')
}

interface PendingContext {
  readonly clock: Pick<TradeContext['clock'], 'sleep'>
  readonly journal: Pick<TradeContext['journal'], 'listFromNonce'>
}

type PendingChain = Pick<Chain, 'network' | 'head' | 'readWithBlock' | 'nonceAt'>

/** How often an endpoint is asked that answers from an older block than before. */
const maxReadings = 5

/** A block in whose state was read, and the same endpoint's block of the height that it was asked for besides. */
export type ReadState = Pick<BlockRead, 'block' | 'ancestor'>

/**
 * Whether a state is that of a block, or of one after it on the same branch: the height alone, which another endpoint may
 * count on a branch of its own, orders nothing.
 * @param state with its `ancestor` at the block's height
 */
export const follows = ({ block, ancestor }: ReadState, { number, hash }: Pick<Block, 'number' | 'hash'>): boolean =>
  block.number >= number && ancestor?.hash === hash

/**
 * What `read` reads, with a nonce up to which everything is executed in a state it was read in: of those, one follows the
 * block at which the nonce was asked for.
 * @param read given that block's height, for the `ancestor` of its states, one per endpoint that was read from
 * @throws `NETWORK_UNAVAILABLE` if no such order is seen; what `read` throws
 */
export async function readAfterNonce<T extends { readonly states: readonly [ReadState, ...ReadState[]] }>(
  { clock }: Pick<PendingContext, 'clock'>,
  chain: PendingChain,
  owner: Address,
  read: (at: number) => Promise<T>,
): Promise<T & { readonly executed: number }> {
  for (let left = maxReadings; left > 0; left--) {
    const head = await chain.head()
    const told = (await chain.nonceAt(owner, head.number)).filter(({ nonce }) => nonce !== undefined)
    const found = await read(head.number)
    const isAnchored = told.some(({ block }) => block.hash === head.hash)
    if (isAnchored && found.states.some((state) => follows(state, head)))
      return { ...found, executed: Math.min(...told.flatMap(({ nonce }) => nonce ?? [])) }
    await clock.sleep(Math.min(1000, chain.network.blockTimeMs / 4))
  }
  throw fail('NETWORK_UNAVAILABLE', { network: chain.network.title, reason: 'their newest blocks do not agree' })
}

/** At one block. @param at as `Chain.readWithBlock` takes it @throws `TOKEN_UNREADABLE`. */
export async function fetchAllowance(
  chain: Pick<Chain, 'readWithBlock'>,
  { token, owner, spender }: AllowanceTarget,
  at?: number,
): Promise<Pick<AllowanceState, 'allowance' | 'balance'> & ReadState> {
  const reads = [readAllowance(token.address, owner, spender), readBalance(token.address, owner)] as const
  const { answers, ...state } = await chain.readWithBlock(reads, at)
  const [allowance = noBytes, balance = noBytes] = answers
  try {
    return { ...state, allowance: reads[0].decode(allowance), balance: reads[1].decode(balance) }
  } catch (cause) {
    throw fail('TOKEN_UNREADABLE', { address: token.address, network: token.network }, { cause })
  }
}

/** The most that any endpoint shows: what is to be taken back must not be hidden by one of them. @throws as above */
export async function readMostAllowed(
  { clock }: { readonly clock: Pick<TradeContext['clock'], 'now'> },
  chain: Pick<Chain, 'allReadsWithBlock'>,
  { token, owner, spender }: AllowanceTarget,
): Promise<Amount> {
  const read = readAllowance(token.address, owner, spender)
  const told: Amount[] = []
  let cause: unknown
  for (const { answers } of await readSupportedViews(chain, [read], clock.now()))
    try {
      told.push(read.decode(answers[0] ?? noBytes))
    } catch (error) {
      cause = error // of one endpoint alone: it hides nothing that another one shows
    }
  if (told.length === 0) throw fail('TOKEN_UNREADABLE', { address: token.address, network: token.network }, { cause })
  return told.reduce((most, one) => (one > most ? one : most), amount(0n))
}

/** Proven void, replaced or reverted for good, it cannot; a confirmed one is merely above the block that was read. */
const canStillAct = ({ conclusion }: JournalTx): boolean => !conclusion.isFinal || conclusion.stage === 'confirmed'

/** By the versions that do something: while a cancellation waits, what it replaces may still be mined. */
function toPendingUse(
  { intent, tx }: OpenStep,
  { token, spender }: Pick<AllowanceTarget, 'token' | 'spender'>,
): readonly PendingUse[] {
  const calls = tx.versions.filter((one) => one.kind !== 'cancel').map(({ payload }) => payload)
  const none = amount(0n)
  if (isSale(tx.step)) {
    const { trade } = intent
    if (trade?.sell.address !== token.address) return []
    const kind = calls.some(({ data }) => decodeRouterCall(data)?.permit !== undefined) ? 'permit' : 'swap'
    const takes = calls.some(({ to }) => to === spender) ? trade.sellAmount : none
    return [{ kind, intent, tx, sells: trade.sellAmount, takes }]
  }
  const isOfTarget = calls.some(({ to, data }) => to === token.address && decodeApproval(data)?.spender === spender)
  return isOfTarget ? [{ kind: 'approval', intent, tx, sells: none, takes: none }] : []
}

/** What swaps under way will still take of the allowance. */
export const sumTakes = (pending: readonly PendingUse[]): Amount =>
  amount(pending.reduce((sum, { takes }) => sum + takes, 0n))

/** What swaps under way will still take of the balance. */
export const sumSells = (pending: readonly PendingUse[]): Amount =>
  amount(pending.reduce((sum, { sells }) => sum + sells, 0n))
