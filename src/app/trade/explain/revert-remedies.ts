import type { RouterSwap } from '#app/trade/explain/router-swap'
import { formatTime } from '#domain/api/plain'
import type { RevertClass } from '#domain/failures/revert-reason'
import { formatDecimal } from '#domain/format-decimal'
import type { Network } from '#domain/network'
import { isPlaceholderAddress } from '#domain/quotes/quote'
import { formatTokenWord, type Token } from '#domain/token'
import type { Address, Amount, Hex, Seconds } from '#domain/units'

/** The terms of a reverted swap of our router, as far as known. */
export interface RevertedSwapTerms {
  readonly payer: Address
  readonly recipient: Address
  readonly sell: Address
  readonly buy: Address
  readonly sellAmount: Amount
  /** `undefined` if the token is in no list and its contract does not answer. */
  readonly sellToken: Token | undefined
  readonly buyToken: Token | undefined
  /** The pools of its route, without adapters. */
  readonly pools: readonly Address[]
  /** Until when it is valid, for an order that anyone who has it can submit; `undefined` for a transaction of the payer. */
  readonly order: Seconds | undefined
}

export interface RevertContext {
  readonly network: Network
  readonly hash: Hex
  /** `undefined` for a transaction that is not a swap: an approval, a deployment. */
  readonly terms: RevertedSwapTerms | undefined
}

/** The terms of a swap of our router, without its tokens. */
export function toRevertedTerms({ seller, read }: RouterSwap): Omit<RevertedSwapTerms, 'sellToken' | 'buyToken'> {
  const { tokenIn, tokenOut, amountIn, recipient, deadline } = read.call
  return {
    payer: seller,
    recipient,
    sell: tokenIn,
    buy: tokenOut,
    sellAmount: amountIn,
    pools: read.legs.flatMap(({ pool, move }) => (move === 'adapter' ? [] : [pool])),
    order: read.entry === 'order' ? deadline : undefined,
  }
}

/**
 * What to do about a revert of this class, in this order. An entry that begins with `swapline` is a command to be run as
 * it is, unless it has a `<placeholder>`; any other is a sentence. An order gets no command that swaps: it may still be
 * submitted by another transaction, and both would sell.
 */
export function getRemedies(name: RevertClass, on: RevertContext): readonly string[] {
  const { order, payer, recipient } = on.terms ?? {}
  const remedies = remediesOf(name, on)
  if (order !== undefined) {
    const kept = remedies.filter((one) => !one.startsWith('swapline swap '))
    return [...orderRemedies(name, order), ...(name === 'router-auth' ? [] : kept)]
  }
  if (recipient === payer) return remedies
  return [...remedies, `it paid to ${recipient}: with --to-address the new one does, too`]
}

const orderRemedies = (name: RevertClass, deadline: Seconds): readonly string[] => [
  'look first whether another transaction filled the order: then nothing is left to do',
  name === 'router-auth'
    ? 'else it has to be signed again: for this router, with an unused nonce and a later deadline'
    : `it can be filled until ${formatTime(deadline)}: do not sell the same by another swap before`,
]

function remediesOf(name: RevertClass, on: RevertContext): readonly string[] {
  const again = swapCommand(on) ?? 'try again by a new transaction'
  const { network, terms } = on
  switch (name) {
    case 'allowance':
      return [approveCommand(on) ?? `swapline approve <token> <amount> -n ${network.name}`, again]
    case 'balance':
      return [
        ...(terms === undefined
          ? []
          : [
              `swapline balances ${formatToken(terms.sell, terms.sellToken)} -n ${network.name} --owner ${terms.payer}`,
            ]),
        'send more of the token to the account, or sell less',
        again,
      ]
    case 'minimum':
      return [again, 'a higher --slippage lets the price move further, and accepts as much less']
    case 'deadline':
      return [again, 'a longer --deadline (up to 15m) or a higher --max-fee leaves more time']
    case 'out-of-gas':
      return [again, 'from another program: raise its gas limit by half']
    case 'missing-value':
      return [again, 'from another program: send exactly what native currency is sold as the value, else none']
    case 'token-tax':
      return [again, 'what the token withholds is measured again; if there is no route, it cannot be swapped exactly']
    case 'paused-token':
      return ['wait until the issuer of the token allows transfers again, or trade another one', again]
    case 'pool':
      return [again, excludeRemedy(on)]
    case 'router-auth':
      return ['a signature or nonce was not accepted: what is signed has to be signed again', again]
    case 'panic':
    case 'unknown':
      return [explorerRemedy(on), 'the next one is simulated first: if it would fail again, nothing is sent', again]
  }
}

/** An archive node keeps the states of all blocks. */
export const archiveCommand = ({ network, hash }: RevertContext): string =>
  `swapline status ${hash} -n ${network.name} --rpc-url <archive node>`

const explorerRemedy = ({ network, hash }: RevertContext): string =>
  network.explorer === undefined
    ? `look at ${hash} in a block explorer`
    : `look at it in a block explorer: ${network.explorer}/tx/${hash}`

/** From the account that paid: another one of the user's would sell what is its own. */
const payerOption = ({ payer }: RevertedSwapTerms): string => (isPlaceholderAddress(payer) ? '' : ` -a ${payer}`)

const formatToken = (address: Address, token: Token | undefined): string =>
  token === undefined ? address : formatTokenWord(token)

/** The decimals of a token in no list are what one answer said: at another answer the same number is another amount. */
const formatSellAmount = ({ sellAmount, sellToken }: RevertedSwapTerms): string =>
  !sellToken?.listed ? `raw:${sellAmount}` : formatDecimal(sellAmount, sellToken.decimals)

const allowUnlistedOption = (...tokens: readonly (Token | undefined)[]): string =>
  tokens.every((token) => token?.listed) ? '' : ' --allow-unlisted'

function approveCommand({ network, terms }: RevertContext): string | undefined {
  if (terms === undefined) return undefined
  const { sell, sellToken } = terms
  return `swapline approve ${formatToken(sell, sellToken)} ${formatSellAmount(terms)} -n ${network.name}${payerOption(terms)}${allowUnlistedOption(sellToken)}`
}

function swapCommand({ network, terms }: RevertContext): string | undefined {
  if (terms === undefined) return undefined
  const { sell, buy, sellToken, buyToken } = terms
  const tokens = `${formatToken(sell, sellToken)} ${formatToken(buy, buyToken)}`
  return `swapline swap ${formatSellAmount(terms)} ${tokens} -n ${network.name}${payerOption(terms)}${allowUnlistedOption(sellToken, buyToken)}`
}

function excludeRemedy({ terms }: RevertContext): string {
  const [pool, ...others] = terms?.pools ?? []
  const named = pool === undefined || others.length > 0 ? '<pool>' : pool
  return `leave the pool out with --exclude ${named} if it fails again`
}
