/** Token search by symbol, name or address: tokens listed for a network, and any other by its full address. */
import { formatPrice } from '#domain/api/plain'
import { fail, SwapError } from '#domain/errors'
import type { Network } from '#domain/network'
import type { NetworkStatus } from '#domain/service/service'
import type { Token } from '#domain/token'
import type { Address, NetworkName } from '#domain/units'
import type { RouteContext } from '#http/context'
import { resolveWithin } from '#http/health/resolve-within'
import { findListing, findServedNetwork } from '#http/parameters/network'
import { createReader, type RawParameters, textsOf } from '#http/parameters/reader'
import { shortText, trueOrFalse, wholeNumber } from '#http/parameters/values'
import { listNetworkBodies } from './network-bodies.ts'

const pageSize = 100
const maxWords = 50

export interface TokenQuery {
  readonly networkNames: readonly string[]
  /** Lower case; empty means every listed token. */
  readonly words: readonly string[]
  /** Matches the whole symbol, name or address, not a part of it. */
  readonly exact: boolean
  readonly offset: number
  /** Addresses, lower case. */
  readonly exclude: ReadonlySet<string>
}

/** @throws `VALIDATION_FAILED` */
export function readTokenQuery(given: RawParameters): TokenQuery {
  const reader = createReader(given)
  const networkNames = readTexts(given['networkNames'])
  if (networkNames.length === 0) reader.addProblem('networkNames', 'missing', 'is missing')
  const words = readTexts(given['searchValue']).map((word) => word.toLowerCase())
  const exclude = readTexts(given['exclude'])
  if (networkNames.length > maxWords) reader.addProblem('networkNames', 'out_of_range', `may name at most ${maxWords}`)
  if (words.length > maxWords) reader.addProblem('searchValue', 'out_of_range', `may have at most ${maxWords} words`)
  for (const word of words)
    if (!shortText(100)(word).ok) reader.addProblem('searchValue', 'out_of_range', 'is too long')
  const exact = reader.optional(['exact'], trueOrFalse)
  const offset = reader.optional(['offset'], wholeNumber(0, 1_000_000))
  reader.check()
  return {
    networkNames: [...new Set(networkNames)],
    words,
    exact: exact() ?? false,
    offset: offset() ?? 0,
    exclude: new Set(exclude.map((address) => address.toLowerCase())),
  }
}

const readTexts = (value: unknown): readonly string[] => textsOf(value).map((text) => text.trim())

/** A network that does not answer within this is skipped. */
const statusTimeoutMs = 1_000
/** The limit for chain reads of a network that answers. */
const chainTimeoutMs = 2_000

/**
 * @returns the tokens of one page, and the networks whose chains were to be read for an address and did not answer
 * @throws `NETWORK_NOT_VALID`, `NETWORK_NOT_SUPPORTED`; `NETWORK_UNAVAILABLE` if nothing is found and no chain that was
 * to be read answers
 */
export async function findTokens(context: RouteContext, wish: TokenQuery) {
  const networks = wish.networkNames.map((name) => findServedNetwork(context.served, findListing(name)))
  const found = await Promise.all(networks.map(({ name }) => findNetworkTokens(context, name, wish)))
  const asked = found.filter(({ unlistedTokens: strange }) => strange !== 'none')
  const silent = asked.flatMap(({ unlistedTokens: strange }) => (strange instanceof SwapError ? [strange] : []))
  const isFound = found.some(({ listed }) => listed.length > 0)
  if (!isFound && silent.length > 0 && silent.length === asked.length) throw silent[0]
  const [bodies, prices] = await Promise.all([listNetworkBodies(context), fetchPrices(context, networks)])
  const tokens = found
    .flatMap(({ listed, unlistedTokens: strange }) => [...listed, ...(Array.isArray(strange) ? strange : [])])
    .filter(({ address }) => !wish.exclude.has(address))
    .slice(wish.offset, wish.offset + pageSize)
    .map((token) =>
      toTokenBody(context, token, {
        price: prices.get(token.network)?.get(token.address),
        network: bodies.find(({ name }) => name === token.network),
      }),
    )
  return {
    tokens,
    unanswered: found.flatMap(({ name, unlistedTokens: strange }) => (strange instanceof SwapError ? [name] : [])),
  }
}

interface TokenMatches {
  readonly name: NetworkName
  readonly listed: readonly Token[]
  /** Tokens of unlisted addresses, which only the chain knows; or why it was not read. */
  readonly unlistedTokens: readonly Token[] | 'none' | SwapError
}

async function findNetworkTokens(context: RouteContext, name: NetworkName, wish: TokenQuery): Promise<TokenMatches> {
  const all = await context.tokens.listAll(name)
  if (wish.words.length === 0) return { name, listed: all, unlistedTokens: 'none' }
  const listed = all.filter((token) => wish.words.some((word) => matchesWord(token, word, wish.exact)))
  const unlisted = wish.words.filter((word) => isAddress(word) && !all.some(({ address }) => address === word))
  return {
    name,
    listed,
    unlistedTokens: unlisted.length === 0 ? 'none' : await findUnlistedTokens(context, name, unlisted),
  }
}

/** A chain that does not answer is a failure, but does not block the tokens of other networks. */
async function findUnlistedTokens(
  { statuses, tokens }: RouteContext,
  name: NetworkName,
  addresses: readonly string[],
): Promise<readonly Token[] | SwapError> {
  const silent = fail('NETWORK_UNAVAILABLE', { network: name, reason: 'it does not answer now' })
  if (!isAnswering(await statuses.get(name, statusTimeoutMs))) return silent
  const read = Promise.all(addresses.map((address) => emptyIfNotFound(() => tokens.resolve(name, address, true))))
  try {
    return await resolveWithin(
      chainTimeoutMs,
      read.then((some) => some.flat()),
      silent,
    )
  } catch (error) {
    if (error instanceof SwapError) return error
    throw error
  }
}

const isAnswering = (status: NetworkStatus | undefined): boolean => status?.check?.chainIdOk === true

const isAddress = (word: string): boolean => /^0x[0-9a-f]{40}$/.test(word)

function matchesWord({ symbol, name = '', address }: Token, word: string, exact: boolean): boolean {
  const texts = [symbol.toLowerCase(), name.toLowerCase()]
  return address === word || texts.some((text) => (exact ? text === word : text.includes(word)))
}

/** An address that is not a token is not found; a chain that does not answer is a failure. */
async function emptyIfNotFound(read: () => Promise<Token>): Promise<readonly Token[]> {
  try {
    return [await read()]
  } catch (error) {
    if (error instanceof SwapError && error.row.http === 404) return []
    throw error
  }
}

/** By network. A network whose prices are unavailable has none: prices never block an answer. */
async function fetchPrices({ prices, statuses }: RouteContext, networks: readonly Network[]) {
  const asked = networks.map(async ({ name }) => {
    if (!isAnswering(await statuses.get(name, statusTimeoutMs))) return [name, undefined] as const
    return [
      name,
      await resolveWithin(chainTimeoutMs, prices.listed(name).catch(undefinedIfRefused), undefined),
    ] as const
  })
  return new Map(await Promise.all(asked))
}

function undefinedIfRefused(error: unknown): undefined {
  if (!(error instanceof SwapError)) throw error
}

interface TokenBodyExtras<N> {
  /** US dollars per whole token. */
  readonly price: number | undefined
  readonly network: N
}

function toTokenBody<N>({ checksum }: RouteContext, token: Token, { price, network }: TokenBodyExtras<N>) {
  const { symbol, name = symbol, address, decimals, listed, logo } = token
  return {
    id: `${token.network}:${checksum(address satisfies Address)}`,
    name,
    symbol,
    contractName: name,
    contractSymbol: symbol,
    permit: null,
    address: checksum(address),
    decimals,
    displayDecimals: Math.min(decimals, 8),
    isReliable: listed,
    logoUrl: logo ?? null,
    usdPrice: price === undefined ? null : formatPrice(price),
    highestPriority: listed ? 1 : 0,
    network,
  }
}
