import { parseTime } from '#domain/api/plain'
import { formatDecimal } from '#domain/format-decimal'
import type { Network } from '#domain/network'
import { type AnyQuoteRequest, type Quote, type QuoteRequest, quoteLifeSeconds } from '#domain/quotes/quote'
import type { GaslessTerms } from '#domain/relay/order-terms'
import { type Token, unlistedWarning } from '#domain/token'
import { amount, blockNumber, gas, million, nativeToken, noBytes, type Seconds, seconds, wei } from '#domain/units'
import {
  addressAt,
  amountAt,
  type Body,
  countAt,
  dollarsAt,
  fractionAt,
  parseBodies,
  parseBody,
  quoteIdAt,
  textAt,
} from './body.ts'
import type { ParsedRoute } from './parse-route.ts'

export interface QuoteResponseContext {
  readonly asked: AnyQuoteRequest
  readonly network: Network
  /** From this machine: the service's token data is not used. */
  readonly sell: Token
  readonly buy: Token
  /** When the answer came, by the local clock. */
  readonly receivedAt: Seconds
}

/**
 * Parses the service's quote. Its expiry is counted by the local clock, and never exceeds that of our own quotes. The
 * request is taken from the caller, not from the answer; the minimum is computed here, from the service's promised
 * output and our slippage.
 * @throws RangeError if the answer lacks something or is about another trade
 */
export function parseQuote(
  { asked, network, sell, buy, receivedAt }: QuoteResponseContext,
  answer: unknown,
): Omit<Quote, 'route' | 'poolsSeen'> & QuotedTerms {
  const body = parseBody(answer, 'the quote')
  const amountOut = amountAt(body, 'amountOut')
  const request = resolveRequest(asked, body)
  const wanted = request.buyAmount ?? amountOut
  const { createdAt, expiresAt } = parseLife(body, receivedAt)
  if (amountOut === 0n || amountOut < wanted) throw new RangeError('amountOut is less than was requested')
  requireSameIfGiven(body, 'network', request.network)
  requireSameIfGiven(body, 'sellAmount', String(request.sellAmount))
  const gasLimit = gas(amountAt(parseBody(body['resourceEstimate'], 'resourceEstimate'), 'gasLimit'))
  const fees = parseBodies(body['fees'], 'fees', 10)
  const [gasFee = {}] = fees
  const gasCost = 'amount' in gasFee ? amountAt(gasFee, 'amount') : amount(0n)
  const minimum = (wanted * (million - BigInt(request.slippage))) / million
  return {
    id: quoteIdAt(body, 'id'),
    request,
    chainId: network.chainId,
    block: {
      number: blockNumber(body['blockNumber'] === undefined ? 0 : countAt(body, 'blockNumber')),
      hash: noBytes, // not part of the API
      time: createdAt,
    },
    createdAt,
    expiresAt,
    sell,
    buy,
    affiliateFee: amount(
      request.affiliate === undefined ? 0n : (request.sellAmount * BigInt(request.affiliate.fee)) / million,
    ),
    minimumOut: amount(minimum > 0n ? minimum : 1n),
    ...(request.gasless === true ? { gasless: parseGaslessTerms(body, request) } : {}),
    router: addressAt(body, 'targetAddress'),
    gasLimit,
    gasPrice: wei(gasLimit === 0n ? 0n : gasCost / gasLimit),
    ...parseL1Fee(fees),
    priceImpact: typeof body['priceImpact'] === 'string' ? fractionAt(body, 'priceImpact') : undefined,
    usd: {
      native: dollarsPerToken(dollarsAt(gasFee, 'value'), gasCost, network.native.decimals),
      sell: dollarsPerToken(dollarsAt(body, 'fromAmountUsd'), request.sellAmount, sell.decimals),
      buy: dollarsPerToken(dollarsAt(body, 'toAmountUsd'), amountOut, buy.decimals),
    },
    issues: parseIssues(body['issues']),
    warnings: parseWarnings(body['warnings'], [sell, buy]),
    amountOut,
  }
}

/** What the chain takes besides gas, as far as the service tells it. */
function parseL1Fee(fees: readonly Body[]): Pick<Quote, 'l1Fee'> {
  const fee = fees.find(({ type }) => type === 'l1')
  return fee === undefined ? {} : { l1Fee: wei(amountAt(fee, 'amount')) }
}

/**
 * The fee, the nonce and the deadline of the service's order. Everything else of what is signed is made here from the
 * request, so that an order of other terms is refused by the service, not signed.
 */
function parseGaslessTerms(body: Body, { sellAmount }: QuoteRequest): GaslessTerms {
  const message = parseBody(body['message'], 'message')
  const swapFee = amountAt(message, 'swapFee')
  if (2n * swapFee > sellAmount) throw new RangeError('swapFee is more than half of what is sold')
  return {
    swapFee,
    worth: wei(0n),
    nonce: amountAt(message, 'nonce'),
    deadline: seconds(countAt(message, 'deadline')),
  }
}

/**
 * Clocks differ: accepts a creation time up to one quote lifetime in the past or future. It is never counted from the
 * future, and the lifetime is never longer than ours.
 */
function parseLife(body: Body, receivedAt: Seconds): Pick<Quote, 'createdAt' | 'expiresAt'> {
  const [createdAt, expiresAt] = [parseTime(textAt(body, 'createdAt')), parseTime(textAt(body, 'expiresAt'))]
  if (Math.abs(createdAt - receivedAt) > quoteLifeSeconds) throw new RangeError('createdAt is not now')
  if (expiresAt <= createdAt || expiresAt <= receivedAt) throw new RangeError('expiresAt has passed')
  return {
    createdAt: seconds(Math.min(createdAt, receivedAt)),
    expiresAt: seconds(Math.min(expiresAt, receivedAt + quoteLifeSeconds)),
  }
}

/** The input of an exact-output quote is the service's claim: the user has to set a limit. */
function resolveRequest(asked: AnyQuoteRequest, body: Body): QuoteRequest {
  if (asked.sellAmount !== undefined) return asked
  const sellAmount = amountAt(body, 'sellAmount')
  if (sellAmount === 0n || sellAmount >> 128n !== 0n) throw new RangeError('sellAmount cannot be sold')
  return { ...asked, sellAmount }
}

export interface QuotedTerms {
  readonly amountOut: Quote['minimumOut']
}

/** The quote with its route. */
export function withRoute(
  { amountOut, ...quote }: ReturnType<typeof parseQuote>,
  network: Network,
  { legs, paths }: ParsedRoute,
): Quote {
  const { request, affiliateFee, gasLimit } = quote
  const wrapped = (token: QuoteRequest['sell']) => (token === nativeToken ? network.wrapped : token)
  return {
    ...quote,
    poolsSeen: new Set(legs.map(({ pool }) => pool.address)).size,
    route: {
      tokenIn: wrapped(request.sell),
      tokenOut: wrapped(request.buy),
      amountIn: amount(request.sellAmount - affiliateFee - (quote.gasless?.swapFee ?? 0n)),
      amountOut,
      gas: gasLimit,
      gasInTokenOut: undefined,
      legs,
      paths,
      bestSinglePool: undefined,
    },
  }
}

function requireSameIfGiven(body: Body, name: string, expected: string): void {
  if (body[name] !== undefined && body[name] !== expected) throw new RangeError(`${name} is not the requested one`)
}

function dollarsPerToken(dollars: number | undefined, raw: bigint, decimals: number): number | undefined {
  const tokens = Number(formatDecimal(raw, decimals))
  return dollars === undefined || dollars === 0 || tokens === 0 ? undefined : dollars / tokens
}

function parseIssues(value: unknown): Quote['issues'] {
  if (value === null || value === undefined) return undefined
  const issues = parseBody(value, 'issues')
  const short = (name: string) => {
    if (issues[name] === null || issues[name] === undefined) return undefined
    const body = parseBody(issues[name], name)
    return { actual: amountAt(body, 'actual'), required: amountAt(body, 'required') }
  }
  return { allowance: short('allowance'), balance: short('balance') }
}

/** Our own warnings for unlisted tokens, then the service's, which are foreign text. */
function parseWarnings(value: unknown, tokens: readonly Token[]): Quote['warnings'] {
  const told = Array.isArray(value) ? value.filter((one) => typeof one === 'string').slice(0, 10) : []
  return [
    ...tokens.filter(({ listed }) => !listed).map(unlistedWarning),
    ...told
      .filter((text) => !text.includes('UNVERIFIED'))
      .map((text) => ({ code: 'SERVICE', message: text.slice(0, 300) })),
  ]
}
