import { approve } from '#app/trade/approve-quote'
import { readBalances, readSpendable } from '#app/trade/balances'
import { deployRouter } from '#app/trade/deploy'
import { findTypedIntent } from '#app/trade/earlier-intent'
import { outcome } from '#app/trade/outcome'
import { readPayload } from '#app/trade/read-payload'
import { readTransaction } from '#app/trade/read-transaction'
import { fetchIntentStatus, followIntent } from '#app/trade/status'
import { resumeSwap, type SwapContext, swap } from '#app/trade/swap'
import { verifyContracts } from '#app/verify-contracts'
import type { Trader } from '#domain/trader'

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
