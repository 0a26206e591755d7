import { tokenView } from '#cli/views/amount'
import { payloadView } from '#cli/views/trade/transaction'
import { formatTime } from '#domain/api/plain'
import type { SignedTransaction, UnsignedTransaction } from '#domain/trade/offline'
import { checksum } from '#text/checksum'

/** A transaction as its file holds it: everything that is needed to check it. */
export const unsignedView = (unsigned: UnsignedTransaction) => ({
  schema: 'swapline/unsigned@1' as const,
  network: unsigned.network,
  builtAt: formatTime(unsigned.builtAt),
  step: unsigned.step,
  transaction: { ...payloadView(unsigned.payload), nonce: unsigned.nonce },
  limits: { maxGasPrice: String(unsigned.budget.maxPrice), maxGasCost: String(unsigned.budget.maxCost) },
  ...(unsigned.l1Fee === undefined ? {} : { l1Fee: String(unsigned.l1Fee) }),
  terms: termsView(unsigned),
})

function termsView(unsigned: UnsignedTransaction) {
  if (unsigned.step === 'approve') {
    const { token, amount, before } = unsigned
    return {
      token: tokenView(token),
      amount: String(amount),
      ...(before === undefined ? {} : { before: String(before) }),
    }
  }
  const { quoteId, sell, buy, sellAmount, quotedOut, minimumOut, to, deadline } = unsigned.trade
  return {
    quoteId,
    sell: tokenView(sell),
    buy: tokenView(buy),
    sellAmount: String(sellAmount),
    quotedOut: String(quotedOut),
    minimumOut: String(minimumOut),
    to: checksum(to),
    deadline: formatTime(deadline),
  }
}

export const signedView = ({ unsigned, raw, hash }: SignedTransaction) => ({
  schema: 'swapline/signed@1' as const,
  unsigned: unsignedView(unsigned),
  raw,
  hash,
})
