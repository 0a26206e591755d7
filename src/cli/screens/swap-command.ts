import type { Quote } from '#domain/quote'
import { playedBy } from '#domain/sandbox'

/** What to type to swap by a quote. In a sandbox that plays a network it says so, for its accounts to be taken. */
export const swapCommand = ({ id, request: { network } }: Pick<Quote, 'id' | 'request'>): string =>
  `swapline swap ${id.slice(0, 8)}${playedBy(network) === undefined ? '' : ` -n ${network}`}`
