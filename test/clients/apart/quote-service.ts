import { buildSDK, type QuoteService } from '@balmy/sdk'

/** What is told of a requested address. */
export type Asked = Pick<URL, 'pathname' | 'searchParams'>
interface Query {
  readonly tokens: readonly { readonly token: string }[]
}

/** The SDK's name for this API. */
export const source = 'magpie'

/**
 * The SDK's quote service, with its own client for this API unchanged except for its hard-coded host. Data from third
 * parties (prices, gas, symbols) is fixed here, as no test may depend on them.
 * @param asked every requested address is added
 */
export function quoteServiceAt(url: string, asked: Asked[]): QuoteService {
  const sdk = buildSDK({
    fetch: {
      fetch: (input: string | URL, init?: RequestInit) => {
        const { pathname, search, searchParams } = new URL(String(input))
        asked.push({ pathname, searchParams })
        return fetch(`${url}${pathname}${search}`, init)
      },
    },
    prices: { source: { type: 'custom', instance: prices } },
    metadata: { source: { type: 'custom', instance: metadata } },
    gas: { source: { type: 'custom', instance: gas } },
    quotes: { sourceList: { type: 'local' } },
  })
  return sdk.quoteService
}

const chainId = 1
const byToken = (tokens: Query['tokens'], value: object) => ({
  [chainId]: Object.fromEntries(tokens.map(({ token }) => [token, value])),
})

const prices = {
  supportedQueries: () => ({ [chainId]: { getCurrentPrices: true } }),
  getCurrentPrices: async ({ tokens }: Query) => byToken(tokens, { price: 1, closestTimestamp: 0 }),
}
const metadata = {
  supportedProperties: () => ({ [chainId]: { symbol: 'present', decimals: 'present' } }),
  getMetadata: async ({ tokens }: Query) => byToken(tokens, { symbol: 'TKN', decimals: 18 }),
}
const gas = {
  supportedSpeeds: () => ({ [chainId]: { standard: 'present' } }),
  getGasPrice: async () => ({ standard: { maxFeePerGas: 2n * 10n ** 9n, maxPriorityFeePerGas: 10n ** 9n } }),
}
