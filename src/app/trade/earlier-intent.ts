import { fail } from '#domain/errors'
import type { Journal } from '#domain/journal'
import type { Intent, TypedRequest } from '#domain/swap'
import type { SwapRequest } from '#domain/trader'

/**
 * What a key was used for before. An id is bound to the whole request as it was typed: the answer to another request
 * is never the fate of the first.
 * @throws `KEY_TAKEN`, which names what differs and where the first one stands.
 */
export async function earlierIntent(
  journal: Pick<Journal, 'byKey'>,
  key: string | undefined,
  request: Pick<SwapRequest, 'typed' | 'quote'>,
): Promise<Intent | undefined> {
  const found = key === undefined ? undefined : await journal.byKey(key)
  if (found === undefined) return undefined
  return requireSame(found, request)
}

/** As {@link earlierIntent}, by what was typed alone: an intent of an earlier version's store is not compared. */
export async function earlierTyped(
  journal: Pick<Journal, 'byKey'>,
  key: string,
  typed: TypedRequest,
): Promise<Intent | undefined> {
  const found = await journal.byKey(key)
  return found?.request === undefined ? found : requireSame(found, { typed, quote: { id: '' } })
}

/** @throws `KEY_TAKEN` unless the intent was opened for this request. */
export function requireSame(found: Intent, request: Pick<SwapRequest, 'typed' | 'quote'>): Intent {
  const differs = differences(found, request)
  if (differs.length === 0) return found
  throw fail('KEY_TAKEN', { key: found.key, id: found.id, stage: found.stage, differs })
}

function differences(found: Intent, { typed, quote }: Pick<SwapRequest, 'typed' | 'quote'>): readonly string[] {
  if (found.request !== undefined && typed !== undefined) return typedDifferences(found.request, typed)
  if ('request' in quote) return tradeDifferences(found, quote.request)
  const before = found.trade?.quoteId
  return before === undefined || before === quote.id ? [] : [`quote was ${before}, now ${quote.id}`]
}

const typedDifferences = (before: TypedRequest, now: TypedRequest): readonly string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(now)])]
    .filter((name) => before[name] !== now[name])
    .map((name) => `${name} was ${before[name] ?? 'not given'}, now ${now[name] ?? 'not given'}`)

/** Stores of earlier versions do not say what was typed, only what was traded. */
function tradeDifferences(
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
