import type { QuoteContext } from '#app/context'
import { isOfTheWay } from '#app/trade/way'
import { fail, isFailure } from '#domain/errors'
import { nearest } from '#domain/nearest'
import type { Network } from '#domain/network'
import type { Chain } from '#domain/ports'
import type { Token } from '#domain/token'
import type { TokenBook } from '#domain/trader'
import { type Address, evm, nativeToken, noBytes } from '#domain/units'
import { readDecimals, readName, readSymbol } from '#encoding/erc20'
import { entryOf } from '#networks/find'

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
export const listedTokens = (network: Network): readonly Token[] => [
  nativeOf(network),
  ...network.tokens.map((token) => ({ ...token, network: network.name, listed: true })),
]

export const listedToken = (network: Network, address: Address): Token | undefined =>
  listedTokens(network).find((token) => token.address === address)

/** What a token's own contract says of it. @throws `TOKEN_UNREADABLE` where it says nothing. */
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

/** By the network's list, else by the token's own word; `undefined` where it says nothing or cannot be asked. */
export async function findToken(chain: Pick<Chain, 'network' | 'read'>, address: Address): Promise<Token | undefined> {
  const listed = listedToken(chain.network, address)
  if (listed !== undefined) return listed
  try {
    return await readToken(chain, address)
  } catch (error) {
    if (isOfTheWay(error) || isFailure(error, 'TOKEN_UNREADABLE')) return undefined
    throw error
  }
}

/** Symbols come from the shipped list only; the address decides, and a symbol beside it has to agree. */
export function createTokenBook(context: Pick<QuoteContext, 'chain'>): TokenBook {
  return {
    list: (name) => listedTokens(entryOf(name)),

    async resolve(name, text, allowUnlisted) {
      const network = entryOf(name)
      const pinned = /^([^@]+)@(0x[0-9a-fA-F]{40})$/.exec(text)
      const address = pinned?.[2] ?? (/^0x[0-9a-fA-F]{40}$/.test(text) ? text : undefined)
      if (address === undefined) return bySymbol(network, text)

      const token = await byAddress(context, network, evm(address), allowUnlisted)
      const symbol = pinned?.[1]
      if (symbol !== undefined && !sameSymbol(symbol, token.symbol))
        throw fail('TOKEN_MISMATCH', { text, actual: token.symbol })
      return token
    },
  }
}

async function byAddress(
  context: Pick<QuoteContext, 'chain'>,
  network: Network,
  address: Address,
  allowUnlisted: boolean,
): Promise<Token> {
  const listed = listedToken(network, address)
  if (listed !== undefined) return listed
  const token = await readToken(await context.chain(network.name), address)
  if (!allowUnlisted) throw fail('TOKEN_UNLISTED', { address, symbol: token.symbol, network: network.name })
  return token
}

/**
 * A symbol that is written with look-alike or compatibility characters equals no listed one: only the letters'
 * case is forgiven.
 */
function bySymbol(network: Network, text: string): Token {
  const tokens = listedTokens(network)
  const [token, ...others] = tokens.filter(({ symbol }) => sameSymbol(symbol, text))
  if (token === undefined)
    throw fail('TOKEN_NOT_FOUND', {
      text,
      network: network.name,
      nearest: nearest(
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

const sameSymbol = (a: string, b: string): boolean => a.toUpperCase() === b.toUpperCase()
