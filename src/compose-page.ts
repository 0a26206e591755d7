/** Pages of a service: its quotes explained, in a thread of their own, so that no quote waits meanwhile. */
import { fileURLToPath } from 'node:url'
import type { QuoteContext } from '#app/context'
import { recordQuote } from '#app/debugging/record'
import type { ComposeInput } from '#cli/context'
import type { GuardLimits } from '#cli/request/debugging/quote-guards'
import { readDangerLimits } from '#cli/request/quote-dangers'
import type { QuoteBundle } from '#domain/debugging/bundle'
import type { WebPage } from '#domain/debugging/web-page'
import { fail } from '#domain/errors'
import type { Quote } from '#domain/quotes/quote'
import type { ServerSettings } from '#domain/service/server'

export interface PageRequest {
  readonly bundle: QuoteBundle
  readonly limits: GuardLimits
}

/** Longer than any page takes: its searches have limits of their own. */
const timeoutMs = 15_000

export function createQuoteExplainer(
  quoting: QuoteContext,
  { settings }: Pick<ComposeInput, 'settings'>,
  { workers }: Pick<ServerSettings, 'workers'>,
): (quote: Quote) => Promise<WebPage> {
  const limits = { ...readDangerLimits(settings), maxSlippage: settings.get('trade.maxSlippagePpm') }
  const render = workers === 0 ? renderHere : renderInThread
  return async (quote) => {
    if (quote.route.legs.length === 0) throw fail('BUNDLE_INCOMPLETE', { missing: 'route' })
    return render({ bundle: await recordQuote(quoting, quote), limits })
  }
}

const renderHere = async (request: PageRequest): Promise<WebPage> =>
  (await import('#compose-page-render')).renderPage(request)

async function renderInThread(request: PageRequest): Promise<WebPage> {
  const { Worker } = process.getBuiltinModule('node:worker_threads')
  const file = fileURLToPath(new URL('./page-worker.js', import.meta.url))
  const worker = new Worker(file, { workerData: request })
  const timer = setTimeout(() => void worker.terminate(), timeoutMs)
  try {
    return await new Promise<WebPage>((resolve, reject) => {
      worker.on('message', resolve)
      worker.on('error', reject)
      worker.on('exit', () => reject(fail('TIMED_OUT', { what: 'The page', seconds: timeoutMs / 1_000 })))
    })
  } finally {
    clearTimeout(timer)
    void worker.terminate()
  }
}
