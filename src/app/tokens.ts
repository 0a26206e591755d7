import type { QuoteContext } from '#app/context'
import { disagreement } from '#app/disagreement'
import { isConnectionFailure } from '#app/trade/explain/connection-failure'
import type { Chain } from '#domain/chain/port'
import { fail } from '#domain/errors'
import { findNearest } from '#domain/failures/find-nearest'
import type { Network } from '#domain/network'
import type { Token } from '#domain/token'
import type { UserTokenBook } from '#domain/trade/token-book'
import { type Address, evm, type Hex, type NetworkName, nativeToken, noBytes } from '#domain/units'
import { readDecimals, readName, readSymbol } from '#encoding/tokens/erc20'
import { getReadableEntry } from '#networks/find'
import { loadTokenList } from '#networks/load-token-list'

/** The native currency as a token. */
export const nativeOf = ({ name, native }: Network): Token => ({
  network: name,
  address: nativeToken,
  symbol: native.symbol,
  name: native.name,
  decimals: native.decimals,
  listed: true,
})

/** The native currency, if there is one, and the tokens that ship with the network's entry. */
export const getListedTokens = (network: Network): readonly Token[] => [
  ...(network.feeToken === undefined ? [nativeOf(network)] : []),
  ...network.tokens.map((token) => ({ ...token, network: network.name, listed: true })),
]

/** Of the entry alone; {@link findPublishedToken} knows more. */
export const findListedToken = (network: Network, address: Address): Token | undefined =>
  getListedTokens(network).find((token) => token.address === address)

/** @throws `NO_NATIVE_CURRENCY` for the zero address where there is no native currency. */
export function requireTokenAddress({ name, feeToken, tokens }: Network, address: Address): void {
  if (feeToken === undefined || address !== nativeToken) return
  throw fail('NO_NATIVE_CURRENCY', { network: name, tokens: tokens.map(({ symbol }) => symbol).slice(0, 3) })
}

/**
 * Tokens of the published list that the entry does not state. One whose symbol another listed token has is found by its
 * address only: a list never changes what a symbol of the entry means.
 */
export async function loadPublishedTokens(network: Network): Promise<readonly Token[]> {
  const stated = getListedTokens(network)
  const taken = new Set([...stated.map(({ address }) => address), ...(network.nativeTwins ?? [])])
  const tokens = (await loadTokenList(network)).filter(({ address }) => !taken.has(address))
  const counts = new Map<string, number>()
  for (const { symbol } of [...stated, ...tokens])
    counts.set(symbol.toUpperCase(), (counts.get(symbol.toUpperCase()) ?? 0) + 1)
  return tokens.map((token) => ({
    ...token,
    network: network.name,
    listed: true,
    ...(counts.get(token.symbol.toUpperCase()) === 1 ? {} : { sharesSymbol: true as const }),
  }))
}

/** Of the entry, or of the published list. */
export const findPublishedToken = async (network: Network, address: Address): Promise<Token | undefined> =>
  findListedToken(network, address) ?? (await loadPublishedTokens(network)).find((token) => token.address === address)

/** The tokens of the entry, with pictures of the published list, then those that only the list has. */
async function loadAllTokens(network: Network): Promise<readonly Token[]> {
  const logos = new Map((await loadTokenList(network)).map(({ address, logo }) => [address, logo]))
  const withLogo = (token: Token): Token => {
    const logo = logos.get(token.address === nativeToken ? network.wrapped : token.address)
    return logo === undefined ? token : { ...token, logo }
  }
  return [...getListedTokens(network).map(withLogo), ...(await loadPublishedTokens(network))]
}

/**
 * A token's metadata from its own contract, by every endpoint that answers: its decimals make the raw amount of every sum that
 * is typed, so they are not one endpoint's to tell.
 * @throws `TOKEN_UNREADABLE` if the contract does not answer, `CHECK_FAILED` if endpoints tell different decimals
 */
export async function readToken(
  chain: Pick<Chain, 'network' | 'eachReadsWithBlock'>,
  address: Address,
): Promise<Token> {
  const views = await chain.eachReadsWithBlock(createTokenReads(address))
  const [first, ...others] = views.flatMap(({ answers }) => tryDecodeToken(chain, address, answers) ?? [])
  if (first === undefined) throw unreadable(chain, address)
  if (others.some(({ decimals }) => decimals !== first.decimals))
    throw disagreement(chain.network, `the decimals of ${address}`)
  return first
}

const unreadable = ({ network }: Pick<Chain, 'network'>, address: Address) =>
  fail('TOKEN_UNREADABLE', { address, network: network.name })

/** Tokens of one request for their metadata: three reads each. */
const tokensPerRead = 50

/** Of many tokens at once, by one endpoint, to be shown; `undefined` in place of one whose contract does not answer. */
async function readTokens(
  chain: Pick<Chain, 'network' | 'read'>,
  addresses: readonly Address[],
): Promise<readonly (Token | undefined)[]> {
  const found: (Token | undefined)[] = []
  for (let at = 0; at < addresses.length; at += tokensPerRead) {
    const part = addresses.slice(at, at + tokensPerRead)
    const answers = await chain.read(part.flatMap((address) => createTokenReads(address)))
    found.push(...part.map((address, i) => tryDecodeToken(chain, address, answers.slice(3 * i, 3 * i + 3))))
  }
  return found
}

const createTokenReads = (address: Address) => [readSymbol(address), readDecimals(address), readName(address)] as const

function tryDecodeToken(chain: Pick<Chain, 'network'>, address: Address, answers: readonly Hex[]): Token | undefined {
  try {
    return decodeToken(chain, address, answers)
  } catch {
    return undefined
  }
}

function decodeToken({ network }: Pick<Chain, 'network'>, address: Address, answers: readonly Hex[]): Token {
  const [readOfSymbol, readOfDecimals, readOfName] = createTokenReads(address)
  const [symbol = noBytes, decimals = noBytes, name = noBytes] = answers
  return {
    network: network.name,
    address,
    symbol: readOfSymbol.decode(symbol),
    decimals: readOfDecimals.decode(decimals),
    ...(name === noBytes ? {} : { name: readOfName.decode(name) }),
    listed: false,
  }
}

/**
 * To be shown: from a list of the network, else from the token's contract by one endpoint; `undefined` if it does not answer
 * or cannot be read.
 */
export async function findToken(chain: Pick<Chain, 'network' | 'read'>, address: Address): Promise<Token | undefined> {
  const listed = await findPublishedToken(chain.network, address)
  if (listed !== undefined) return listed
  try {
    return (await readTokens(chain, [address]))[0]
  } catch (error) {
    if (isConnectionFailure(error)) return undefined
    throw error
  }
}

export interface TokenBookContext extends Pick<QuoteContext, 'chain'> {
  /** Tokens that the user has added; never marked as listed. A service has none. */
  readonly own?: (network: NetworkName) => readonly Token[]
}

/**
 * Symbols come from the entry and from what the user has added; one that both have is ambiguous. Others come from the
 * published list. The address
 * decides, and a symbol given with it has to match.
 */
export function createTokenBook(context: TokenBookContext): UserTokenBook {
  const ownOf = (name: NetworkName): readonly Token[] => context.own?.(name) ?? []
  return {
    list: (name) => [...getListedTokens(getReadableEntry(name)), ...ownOf(name)],
    listAll: async (name) => {
      const all = await loadAllTokens(getReadableEntry(name))
      return [...all, ...ownOf(name).filter(({ address }) => !all.some((token) => token.address === address))]
    },

    async readAll(name, addresses) {
      return readTokens(await context.chain(name), addresses)
    },

    async resolve(name, text, allowUnlisted) {
      const network = getReadableEntry(name)
      const pinned = /^([^@]+)@(0x[0-9a-fA-F]{40})$/.exec(text)
      const address = pinned?.[2] ?? (/^0x[0-9a-fA-F]{40}$/.test(text) ? text : undefined)
      const own = ownOf(name)
      const found = address === undefined ? (await findBySymbol(network, own, text)).address : evm(address)
      const isOwn = own.some((token) => token.address === found)
      const token = await findByAddress(context, network, found, allowUnlisted || isOwn)
      const stored = own.find((one) => one.address === found)
      if (stored !== undefined) requireUnchanged(stored, token)
      const symbol = pinned?.[1]
      if (symbol !== undefined && !isSameSymbol(symbol, token.symbol))
        throw fail('TOKEN_MISMATCH', { text, actual: token.symbol })
      return token
    },
  }
}

async function findByAddress(
  context: Pick<QuoteContext, 'chain'>,
  network: Network,
  address: Address,
  allowUnlisted: boolean,
): Promise<Token> {
  requireTokenAddress(network, address)
  const listed = await findPublishedToken(network, address)
  if (listed !== undefined) return listed
  // No pool has it, and nothing approves it: by whichever name, it is the native currency.
  if (network.nativeTwins?.includes(address)) return nativeOf(network)
  const token = await readToken(await context.chain(network.name), address)
  if (!allowUnlisted) throw fail('TOKEN_UNLISTED', { address, symbol: token.symbol, network: network.name })
  return token
}

/** A token whose contract changed since it was added is another one. @throws `DECIMALS_DIFFER`, `TOKEN_MISMATCH` */
function requireUnchanged(stored: Token, read: Token): void {
  if (read.decimals !== stored.decimals)
    throw fail('DECIMALS_DIFFER', { token: stored.symbol, listed: stored.decimals, actual: read.decimals })
  if (read.symbol !== stored.symbol)
    throw fail('TOKEN_MISMATCH', { text: `${stored.symbol}@${stored.address}`, actual: read.symbol })
}

/** Symbols of other letters are found by their address only: they may imitate a listed one. */
export const isPlainSymbol = (symbol: string): boolean => /^[\w.$+-]{1,24}$/.test(symbol) && !/^0x/i.test(symbol)

/**
 * Of the entry and the user's own tokens, or else of the published list, which so shadows none of them. A symbol with
 * look-alike or compatibility characters matches no listed one: only letter case is ignored.
 */
async function findBySymbol(network: Network, own: readonly Token[], text: string): Promise<Token> {
  const named = (token: Token): boolean => isSameSymbol(token.symbol, text)
  const stated = [...getListedTokens(network), ...own.filter(({ symbol }) => isPlainSymbol(symbol))]
  const ofEntry = stated.filter(named)
  const published = ofEntry.length > 0 ? [] : await loadPublishedTokens(network)
  const [token, ...others] = ofEntry.length > 0 ? ofEntry : published.filter(named)
  if (token === undefined)
    throw fail('TOKEN_NOT_FOUND', {
      text,
      network: network.name,
      nearest: findNearest(
        text,
        [...stated, ...published].map(({ symbol }) => symbol),
      ),
    })
  if (others.length > 0)
    throw fail('TOKEN_AMBIGUOUS', {
      text,
      network: network.name,
      candidates: [token, ...others].map(({ symbol, address }) => `${symbol}@${address}`),
    })
  return token
}

const isSameSymbol = (a: string, b: string): boolean => a.toUpperCase() === b.toUpperCase()
