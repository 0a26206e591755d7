import type { QuoteContext } from '#app/context'
import { createBundle } from '#app/debugging/create-bundle'
import type { QuoteEvidence } from '#app/debugging/evidence'
import { createQuote } from '#app/quoting/create-quote'
import { readTransaction } from '#app/trade/explain/read-transaction'
import type { RecordedSwap } from '#domain/debugging/debugging'
import { fail } from '#domain/errors'
import { findPricePaid } from '#domain/journal/swap'
import { type AnyQuoteRequest, defaultTerms } from '#domain/quotes/quote'
import { type Hex, type NetworkName, ppm } from '#domain/units'

/**
 * The best route for what a mined swap of our router sold, on the state before its block, of any sender. Earlier
 * transactions of the block had changed that state, so it is not exactly what the swap met. No quote is stored.
 * @returns `undefined` if no endpoint knows the transaction
 * @throws `BUNDLE_NOT_POSSIBLE` if it is pending or no swap of our router, `BLOCK_NOT_AVAILABLE` if no endpoint has that
 *   state any more; what a quote throws
 */
export async function recordTransaction(
  context: QuoteContext,
  name: NetworkName,
  hash: Hex,
): Promise<RecordedSwap | undefined> {
  const chain = await context.chain(name)
  const transaction = await readTransaction(chain, hash, Math.max(1, chain.network.confirmations), context.clock.now())
  if (transaction === undefined) return undefined
  const { read, mined } = transaction
  const refuse = (reason: string, instead: string) =>
    fail('BUNDLE_NOT_POSSIBLE', { what: 'Transaction', id: hash, reason, fix: [instead] })
  if (read === undefined || read.entry === 'cancel')
    throw refuse('it is no swap of our router', `swapline trace ${hash} -n ${name}     (what it did)`)
  if (mined === undefined) throw refuse('it is not mined yet', `swapline status ${hash} -n ${name} --watch`)
  const { tokenIn, tokenOut, amountIn, affiliate } = read.call
  const request: AnyQuoteRequest = {
    network: name,
    sell: tokenIn,
    buy: tokenOut,
    sellAmount: amountIn,
    slippage: ppm(0),
    ...defaultTerms,
    affiliate,
    gasPrice: findPricePaid(mined),
    block: mined.block - 1,
  }
  const evidence = await quoteUnstored(context, request)
  const bundle = createBundle({ protocols: context.protocols, now: context.clock.now() }, chain.network, evidence)
  return { transaction, bundle }
}

async function quoteUnstored(
  { notes: _, market: __, onTimings: ___, ...context }: QuoteContext,
  request: AnyQuoteRequest,
): Promise<QuoteEvidence> {
  let made: QuoteEvidence = { request, market: undefined }
  await createQuote(
    {
      ...context,
      quotes: { ...context.quotes, put: async () => undefined },
      observer: {
        onRequest: () => undefined,
        onSurvey: () => undefined,
        onQuote: (evidence) => {
          made = evidence
        },
      },
    },
    request,
  )
  return made
}
