import { revertReasonView } from '#cli/views/trade/revert-reason'
import { formatTime } from '#domain/api/plain'
import { getRemediesNow } from '#domain/failures/revert-reason'
import { findFallbackBlock, isPublished } from '#domain/journal/private-sending'
import type { AgreedFacts, Intent, JournalTx, TxVersion } from '#domain/journal/swap'
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

/** Absent are figures that endpoints tell differently. */
export const costView = ({ gasUsed, feePaid }: AgreedFacts) => ({
  ...(gasUsed === undefined ? {} : { gasUsed: String(gasUsed) }),
  ...(feePaid === undefined ? {} : { feePaid: String(feePaid) }),
})

export const transactionView = (tx: JournalTx) => {
  const { payload, step, hash, nonce, stage, mined, conclusion, versions } = tx
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
    ...(mined === undefined ? {} : { block: mined.block, ...costView(mined) }),
    ...(receipt?.reason === undefined
      ? {}
      : {
          reason: revertReasonView({
            ...receipt.reason,
            remedy: getRemediesNow(receipt.reason, { isFinal, reference: hash }),
          }),
        }),
    ...(replacedBy === undefined ? {} : { replacedBy: { hash: replacedBy.hash, block: replacedBy.block } }),
    ...sendingView(tx),
  }
}

/** `private`: the bytes were handed to their private endpoint first, and to public nodes only if `wentPublic`. */
function sendingView({ sending, observations }: JournalTx) {
  if (sending === undefined) return { via: 'public' as const }
  const { endpoint, fallback } = sending
  const afterBlocks = fallback === 'never' ? null : fallback
  const publicFrom = findFallbackBlock(sending) ?? null
  return {
    via: 'private' as const,
    private: { endpoint, afterBlocks, publicFrom, wentPublic: isPublished(observations) },
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
