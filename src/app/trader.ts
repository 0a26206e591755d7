import { readBalances, readSpendable } from '#app/trade/allowance/balances'
import { approve } from '#app/trade/approve-quote'
import { deployRouter } from '#app/trade/deploy'
import { findTypedIntent } from '#app/trade/earlier-intent'
import { readPayload } from '#app/trade/explain/read-payload'
import { readTransaction } from '#app/trade/explain/read-transaction'
import { outcome } from '#app/trade/steps/outcome'
import { fetchIntentStatus, followIntent } from '#app/trade/steps/status'
import { resumeSwap, type SwapContext, swap } from '#app/trade/swap'
import { verifyContracts } from '#app/verify-contracts'
import type { Trader } from '#domain/trade/trader'

/** The part that needs keys: it signs and sends from here, regardless of the service that quoted. */
export const createTrader = (context: SwapContext): Trader => ({
  swap: (request, dialogue) => swap(context, request, dialogue),
  approve: (request, dialogue) => approve(context, request, dialogue),
  status: (reference, options) => fetchIntentStatus(context, reference, options),
  findByKey: (key, typed) =>
    typed === undefined ? context.journal.findByKey(key) : findTypedIntent(context.journal, key, typed),
  resume: (intent, following, dialogue) => resumeSwap(context, intent, following, dialogue),
  outcome: (id, cause) => outcome(context, id, cause),
  transaction: async (network, hash, confirmations) => {
    const chain = await context.chain(network)
    return readTransaction(chain, hash, confirmations ?? chain.network.confirmations)
  },
  follow: (intent, patience, dialogue) => followIntent(context, intent, patience, dialogue),
  balances: (network, owner, tokens) => readBalances(context, network, owner, tokens),
  getSpendable: (network, owner, token) => readSpendable(context, network, owner, token),
  decodePayload: readPayload,
  deployRouter: (network, account, dialogue) =>
    deployRouter(context, { network, account, patience: { confirmations: 1, timeoutSeconds: 90 } }, dialogue),
  verifyContracts: async (network) => verifyContracts(await context.chain(network)),
})
