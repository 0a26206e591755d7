import type { Context } from '#cli/context'
import { defineCommand } from '#cli/define-command'
import { parseTokenWord } from '#cli/parse/token-word'
import { intentResult } from '#cli/request/intent-result'
import { swapLines } from '#cli/screens/trade/swap'
import { createDialogue } from '#cli/talk/dialogue'
import { fail } from '#domain/errors'
import { defaultTerms } from '#domain/quotes/quote'
import type { Token } from '#domain/token'
import type { SwapRequest } from '#domain/trade/trader'
import { type Amount, nativeToken } from '#domain/units'
import { laneOptions, type ResolvedLane, resolveLane } from './lane.ts'

export const refill = defineCommand({
  name: 'relay-refill',
  about: 'Sell all that a drained lane has earned of a token, for the native currency that pays its gas.',
  examples: ['relay refill USDC --relayer dev9 -n sandbox'],
  arguments: { token: { about: 'token to sell: one that the relayer was paid in', parse: parseTokenWord } },
  options: laneOptions,
  needsNetwork: () => true,
  sends: true,
  schema: async () => (await import('#cli/schemas/trade/swap')).Swap,

  async run(context, { token: word, ...input }) {
    const lane = await resolveLane(context, input)
    requireIdle(lane)
    const token = await (await context.tokens()).resolve(lane.network.name, word, false)
    const trader = await context.trader()
    const [held] = await trader.balances(lane.network.name, lane.account.address, [token])
    if (held === undefined || held.amount === 0n || token.address === nativeToken)
      throw fail('USAGE', { reason: `The relayer has earned no ${token.symbol}.`, fix: 'swapline relay status' })
    const dialogue = createDialogue(context, { recipient: false, unlisted: false, max: false })
    try {
      const { intent } = await trader.swap(toRequest(context, lane, { token, amount: held.amount }), dialogue)
      if (intent === undefined) return
      // The lane goes on after what was signed here, whatever an endpoint that lags says of the account.
      const used = intent.transactions.map(({ nonce }) => nonce)
      await lane.relays.openLane(lane.lane, Math.max(lane.status.nextNonce, ...used.map((nonce) => nonce + 1)))
      context.out.printResult(intentResult(intent, (screen) => swapLines(intent, screen)))
    } finally {
      dialogue.end()
    }
  },
})

/** A swap takes a nonce of the lane, so no order may take one meanwhile. */
function requireIdle({ account, network, status }: ResolvedLane): void {
  if (status.isDraining && status.open === 0) return
  throw fail('USAGE', {
    reason: `The lane of ${account.name} on ${network.name} is in use: ${status.open} open orders.`,
    fix: `swapline relay drain --relayer ${account.name} -n ${network.name}`,
  })
}

function toRequest(
  { settings }: Context,
  { account, network }: ResolvedLane,
  { token, amount }: { readonly token: Token; readonly amount: Amount },
): SwapRequest {
  const from = account.address
  return {
    key: undefined,
    account: account.name,
    quote: {
      request: {
        ...{ network: network.name, sell: token.address, buy: nativeToken, sellAmount: amount },
        ...{ slippage: settings.get('trade.slippagePpm'), ...defaultTerms, from, to: from },
      },
    },
    ...{ approve: 'exact', requote: 'auto', confirmations: 1, wait: true, dryRun: false },
    guards: {
      minimumOut: undefined,
      maxSlippage: settings.get('trade.maxSlippagePpm'),
      maxImpact: settings.get('trade.maxImpactPpm'),
      maxGas: undefined,
    },
    deadlineSeconds: settings.get('trade.deadlineSec'),
    fees: { max: undefined, tip: undefined, legacy: false },
    timeoutSeconds: settings.get('timeout'),
  }
}
