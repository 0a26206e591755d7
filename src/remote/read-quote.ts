import { timeOf } from '#domain/api/plain'
import { decimalText } from '#domain/decimal'
import type { Network } from '#domain/network'
import { type Quote, type QuoteQuestion, type QuoteRequest, quoteLife } from '#domain/quote'
import type { Token } from '#domain/token'
import { amount, blockNumber, gas, million, nativeToken, noBytes, type Seconds, seconds, wei } from '#domain/units'
import {
  addressAt,
  amountAt,
  type Body,
  bodiesOf,
  bodyOf,
  countAt,
  dollarsAt,
  fractionAt,
  quoteIdAt,
  textAt,
} from './body.ts'
import type { ReadRoute } from './read-route.ts'

export interface QuoteFacts {
  readonly asked: QuoteQuestion
  readonly network: Network
  /** As this machine knows them: what the service says of tokens is not asked for. */
  readonly sell: Token
  readonly buy: Token
  /** When the answer came, by our own clock. */
  readonly receivedAt: Seconds
}

/**
 * The service's quote as ours. When it expires is counted by our clock, and never later than our own quotes. What was asked is taken from the request and not from the answer; the least that will
 * be received is worked out here, by our slippage, from what the service promises.
 * @throws RangeError where the answer lacks something or is about another trade
 */
export function readQuote(
  { asked, network, sell, buy, receivedAt }: QuoteFacts,
  answer: unknown,
): Omit<Quote, 'route' | 'poolsSeen'> & Promised {
  const body = bodyOf(answer, 'the quote')
  const amountOut = amountAt(body, 'amountOut')
  const request = answered(asked, body)
  const wanted = request.buyAmount ?? amountOut
  const { createdAt, expiresAt } = lifeOf(body, receivedAt)
  if (amountOut === 0n || amountOut < wanted) throw new RangeError('amountOut is less than was asked for')
  sameIfSaid(body, 'network', request.network)
  sameIfSaid(body, 'sellAmount', String(request.sellAmount))
  const gasLimit = gas(amountAt(bodyOf(body['resourceEstimate'], 'resourceEstimate'), 'gasLimit'))
  const [gasFee = {}] = bodiesOf(body['fees'], 'fees', 10)
  const gasCost = 'amount' in gasFee ? amountAt(gasFee, 'amount') : amount(0n)
  const minimum = (wanted * (million - BigInt(request.slippage))) / million
  return {
    id: quoteIdAt(body, 'id'),
    request,
    chainId: network.chainId,
    block: {
      number: blockNumber(body['blockNumber'] === undefined ? 0 : countAt(body, 'blockNumber')),
      hash: noBytes, // the interface does not tell it
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
    router: addressAt(body, 'targetAddress'),
    gasLimit,
    gasPrice: wei(gasLimit === 0n ? 0n : gasCost / gasLimit),
    priceImpact: typeof body['priceImpact'] === 'string' ? fractionAt(body, 'priceImpact') : undefined,
    usd: {
      native: perToken(dollarsAt(gasFee, 'value'), gasCost, network.native.decimals),
      sell: perToken(dollarsAt(body, 'fromAmountUsd'), request.sellAmount, sell.decimals),
      buy: perToken(dollarsAt(body, 'toAmountUsd'), amountOut, buy.decimals),
    },
    issues: issuesOf(body['issues']),
    warnings: warningsOf(body['warnings'], [sell, buy]),
    amountOut,
  }
}

/**
 * Clocks differ, so a life that began up to as long ago as a quote lives, or will by then, is taken; it is never counted
 * from the future and never longer than ours.
 */
function lifeOf(body: Body, receivedAt: Seconds): Pick<Quote, 'createdAt' | 'expiresAt'> {
  const [createdAt, expiresAt] = [timeOf(textAt(body, 'createdAt')), timeOf(textAt(body, 'expiresAt'))]
  if (Math.abs(createdAt - receivedAt) > quoteLife) throw new RangeError('createdAt is not now')
  if (expiresAt <= createdAt || expiresAt <= receivedAt) throw new RangeError('expiresAt has passed')
  return {
    createdAt: seconds(Math.min(createdAt, receivedAt)),
    expiresAt: seconds(Math.min(expiresAt, receivedAt + quoteLife)),
  }
}

/** What to sell for a bought amount is the service's word: whoever trades by it has to set a limit. */
function answered(asked: QuoteQuestion, body: Body): QuoteRequest {
  if (asked.sellAmount !== undefined) return asked
  const sellAmount = amountAt(body, 'sellAmount')
  if (sellAmount === 0n || sellAmount >> 128n !== 0n) throw new RangeError('sellAmount cannot be sold')
  return { ...asked, sellAmount }
}

export interface Promised {
  readonly amountOut: Quote['minimumOut']
}

/** The quote with its route. */
export function withRoute(
  { amountOut, ...quote }: ReturnType<typeof readQuote>,
  network: Network,
  { legs, paths }: ReadRoute,
): Quote {
  const { request, affiliateFee, gasLimit } = quote
  const wrapped = (token: QuoteRequest['sell']) => (token === nativeToken ? network.wrapped : token)
  return {
    ...quote,
    poolsSeen: new Set(legs.map(({ pool }) => pool.address)).size,
    route: {
      tokenIn: wrapped(request.sell),
      tokenOut: wrapped(request.buy),
      amountIn: amount(request.sellAmount - affiliateFee),
      amountOut,
      gas: gasLimit,
      gasInTokenOut: undefined,
      legs,
      paths,
      bestSinglePool: undefined,
    },
  }
}

function sameIfSaid(body: Body, name: string, expected: string): void {
  if (body[name] !== undefined && body[name] !== expected) throw new RangeError(`${name} is not the one that was asked`)
}

function perToken(dollars: number | undefined, raw: bigint, decimals: number): number | undefined {
  const tokens = Number(decimalText(raw, decimals))
  return dollars === undefined || dollars === 0 || tokens === 0 ? undefined : dollars / tokens
}

function issuesOf(value: unknown): Quote['issues'] {
  if (value === null || value === undefined) return undefined
  const issues = bodyOf(value, 'issues')
  const short = (name: string) => {
    if (issues[name] === null || issues[name] === undefined) return undefined
    const body = bodyOf(issues[name], name)
    return { actual: amountAt(body, 'actual'), required: amountAt(body, 'required') }
  }
  return { allowance: short('allowance'), balance: short('balance') }
}

/** Ours for tokens of no list, then the service's own words, which are foreign text. */
function warningsOf(value: unknown, tokens: readonly Token[]): Quote['warnings'] {
  const told = Array.isArray(value) ? value.filter((one) => typeof one === 'string').slice(0, 10) : []
  return [
    ...tokens
      .filter(({ listed }) => !listed)
      .map(({ symbol, address }) => ({
        code: 'TOKEN_UNLISTED',
        message: `${symbol} ${address} is UNVERIFIED: it stands in no list, and anyone can make a token of any name.`,
      })),
    ...told
      .filter((text) => !text.includes('UNVERIFIED'))
      .map((text) => ({ code: 'SERVICE', message: text.slice(0, 300) })),
  ]
}
