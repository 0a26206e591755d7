/** An explanation as a page, from a bundle alone. */
import { explainBundle } from '#app/debugging/explain'
import { requireReplayable, whatIf } from '#app/debugging/replay'
import { computeWhatIfs } from '#cli/request/debugging/page-what-ifs'
import { listQuoteGuards } from '#cli/request/debugging/quote-guards'
import { explainPage } from '#cli/screens/debugging/page/explain-page'
import type { PageRequest } from '#compose-page'
import type { WebPage } from '#domain/debugging/web-page'
import type { Protocol } from '#domain/pools/protocol'
import { all } from '#protocols/all.gen'

const adapters: readonly Protocol<unknown>[] = all
const context = { protocols: new Map(adapters.map((protocol) => [protocol.kind, protocol])) }

/** @throws `BUNDLE_INCOMPLETE` without pools or a route */
export function renderPage({ bundle, limits }: PageRequest): WebPage {
  const whole = requireReplayable(bundle)
  const guards = listQuoteGuards(whole.quote, limits)
  const report = { bundle: whole, explanation: explainBundle(context, whole), guards }
  return explainPage(report, computeWhatIfs({ whatIf: (one, changes) => whatIf(context, one, changes) }, whole))
}
