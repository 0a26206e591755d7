import type { RevertClass } from '#domain/failures/revert-reason'
import { formatDecimal } from '#domain/format-decimal'
import type { Network } from '#domain/network'
import type { Token } from '#domain/token'
import type { Address, Amount, Hex } from '#domain/units'

/** The terms of a reverted swap of our router, as far as known. */
export interface RevertedSwapTerms {
  readonly payer: Address
  readonly sell: Address
  readonly buy: Address
  readonly sellAmount: Amount
  /** `undefined` if the token is in no list and its contract does not answer. */
  readonly sellToken: Token | undefined
  readonly buyToken: Token | undefined
}

export interface RevertContext {
  readonly network: Network
  readonly hash: Hex
  /** `undefined` for a transaction that is not a swap: an approval, a deployment. */
  readonly terms: RevertedSwapTerms | undefined
}

/** What to do about a revert of this class, the most useful first. */
export function getRemedies(name: RevertClass, on: RevertContext): readonly string[] {
  const again = quoteCommand(on) ?? 'make a new quote'
  switch (name) {
    case 'allowance':
      return [
        approveCommand(on) ?? `swapline approve <token> <amount> -n ${on.network.name}`,
        `then swap again: ${again}`,
      ]
    case 'balance':
      return [
        `swapline balances${formatSellToken(on, ' ')} -n ${on.network.name}`,
        'sell less, or send more of the token to the account',
      ]
    case 'minimum':
      return [again, 'swap at once; a higher --slippage lets the price move further']
    case 'deadline':
      return [again, 'a longer --deadline (up to 15m) or a higher --max-fee leaves more time']
    case 'out-of-gas':
      return [`swap again with a new gas estimate: ${again}`, 'from another program: raise its gas limit by half']
    case 'missing-value':
      return [
        'send exactly the amount to sell as the value of the transaction, and none when a token is sold',
        `swapline does so by itself: ${again}`,
      ]
    case 'token-tax':
      return ['the token takes a fee on transfer and cannot be swapped exactly: trade another one']
    case 'paused-token':
      return ['wait until the issuer of the token allows transfers again, or trade another one']
    case 'pool':
      return [again, 'leave the pool out with --exclude <pool> if it fails again']
    case 'router-auth':
      return ['have the order or approval signed again: this router, an unused nonce, a later deadline']
    case 'panic':
    case 'unknown':
      return [explorerRemedy(on), `what the same swap would do now: ${again}`]
  }
}

/** An archive node keeps the states of all blocks. */
export const archiveCommand = ({ network, hash }: RevertContext): string =>
  `swapline status ${hash} -n ${network.name} --rpc-url <archive node>`

const explorerRemedy = ({ network, hash }: RevertContext): string =>
  network.explorer === undefined
    ? `look at ${hash} in a block explorer`
    : `look at it in a block explorer: ${network.explorer}/tx/${hash}`

const formatToken = (address: Address, token: Token | undefined): string => (token?.listed ? token.symbol : address)

const formatSellToken = ({ terms }: RevertContext, before: string): string =>
  terms === undefined ? '' : `${before}${formatToken(terms.sell, terms.sellToken)}`

const formatSellAmount = ({ sellAmount, sellToken }: RevertedSwapTerms): string =>
  sellToken === undefined ? `raw:${sellAmount}` : formatDecimal(sellAmount, sellToken.decimals)

const allowUnlistedOption = (...tokens: readonly (Token | undefined)[]): string =>
  tokens.every((token) => token?.listed) ? '' : ' --allow-unlisted'

function approveCommand({ network, terms }: RevertContext): string | undefined {
  if (terms === undefined) return undefined
  const { sell, sellToken } = terms
  return `swapline approve ${formatToken(sell, sellToken)} ${formatSellAmount(terms)} -n ${network.name}${allowUnlistedOption(sellToken)}`
}

function quoteCommand({ network, terms }: RevertContext): string | undefined {
  if (terms === undefined) return undefined
  const { sell, buy, sellToken, buyToken } = terms
  const tokens = `${formatToken(sell, sellToken)} ${formatToken(buy, buyToken)}`
  return `swapline quote ${formatSellAmount(terms)} ${tokens} -n ${network.name}${allowUnlistedOption(sellToken, buyToken)}`
}
