import { approve } from '#app/trade/approve-quote'
import { balances, spendable } from '#app/trade/balances'
import { deployRouter } from '#app/trade/deploy'
import { earlierTyped } from '#app/trade/earlier-intent'
import { outcome } from '#app/trade/outcome'
import { readPayload } from '#app/trade/read-payload'
import { readTransaction } from '#app/trade/read-transaction'
import { follow, status } from '#app/trade/status'
import { resumeSwap, type SwapContext, swap } from '#app/trade/swap'
import { verifyContracts } from '#app/verify-contracts'
import type { Trader } from '#domain/trader'

/** The part that needs keys: it signs here and sends from here, whoever quoted. */
export const createTrader = (context: SwapContext): Trader => ({
  swap: (request, dialogue) => swap(context, request, dialogue),
  approve: (request, dialogue) => approve(context, request, dialogue),
  status: (reference, options) => status(context, reference, options),
  earlier: (key, typed) =>
    typed === undefined ? context.journal.byKey(key) : earlierTyped(context.journal, key, typed),
  resume: (intent, following, dialogue) => resumeSwap(context, intent, following, dialogue),
  outcome: (id, cause) => outcome(context, id, cause),
  transaction: async (network, hash, confirmations) => {
    const chain = await context.chain(network)
    return readTransaction(chain, hash, confirmations ?? chain.network.confirmations)
  },
  follow: (intent, patience, dialogue) => follow(context, intent, patience, dialogue),
  balances: (network, owner, tokens) => balances(context, network, owner, tokens),
  spendable: (network, owner, token) => spendable(context, network, owner, token),
  read: readPayload,
  deployRouter: (network, account, dialogue) =>
    deployRouter(context, { network, account, patience: { confirmations: 1, seconds: 90 } }, dialogue),
  verifyContracts: async (network) => verifyContracts(await context.chain(network)),
})
