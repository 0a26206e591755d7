import { revertReasonView } from '#cli/views/trade/revert-reason'
import { formatTime } from '#domain/api/plain'
import type { Intent, JournalTx, TxVersion } from '#domain/journal/swap'
import type { GasFees, Payload } from '#domain/payload'
import { checksum } from '#text/checksum'

/** A payload as JSON shows it, signed or not. */
export const payloadView = ({ from, to, data, value, chainId, gasLimit, fees }: Payload) => ({
  chainId,
  type: fees.type,
  from: checksum(from),
  to: checksum(to),
  value: String(value),
  data,
  gasLimit: String(gasLimit),
  ...feesView(fees),
})

const feesView = (fees: GasFees) =>
  fees.type === 2
    ? { maxFeePerGas: String(fees.maxFeePerGas), maxPriorityFeePerGas: String(fees.maxPriorityFeePerGas) }
    : { gasPrice: String(fees.gasPrice) }

export const transactionView = ({ payload, step, hash, nonce, stage, mined, conclusion, versions }: JournalTx) => {
  const { isFinal, depth, finalDepth, receipt, replacedBy, known } = conclusion
  return {
    step,
    hash,
    nonce,
    stage,
    final: isFinal,
    confirmations: { have: depth, final: finalDepth },
    known,
    ...payloadView(payload),
    ...(versions.length === 1 ? {} : { versions: versions.map(versionView) }),
    ...(mined === undefined
      ? {}
      : { block: mined.block, gasUsed: String(mined.gasUsed), feePaid: String(mined.feePaid) }),
    ...(receipt?.reason === undefined ? {} : { reason: revertReasonView(receipt.reason) }),
    ...(replacedBy === undefined ? {} : { replacedBy: { hash: replacedBy.hash, block: replacedBy.block } }),
    via: 'public' as const,
  }
}

const versionView = ({ kind, hash, payload: { fees }, signedAt }: TxVersion) => ({
  kind,
  hash,
  signedAt: formatTime(signedAt),
  ...feesView(fees),
})

/** The transactions of an intent other than the swap. */
export const approvalsOf = (intent: Intent): readonly JournalTx[] =>
  intent.transactions.filter(({ step }) => step === 'reset' || step === 'approve' || step === 'revoke')
