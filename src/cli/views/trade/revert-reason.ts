import type { RevertReason } from '#domain/failures/revert-reason'

/** Why a transaction reverted, as JSON shows it. */
export const revertReasonView = ({ class: name, words, remedy }: RevertReason) => ({
  class: name,
  words,
  remedy: [...remedy],
})
