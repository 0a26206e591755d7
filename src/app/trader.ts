import { readAgreedNonces } from '#app/account-nonces'
import { readBalances, readSpendable } from '#app/trade/allowance/balances'
import { listAllowances } from '#app/trade/allowance/list'
import { findGrantsAfter } from '#app/trade/allowance/open-grants'
import { findOpenRevocation } from '#app/trade/allowance/open-revocation'
import { revoke } from '#app/trade/allowance/revoke'
import { approve } from '#app/trade/approve-quote'
import { claim, findClaim } from '#app/trade/cross/claim'
import type { CrossContext } from '#app/trade/cross/context'
import { cross } from '#app/trade/cross/cross'
import { deployRouter, listOpenDeployments } from '#app/trade/deploy'
import { findTypedIntent } from '#app/trade/earlier-intent'
import { readPayload } from '#app/trade/explain/read-payload'
import { readTransaction } from '#app/trade/explain/read-transaction'
import { swapGasless } from '#app/trade/gasless'
import { buildApproval, buildSwap, recordFile } from '#app/trade/offline/build'
import { findSent, sendSigned } from '#app/trade/offline/send'
import { signUnsigned } from '#app/trade/offline/sign'
import { withQuoteUse } from '#app/trade/quote-use'
import { replaceTransaction } from '#app/trade/replace'
import { outcome } from '#app/trade/steps/outcome'
import { fetchIntentStatus, followIntent } from '#app/trade/steps/status'
import { resumeSwap, swap } from '#app/trade/swap'
import { verifyContracts } from '#app/verify-contracts'
import type { Trader } from '#domain/trade/trader'

/** The part that needs keys: it signs and sends from here, regardless of the service that quoted. */
export const createTrader = (context: CrossContext): Trader => ({
  swap: (request, dialogue) => withQuoteUse(context, () => swap(context, request, dialogue), request.key),
  swapGasless: (request, dialogue) => withQuoteUse(context, () => swapGasless(context, request, dialogue)),
  cross: (request, dialogue) => withQuoteUse(context, () => cross(context, request, dialogue), request.key),
  trackCrossing: (network, hash) => context.crossing.track(network, hash),
  claim: (request, dialogue) => claim(context, request, dialogue),
  findClaim: (action, hash) => findClaim(context, action, hash),
  approve: (request, dialogue) => withQuoteUse(context, () => approve(context, request, dialogue)),
  allowances: (request) => listAllowances(context, request),
  revoke: (request, dialogue) => revoke(context, request, dialogue),
  findGrantsAfter: (intent) => findGrantsAfter(context, intent),
  findOpenRevocation: (search) => findOpenRevocation(context, search),
  status: (reference, options) => fetchIntentStatus(context, reference, options),
  findByKey: (key, typed) =>
    typed === undefined ? context.journal.findByKey(key) : findTypedIntent(context.journal, key, typed),
  resume: (intent, following, dialogue) => resumeSwap(context, intent, following, dialogue),
  replace: (request, dialogue) => replaceTransaction(context, request, dialogue),
  buildSwap: (request, from, dialogue) => withQuoteUse(context, () => buildSwap(context, request, from, dialogue)),
  recordFile: (unsigned) => recordFile(context, unsigned),
  buildApproval: (request, dialogue) => buildApproval(context, request, dialogue),
  signUnsigned: (unsigned, options, dialogue) => signUnsigned(context, unsigned, options, dialogue),
  findSent: (unsigned) => findSent(context, unsigned),
  sendSigned: (signed, options, dialogue) => sendSigned(context, signed, options, dialogue),
  outcome: (id, cause) => outcome(context, id, cause),
  transaction: async (network, hash, confirmations) => {
    const chain = await context.chain(network)
    return readTransaction(chain, hash, confirmations ?? chain.network.confirmations)
  },
  follow: (intent, patience, dialogue) => followIntent(context, intent, patience, dialogue),
  balances: (network, owner, tokens) => readBalances(context, network, owner, tokens),
  readNonces: async (network, account) => readAgreedNonces(await context.chain(network), account),
  getSpendable: (network, owner, token) => readSpendable(context, network, owner, token),
  decodePayload: readPayload,
  deployRouter: (network, account, dialogue, withCrossing = false) =>
    deployRouter(
      context,
      { network, account, withCrossing, patience: { confirmations: 1, timeoutSeconds: 90 } },
      dialogue,
    ),
  findOpenDeployment: async (network, account, withCrossing = false) =>
    (await listOpenDeployments(context, await context.chain(network), { account, withCrossing }))[0],
  verifyContracts: async (network) => verifyContracts(await context.chain(network)),
})
