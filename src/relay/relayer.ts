import { findOrderPermit } from '#app/trade/allowance/order-permit'
import type { Chain } from '#domain/chain/port'
import { permit2 } from '#domain/crossing/cross-order'
import { fail, isFailure } from '#domain/errors'
import { isPlaceholderAddress } from '#domain/quotes/quote'
import type { OrderSubmission } from '#domain/relay/order-terms'
import { nativeSaleRefusal } from '#domain/relay/refusals'
import type { OrderOpening, OrderRequest, Relayer } from '#domain/relay/relay'
import { type Address, gas, type NetworkName, nativeToken, noBytes } from '#domain/units'
import { readNonces } from '#encoding/order/nonces'
import { readAllowance, readBalance } from '#encoding/tokens/erc20'
import { acceptOrder, type OfferedOrder } from './accept.ts'
import { laneOf, type RelayContext } from './context.ts'
import { getRecord } from './find-accepted.ts'
import { healLane } from './gap.ts'
import { syncLane } from './lane-nonce.ts'
import { findOfferedCrossing } from './offered-crossing.ts'
import { findOfferedSwap } from './offered-swap.ts'
import { takeTurn } from './turns.ts'
import { fillAccepted, isEnded, type LaneView, watchOrder } from './watch.ts'

/** Orders of a lane that one tick reads, the lowest nonces first: those behind them cannot be mined before them. */
const maxPerTick = 500
/** Of those that only wait for their deadline, one tick looks at so many: they must not hold up the others. */
const maxEndedPerTick = 10
/** An order of usual size, to tell whether a lane is funded for one more. */
const usualGas = 500_000n

export function createRelayer(context: RelayContext): Relayer {
  let ticking: Promise<void> | undefined
  let ticks = 0
  return {
    serves: async (network) => (await findRefusal(context, network)) === undefined,
    openOrder: (request) => openOrder(context, request),
    execute: async (submission) => execute(context, await findOfferedSwap(context, submission.quoteId), submission),
    executeCrossing: async (submission) =>
      execute(context, await findOfferedCrossing(context, submission.quoteId), submission),
    getSwap: (id) => getRecord(context, id),
    tick: () => {
      ticking ??= tick(context, ticks++).finally(() => {
        ticking = undefined
      })
      return ticking
    },
  }
}

async function execute(context: RelayContext, offered: OfferedOrder, submission: OrderSubmission) {
  const { relay, isKnown } = await acceptOrder(context, offered, submission)
  if (!isKnown) {
    context.reached?.('accepted')
    const chain = await context.chain(relay.network)
    // The order is accepted whatever happens now: the next tick goes on where this stopped.
    const noteFailure = (error: unknown) => context.failed(relay.network, error)
    await readView(context, chain)
      .then((view) => fillAccepted(context, view, relay))
      .catch(noteFailure)
  }
  return getRecord(context, relay.id)
}

async function tick(context: RelayContext, round: number): Promise<void> {
  for (const network of context.caps.keys()) {
    try {
      await tickLane(context, network, round)
    } catch (error) {
      context.failed(network, error)
    }
  }
}

async function tickLane(context: RelayContext, network: NetworkName, round: number): Promise<void> {
  const chain = await context.chain(network)
  const open = await context.relays.listOpen(laneOf(context, chain.network), maxPerTick)
  if (open.length === 0) return
  const view = await readView(context, chain)
  const ended = open.filter((relay) => isEnded(chain, relay))
  const live = open.filter((relay) => !ended.includes(relay))
  const [oldest] = live
  if (oldest !== undefined) await healLane(context, chain, { oldest, now: view.now })
  for (const relay of [...live, ...takeTurn(ended, maxEndedPerTick, round)]) {
    try {
      await watchOrder(context, view, relay)
    } catch (error) {
      context.failed(network, error)
    }
  }
}

async function readView({ clock }: RelayContext, chain: Chain): Promise<LaneView> {
  return { chain, market: await chain.fees(), now: clock.now() }
}

/** Why no order of a network is accepted now; `undefined` if one is. Opens the lane if it is new. */
async function findRefusal(context: RelayContext, network: NetworkName): Promise<string | undefined> {
  const perDay = context.caps.get(network)
  if (perDay === undefined) return 'No relayer submits orders on this network.'
  const chain = await context.chain(network)
  const { relayer } = laneOf(context, chain.network)
  const [status, balance, fees] = await Promise.all([syncLane(context, chain), chain.balance(relayer), chain.fees()])
  const price = fees.type === 2 ? fees.maxFeePerGas : fees.gasPrice
  if (status.isDraining) return 'The relayer takes no more orders for now.'
  if (balance < status.reserved + usualGas * price) return 'The relayer has too little left to pay the gas.'
  if (status.spent + status.reserved >= perDay) return 'The relayer has spent what it may spend in a day.'
  return undefined
}

/** Gas of an order beyond that of a swap, measured in the sandbox: signature, calldata, the relayer's payment. */
const gasOf = { order: 26_000n, newWord: 17_100n, permit: 52_000n, permit2: 10_000n, newBalance: 17_100n } as const

async function openOrder(context: RelayContext, request: OrderRequest): Promise<OrderOpening> {
  const { network, owner, token, contract } = request
  if (token.address === nativeToken) throw nativeSaleRefusal()
  const reason = await findRefusal(context, network)
  if (reason !== undefined) throw fail('GASLESS_NOT_AVAILABLE', { reason })
  const chain = await context.chain(network)
  const { relayer } = laneOf(context, chain.network)
  const held = readBalance(token.address, relayer)
  const permit = await findPermit(chain, request)
  const byPermit2 = permit === undefined && (await needsPermit2(chain, request))
  const [{ nonce, isNewWord }, [balance = noBytes]] = await Promise.all([
    reserveNonce(context, chain, { ...request, nonces: byPermit2 ? permit2 : contract }),
    chain.read([held]),
  ])
  const isNew = balance.length === 66 && BigInt(balance) === 0n
  const isUnknown = isPlaceholderAddress(owner)
  const extra =
    gasOf.order +
    (isNewWord ? gasOf.newWord : 0n) +
    (permit !== undefined || isUnknown ? gasOf.permit : 0n) +
    (isNew ? gasOf.newBalance : 0n)
  return { relayer, nonce, permit, byPermit2, extraGas: gas(extra + (byPermit2 ? gasOf.permit2 : 0n)) }
}

/** Whether the owner has allowed enough to Permit2, and not to the contract. */
async function needsPermit2(
  chain: Chain,
  { takesPermit2, owner, token, sellAmount, allowance }: OrderRequest,
): Promise<boolean> {
  if (!takesPermit2 || isPlaceholderAddress(owner) || (allowance ?? 0n) >= sellAmount) return false
  const allowed = readAllowance(token.address, owner, permit2)
  const [answer = noBytes] = await chain.read([allowed])
  return answer.length === 66 && BigInt(answer) >= sellAmount
}

/** A token without permits still trades for who approved the contract before. */
async function findPermit(chain: Chain, request: OrderRequest): Promise<OrderOpening['permit']> {
  const { contract: spender, owner, token, sellAmount: value, allowance, deadline } = request
  if (isPlaceholderAddress(owner) || (allowance !== undefined && allowance >= value)) return undefined
  try {
    return await findOrderPermit(chain, { token, owner, spender, value, deadline })
  } catch (error) {
    if (isFailure(error, 'PERMIT_NOT_SUPPORTED')) return undefined
    throw error
  }
}

/** Words of the bitmap that are read together. */
const wordsAtOnce = 4n
const bitsPerWord = 256n
/** Nobody has used so many nonces: a word above would be a mistake of the node. */
const maxWords = 4_096n

/**
 * The next free bit of the owner's first word with one: the word is then mostly in use already, and the order costs 17,100
 * gas less than one in a word of its own.
 */
async function reserveNonce(
  { relays }: RelayContext,
  chain: Chain,
  { nonces, owner, deadline }: Pick<OrderRequest, 'owner' | 'deadline'> & { readonly nonces: Address },
): Promise<{ readonly nonce: bigint; readonly isNewWord: boolean }> {
  if (isPlaceholderAddress(owner)) return { nonce: 0n, isNewWord: true }
  const { chainId } = chain.network
  for (let first = 0n; first < maxWords; first += wordsAtOnce) {
    const words = await readWords(chain, { nonces, owner, first })
    for (const [i, used] of words.entries()) {
      const candidates = freeBits(used).map((bit) => (first + BigInt(i)) * bitsPerWord + bit)
      const nonce = await relays.reserveNonce({ chainId, owner, candidates, expiresAt: deadline })
      if (nonce !== undefined) return { nonce, isNewWord: used === 0n }
    }
  }
  throw fail('GASLESS_NOT_AVAILABLE', { reason: 'The account has no free order nonce.' })
}

async function readWords(
  chain: Chain,
  { nonces, owner, first }: { readonly nonces: Address; readonly owner: Address; readonly first: bigint },
): Promise<readonly bigint[]> {
  const reads = Array.from({ length: Number(wordsAtOnce) }, (_, i) => readNonces(nonces, owner, first + BigInt(i)))
  const answers = await chain.read(reads)
  return reads.map(({ decode }, i) => decode(answers[i] ?? noBytes))
}

const freeBits = (used: bigint): readonly bigint[] =>
  Array.from({ length: Number(bitsPerWord) }, (_, bit) => BigInt(bit)).filter((bit) => (used & (1n << bit)) === 0n)
