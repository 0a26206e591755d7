import type { Quote } from '#domain/quotes/quote'
import { playedNetworkOf } from '#domain/sandbox'

/**
 * The command that swaps a quote. For a sandbox of a network it includes `-n`, so that the sandbox's accounts are used.
 */
export const swapCommand = ({ id, request: { network } }: Pick<Quote, 'id' | 'request'>): string =>
  `swapline swap ${id.slice(0, 8)}${playedNetworkOf(network) === undefined ? '' : ` -n ${network}`}`
