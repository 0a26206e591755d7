/** Keys of intents that are about a quote; in the journal, a prefix of the quote's id stands for the whole. */
import type { Address } from '#domain/units'

/** Of a swap by a stored quote, unless the user gives another one. */
export const quoteKey = (quoteId: string): string => `quote:${quoteId}`

/** The same of a swap to another network. */
export const crossKey = (quoteId: string): string => `cross:${quoteId}`

/** Of an approval for a quote: one intent, however often it is requested. */
export const quoteApprovalKey = (quoteId: string): string => `approve:${quoteId}`

/** The same by another account than the first: of a quote that names none, each has an approval of its own. */
export const accountApprovalKey = (quoteId: string, account: Address): string =>
  `${quoteApprovalKey(quoteId)}:${account}`

const ofTrade = /^(?:quote|cross):[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Whether a key is of a swap by a quote, here or to another network: nobody chose it. */
export const isQuoteKey = (key: string): boolean => ofTrade.test(key)
