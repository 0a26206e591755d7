import type { DryRun } from '#cli/screens/trade/dry-run'
import { amountView } from '#cli/views/amount'
import { payloadView } from '#cli/views/trade/transaction'
import type { Assumption } from '#domain/trade/dry-run'
import { checksum } from '#text/checksum'

/** A dry run for machines. */
export const dryRunView = ({ quote, payload, unsimulated, simulation }: DryRun) => ({
  stage: unsimulated === undefined ? 'simulated' : 'built',
  quoteId: quote.id,
  payload: payloadView(payload),
  minimum: amountView(quote.minimumOut, quote.buy),
  ...(simulation?.amountOut === undefined ? {} : { output: amountView(simulation.amountOut, quote.buy) }),
  ...(simulation?.gasUsed === undefined ? {} : { gasUsed: String(simulation.gasUsed) }),
  ...(simulation === undefined ? {} : { assumed: simulation.assumed.map(assumptionView) }),
})

export const assumptionView = ({ of, token, owner, spender, actual, assumed }: Assumption) => ({
  of,
  token: checksum(token.address),
  owner: checksum(owner),
  ...(spender === undefined ? {} : { spender: checksum(spender) }),
  actual: amountView(actual, token),
  assumed: amountView(assumed, token),
})
