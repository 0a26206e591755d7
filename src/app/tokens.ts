import type { QuoteContext } from '#app/context'
import { isConnectionFailure } from '#app/trade/explain/connection-failure'
import type { Chain } from '#domain/chain/port'
import { fail, isFailure } from '#domain/errors'
import { findNearest } from '#domain/find-nearest'
import type { Network } from '#domain/network'
import type { Token } from '#domain/token'
import type { TokenBook } from '#domain/trade/trader'
import { type Address, evm, nativeToken, noBytes } from '#domain/units'
import { readDecimals, readName, readSymbol } from '#encoding/tokens/erc20'
import { getNetworkEntry } from '#networks/find'

/** The native currency as a token. */
export const nativeOf = ({ name, native }: Network): Token => ({
  network: name,
  address: nativeToken,
  symbol: native.symbol,
  name: native.name,
  decimals: native.decimals,
  listed: true,
})

/** The native currency and the tokens that ship with the network's entry. */
export const getListedTokens = (network: Network): readonly Token[] => [
  nativeOf(network),
  ...network.tokens.map((token) => ({ ...token, network: network.name, listed: true })),
]

export const findListedToken = (network: Network, address: Address): Token | undefined =>
  getListedTokens(network).find((token) => token.address === address)

/** A token's metadata from its own contract. @throws `TOKEN_UNREADABLE` if the contract does not answer. */
export async function readToken(chain: Pick<Chain, 'network' | 'read'>, address: Address): Promise<Token> {
  const reads = [readSymbol(address), readDecimals(address), readName(address)] as const
  const [symbol, decimals, name] = await chain.read(reads)
  try {
    return {
      network: chain.network.name,
      address,
      symbol: reads[0].decode(symbol ?? noBytes),
      decimals: reads[1].decode(decimals ?? noBytes),
      ...(name === undefined || name === '0x' ? {} : { name: reads[2].decode(name) }),
      listed: false,
    }
  } catch (cause) {
    throw fail('TOKEN_UNREADABLE', { address, network: chain.network.name }, { cause })
  }
}

/** From the network's list, else from the token's contract; `undefined` if it does not answer or cannot be read. */
export async function findToken(chain: Pick<Chain, 'network' | 'read'>, address: Address): Promise<Token | undefined> {
  const listed = findListedToken(chain.network, address)
  if (listed !== undefined) return listed
  try {
    return await readToken(chain, address)
  } catch (error) {
    if (isConnectionFailure(error) || isFailure(error, 'TOKEN_UNREADABLE')) return undefined
    throw error
  }
}

/** Symbols come from the shipped list only; the address decides, and a symbol given with it has to match. */
export function createTokenBook(context: Pick<QuoteContext, 'chain'>): TokenBook {
  return {
    list: (name) => getListedTokens(getNetworkEntry(name)),

    async resolve(name, text, allowUnlisted) {
      const network = getNetworkEntry(name)
      const pinned = /^([^@]+)@(0x[0-9a-fA-F]{40})$/.exec(text)
      const address = pinned?.[2] ?? (/^0x[0-9a-fA-F]{40}$/.test(text) ? text : undefined)
      if (address === undefined) return findBySymbol(network, text)

      const token = await findByAddress(context, network, evm(address), allowUnlisted)
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
  const listed = findListedToken(network, address)
  if (listed !== undefined) return listed
  const token = await readToken(await context.chain(network.name), address)
  if (!allowUnlisted) throw fail('TOKEN_UNLISTED', { address, symbol: token.symbol, network: network.name })
  return token
}

/** A symbol with look-alike or compatibility characters matches no listed one: only letter case is ignored. */
function findBySymbol(network: Network, text: string): Token {
  const tokens = getListedTokens(network)
  const [token, ...others] = tokens.filter(({ symbol }) => isSameSymbol(symbol, text))
  if (token === undefined)
    throw fail('TOKEN_NOT_FOUND', {
      text,
      network: network.name,
      nearest: findNearest(
        text,
        tokens.map(({ symbol }) => symbol),
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
