import { defineCommand } from '#cli/define-command'
import { parsePath } from '#cli/parse/plain'
import { findBundle, parseCase } from '#cli/request/debugging/find-bundle'
import { computeWhatIfs } from '#cli/request/debugging/page-what-ifs'
import { listQuoteGuards, listSwapGuards } from '#cli/request/debugging/quote-guards'
import { readDangerLimits } from '#cli/request/quote-dangers'
import { writeNewFile } from '#cli/request/write-new-file'
import { explainLines } from '#cli/screens/debugging/explain'
import { explainView } from '#cli/views/debugging/explain'

export const command = defineCommand({
  name: 'explain',
  about: 'Say why a quote is what it is: every pool that was read, prices, checks, and what a better route could add.',
  group: 'Look',
  examples: ['explain last', 'explain case-17.quote.json --all', 'explain 0x5a…e1 -n base'],
  arguments: {
    case: {
      about: 'a quote, a bundle, a transaction of anybody, or last',
      parse: parseCase,
      ask: 'Which quote?',
      completes: ['quote', 'file'],
    },
  },
  options: {
    all: { flag: '--all', about: 'every pool, not only the nearest' },
    html: { flag: '--html <file>', about: 'write it as one page, with the route drawn and what-ifs', parse: parsePath },
  },
  schema: async () => (await import('#cli/schemas/debugging/explain')).ExplainResult,

  async run(context, { case: word, all, html }) {
    const { bundle, transaction } = await findBundle(context, word)
    const debugging = await context.debugging()
    const explanation = debugging.explain(bundle)
    const limits = { ...readDangerLimits(context.settings), maxSlippage: context.settings.get('trade.maxSlippagePpm') }
    const sent = transaction?.read?.entry === 'cancel' ? undefined : transaction?.read?.call
    const guards =
      sent === undefined ? listQuoteGuards(bundle.quote, limits) : listSwapGuards(bundle.quote, limits, sent.minimumOut)
    const report = { bundle, transaction, explanation, guards }
    if (html !== undefined) {
      const { explainPage } = await import('#cli/screens/debugging/page/explain-page')
      writeNewFile(html, explainPage(report, computeWhatIfs(debugging, bundle)).html, '--html')
      context.out.note(() => [`  Page     ${html}`])
    }
    context.out.printResult({
      data: () => explainView(report),
      lines: (screen) => explainLines(report, screen, { isAll: all }),
      meta: { network: bundle.network, chainId: bundle.chainId },
    })
  },
})
