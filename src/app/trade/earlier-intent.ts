import { fail } from '#domain/errors'
import type { Journal } from '#domain/journal/journal'
import { toSent } from '#domain/journal/outcome'
import { isQuoteKey } from '#domain/journal/quote-keys'
import type { Intent, TypedRequest } from '#domain/journal/swap'
import type { SwapRequest } from '#domain/trade/trader'

/**
 * The earlier intent of a key. A key is bound to the whole request as typed: another request never gets the outcome of
 * the first.
 * @throws `KEY_TAKEN`, which names the differences and the state of the first intent.
 */
export async function findEarlierIntent(
  journal: Pick<Journal, 'findByKey'>,
  key: string | undefined,
  request: Pick<SwapRequest, 'typed' | 'quote'>,
): Promise<Intent | undefined> {
  const found = key === undefined ? undefined : await journal.findByKey(key)
  if (found === undefined) return undefined
  return requireSameRequest(found, request)
}

/**
 * As {@link findEarlierIntent}, by the typed request alone: an intent of an earlier version's store is not compared.
 */
export async function findTypedIntent(
  journal: Pick<Journal, 'findByKey'>,
  key: string,
  typed: TypedRequest,
): Promise<Intent | undefined> {
  const found = await journal.findByKey(key)
  return found?.request === undefined ? found : requireSameRequest(found, { typed, quote: { id: '' } })
}

/**
 * As {@link findTypedIntent}, of a crossing: whatever else a key stands for, also in an earlier version's store, is never
 * continued as one.
 */
export async function findCrossIntent(
  journal: Pick<Journal, 'findByKey'>,
  key: string,
  typed: TypedRequest,
): Promise<Intent | undefined> {
  const found = await findTypedIntent(journal, key, typed)
  if (found === undefined || found.kind === 'cross') return found
  const { id, stage, kind } = found
  throw fail('KEY_TAKEN', { key, id, stage, differs: [`kind was ${kind}, now cross`] })
}

/** @throws `KEY_TAKEN` unless the intent was opened for this request. */
export function requireSameRequest(found: Intent, request: Pick<SwapRequest, 'typed' | 'quote'>): Intent {
  const differs = findDifferences(found, request)
  if (differs.length === 0) return found
  const { key, id, stage, transactions } = found
  const [tx] = transactions.slice(-1)
  // a quote is the same swap, whatever the terms; a name of the user's may stand for another one
  if (tx === undefined || !isQuoteKey(key)) throw fail('KEY_TAKEN', { key, id, stage, differs })
  const context = { sent: toSent(tx.conclusion), swapId: id, txHash: tx.hash }
  throw fail('KEY_TAKEN', { key, id, stage, differs, isOfQuote: true }, context)
}

function findDifferences(found: Intent, { typed, quote }: Pick<SwapRequest, 'typed' | 'quote'>): readonly string[] {
  if (found.request !== undefined && typed !== undefined) return compareTyped(found.request, typed)
  if ('request' in quote) return compareTrade(found, quote.request)
  const before = found.trade?.quoteId
  return before === undefined || before === quote.id ? [] : [`quote was ${before}, now ${quote.id}`]
}

const compareTyped = (before: TypedRequest, now: TypedRequest): readonly string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(now)])]
    .filter((name) => before[name] !== now[name])
    .map((name) => `${name} was ${before[name] ?? 'not given'}, now ${now[name] ?? 'not given'}`)

/** Stores of earlier versions lack the typed request and hold only the trade. */
function compareTrade(
  { network, trade, from }: Intent,
  request: Extract<SwapRequest['quote'], { request: unknown }>['request'],
): readonly string[] {
  const pairs: [string, unknown, unknown][] = [['network', network, request.network]]
  if (request.from !== undefined && isAccount(request.from)) pairs.push(['account', from, request.from])
  if (trade !== undefined)
    pairs.push(
      ['sell', trade.sell.address, request.sell],
      ['buy', trade.buy.address, request.buy],
      ['amount', trade.sellAmount, request.sellAmount],
    )
  return pairs
    .filter(([, before, now]) => before !== now)
    .map(([name, before, now]) => `${name} was ${before}, now ${now}`)
}

const isAccount = (address: string): boolean => !/^0x0{38}/.test(address)
