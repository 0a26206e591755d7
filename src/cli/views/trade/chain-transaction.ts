import { amountView } from '#cli/views/amount'
import { readPayloadView } from '#cli/views/quote/read-payload'
import { revertReasonView } from '#cli/views/trade/revert-reason'
import { costView } from '#cli/views/trade/transaction'
import type { RouterTransaction } from '#domain/trade/router-transaction'
import { checksum } from '#text/checksum'

/** A transaction on the chain that no journal knows: the JSON of `status <hash>`. */
export function chainTransactionView(transaction: RouterTransaction) {
  const { network, chainId, stage, ours, read, reason } = transaction
  return {
    kind: 'transaction' as const,
    network,
    chainId,
    stage,
    ours,
    transaction: sentView(transaction),
    ...(read === undefined ? {} : { request: readPayloadView(read) }),
    ...amountsView(transaction),
    ...(reason === undefined ? {} : { reason: revertReasonView(reason) }),
  }
}

function sentView({ hash, from, to, value, nonce, data, gasLimit, mined, depth }: RouterTransaction) {
  return {
    hash,
    from: checksum(from),
    to: to === undefined ? null : checksum(to),
    value: String(value),
    nonce,
    data,
    gasLimit: String(gasLimit),
    ...(mined === undefined ? {} : { block: mined.block, depth, ...costView(mined) }),
  }
}

/** Only for tokens whose decimals are known: `request` has the raw amounts of the others. */
function amountsView({ read, tokens, bought }: RouterTransaction) {
  if (read === undefined || read.entry === 'cancel') return {}
  const { sell, buy } = tokens ?? {}
  return {
    ...(sell === undefined ? {} : { sold: amountView(read.call.amountIn, sell) }),
    ...(buy === undefined ? {} : { minimum: amountView(read.call.minimumOut, buy) }),
    ...(buy === undefined || bought === undefined ? {} : { bought: amountView(bought, buy) }),
    ...(bought === undefined ? {} : { boughtRaw: String(bought) }),
  }
}
