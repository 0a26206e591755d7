/** Tokens by symbol, name or address: those that ship with a network, and any other by its whole address. */
import { priceText } from '#domain/api/plain'
import { fail, SwapError } from '#domain/errors'
import type { Network } from '#domain/network'
import type { NetworkStatus } from '#domain/service'
import type { Token } from '#domain/token'
import type { Address, NetworkName } from '#domain/units'
import type { RouteContext } from './context.ts'
import { listedNetworks } from './network-bodies.ts'
import { listingOf, servedEntry } from './parameters/network.ts'
import { createReader, type Given, textsOf } from './parameters/reader.ts'
import { shortText, trueOrFalse, wholeNumber } from './parameters/values.ts'
import { within } from './within.ts'

const page = 100
const mostWords = 50

export interface TokenWish {
  readonly networkNames: readonly string[]
  /** Lower case; nothing means every listed token. */
  readonly words: readonly string[]
  /** The whole symbol, name or address, not a part of it. */
  readonly exact: boolean
  readonly offset: number
  /** Addresses, lower case. */
  readonly exclude: ReadonlySet<string>
}

/** @throws `VALIDATION_FAILED` */
export function tokenWish(given: Given): TokenWish {
  const reader = createReader(given)
  const networkNames = listOf(given['networkNames'])
  if (networkNames.length === 0) reader.wrong('networkNames', 'missing', 'is missing')
  const words = listOf(given['searchValue']).map((word) => word.toLowerCase())
  const exclude = listOf(given['exclude'])
  if (networkNames.length > mostWords) reader.wrong('networkNames', 'out_of_range', `may name at most ${mostWords}`)
  if (words.length > mostWords) reader.wrong('searchValue', 'out_of_range', `may have at most ${mostWords} words`)
  for (const word of words) if (!shortText(100)(word).ok) reader.wrong('searchValue', 'out_of_range', 'is too long')
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

const listOf = (value: unknown): readonly string[] => textsOf(value).map((text) => text.trim())

/** A network that is not known to answer within this is not waited for. */
const statusPatienceMs = 1_000
/** What is asked of the chain of one that does answer is waited for so long. */
const chainPatienceMs = 2_000

/**
 * @returns the tokens of one page, and the networks whose chains were to be asked for an address and did not answer
 * @throws `NETWORK_NOT_VALID`, `NETWORK_NOT_SUPPORTED`; `NETWORK_UNAVAILABLE` where nothing is found and no chain answers that was to be asked
 */
export async function findTokens(context: RouteContext, wish: TokenWish) {
  const networks = wish.networkNames.map((name) => servedEntry(context.served, listingOf(name)))
  const found = await Promise.all(networks.map(({ name }) => tokensOf(context, name, wish)))
  const asked = found.filter(({ strange }) => strange !== 'none')
  const silent = asked.flatMap(({ strange }) => (strange instanceof SwapError ? [strange] : []))
  const isFound = found.some(({ listed }) => listed.length > 0)
  if (!isFound && silent.length > 0 && silent.length === asked.length) throw silent[0]
  const [bodies, prices] = await Promise.all([listedNetworks(context), pricesOn(context, networks)])
  const tokens = found
    .flatMap(({ listed, strange }) => [...listed, ...(Array.isArray(strange) ? strange : [])])
    .filter(({ address }) => !wish.exclude.has(address))
    .slice(wish.offset, wish.offset + page)
    .map((token) =>
      tokenBody(context, token, {
        price: prices.get(token.network)?.get(token.address),
        network: bodies.find(({ name }) => name === token.network),
      }),
    )
  return { tokens, unanswered: found.flatMap(({ name, strange }) => (strange instanceof SwapError ? [name] : [])) }
}

interface Matches {
  readonly name: NetworkName
  readonly listed: readonly Token[]
  /** Tokens of addresses that stand in no list, which only the chain knows; why it does not say. */
  readonly strange: readonly Token[] | 'none' | SwapError
}

async function tokensOf(context: RouteContext, name: NetworkName, wish: TokenWish): Promise<Matches> {
  const all = context.tokens.list(name)
  if (wish.words.length === 0) return { name, listed: all, strange: 'none' }
  const listed = all.filter((token) => wish.words.some((word) => fits(token, word, wish.exact)))
  const unlisted = wish.words.filter((word) => isAddress(word) && !all.some(({ address }) => address === word))
  return { name, listed, strange: unlisted.length === 0 ? 'none' : await strangeTokens(context, name, unlisted) }
}

/** A chain that does not answer is a failure, but none that keeps the tokens of other networks back. */
async function strangeTokens(
  { statuses, tokens }: RouteContext,
  name: NetworkName,
  addresses: readonly string[],
): Promise<readonly Token[] | SwapError> {
  const silent = fail('NETWORK_UNAVAILABLE', { network: name, reason: 'it does not answer now' })
  if (!answers(await statuses.soon(name, statusPatienceMs))) return silent
  const read = Promise.all(addresses.map((address) => readable(() => tokens.resolve(name, address, true))))
  try {
    return await within(
      chainPatienceMs,
      read.then((some) => some.flat()),
      silent,
    )
  } catch (error) {
    if (error instanceof SwapError) return error
    throw error
  }
}

const answers = (status: NetworkStatus | undefined): boolean => status?.check?.chainIdOk === true

const isAddress = (word: string): boolean => /^0x[0-9a-f]{40}$/.test(word)

function fits({ symbol, name = '', address }: Token, word: string, exact: boolean): boolean {
  const texts = [symbol.toLowerCase(), name.toLowerCase()]
  return address === word || texts.some((text) => (exact ? text === word : text.includes(word)))
}

/** What is no token is not found; that the chain does not answer is a failure. */
async function readable(read: () => Promise<Token>): Promise<readonly Token[]> {
  try {
    return [await read()]
  } catch (error) {
    if (error instanceof SwapError && error.row.http === 404) return []
    throw error
  }
}

/** By network. One whose prices are not to be had now has none: they keep no answer back. */
async function pricesOn({ prices, statuses }: RouteContext, networks: readonly Network[]) {
  const asked = networks.map(async ({ name }) => {
    if (!answers(await statuses.soon(name, statusPatienceMs))) return [name, undefined] as const
    return [name, await within(chainPatienceMs, prices.listed(name).catch(unknown), undefined)] as const
  })
  return new Map(await Promise.all(asked))
}

function unknown(error: unknown): undefined {
  if (!(error instanceof SwapError)) throw error
}

interface Beside<N> {
  /** US dollars for a whole one. */
  readonly price: number | undefined
  readonly network: N
}

function tokenBody<N>({ checksum }: RouteContext, token: Token, { price, network }: Beside<N>) {
  const { symbol, name = symbol, address, decimals, listed } = token
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
    logoUrl: null,
    usdPrice: price === undefined ? null : priceText(price),
    highestPriority: listed ? 1 : 0,
    network,
  }
}
