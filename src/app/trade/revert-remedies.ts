import { decimalText } from '#domain/decimal'
import type { Network } from '#domain/network'
import type { RevertClass } from '#domain/revert-reason'
import type { Token } from '#domain/token'
import type { Address, Amount, Hex } from '#domain/units'

/** What a swap of our router asked for, as far as it can be named. */
export interface SwapTerms {
  readonly payer: Address
  readonly sell: Address
  readonly buy: Address
  readonly sellAmount: Amount
  /** `undefined` where no list has the token and its contract does not answer. */
  readonly sellToken: Token | undefined
  readonly buyToken: Token | undefined
}

export interface RevertedOn {
  readonly network: Network
  readonly hash: Hex
  /** `undefined` for a transaction that is no swap: an approval, a deployment. */
  readonly terms: SwapTerms | undefined
}

/** What to do about a revert of this class, the most useful first. */
export function remediesFor(name: RevertClass, on: RevertedOn): readonly string[] {
  const again = quoteCommand(on) ?? 'make a new quote'
  switch (name) {
    case 'allowance':
      return [
        approveCommand(on) ?? `swapline approve <token> <amount> -n ${on.network.name}`,
        `then swap again: ${again}`,
      ]
    case 'balance':
      return [
        `swapline balances${sellWord(on, ' ')} -n ${on.network.name}`,
        'sell less, or send more of the token to the account',
      ]
    case 'minimum':
      return [again, 'swap at once; a higher --slippage lets the price move further']
    case 'deadline':
      return [again, 'a longer --deadline (up to 15m) or a higher --max-fee leaves more time']
    case 'out-of-gas':
      return [`swap again, the gas is estimated anew: ${again}`, 'from another program: raise its gas limit by half']
    case 'missing-value':
      return [
        'send exactly the amount to sell as the value of the transaction, and none when a token is sold',
        `swapline does so by itself: ${again}`,
      ]
    case 'token-tax':
      return ['the token keeps a part of what is transferred and cannot be swapped exactly: trade another one']
    case 'paused-token':
      return ['wait until the issuer of the token allows transfers again, or trade another one']
    case 'pool':
      return [again, 'leave the pool out with --exclude <pool> if it fails again']
    case 'router-auth':
      return ['have the order or approval signed again: this router, an unused nonce, a later deadline']
    case 'panic':
    case 'unknown':
      return [lookCommand(on), `what the same swap would do now: ${again}`]
  }
}

/** An archive node keeps the states of all blocks. */
export const askArchive = ({ network, hash }: RevertedOn): string =>
  `swapline status ${hash} -n ${network.name} --rpc-url <archive node>`

const lookCommand = ({ network, hash }: RevertedOn): string =>
  network.explorer === undefined
    ? `look at ${hash} in a block explorer`
    : `look at it in a block explorer: ${network.explorer}/tx/${hash}`

const wordOf = (address: Address, token: Token | undefined): string => (token?.listed ? token.symbol : address)

const sellWord = ({ terms }: RevertedOn, before: string): string =>
  terms === undefined ? '' : `${before}${wordOf(terms.sell, terms.sellToken)}`

const amountWord = ({ sellAmount, sellToken }: SwapTerms): string =>
  sellToken === undefined ? `raw:${sellAmount}` : decimalText(sellAmount, sellToken.decimals)

const unlisted = (...tokens: readonly (Token | undefined)[]): string =>
  tokens.every((token) => token?.listed) ? '' : ' --allow-unlisted'

function approveCommand({ network, terms }: RevertedOn): string | undefined {
  if (terms === undefined) return undefined
  const { sell, sellToken } = terms
  return `swapline approve ${wordOf(sell, sellToken)} ${amountWord(terms)} -n ${network.name}${unlisted(sellToken)}`
}

function quoteCommand({ network, terms }: RevertedOn): string | undefined {
  if (terms === undefined) return undefined
  const { sell, buy, sellToken, buyToken } = terms
  const tokens = `${wordOf(sell, sellToken)} ${wordOf(buy, buyToken)}`
  return `swapline quote ${amountWord(terms)} ${tokens} -n ${network.name}${unlisted(sellToken, buyToken)}`
}
