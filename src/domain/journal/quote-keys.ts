/** Keys of intents that are about a quote; in the journal, a prefix of the quote's id stands for the whole. */

/** Of a swap by a stored quote, unless the user gives another one. */
export const quoteKey = (quoteId: string): string => `quote:${quoteId}`

/** Of an approval for a quote: one intent, however often it is requested. */
export const quoteApprovalKey = (quoteId: string): string => `approve:${quoteId}`
