import { buildSDK } from '@balmy/sdk'

/** The SDK's name for this API. */
export const source = 'magpie'

/**
 * The SDK's quote service, with its own client for this API unchanged except for its hard-coded host. Data from third
 * parties (prices, gas, symbols) is fixed here, as no test may depend on them.
 * @param asked every requested address is added
 */
export function quoteServiceAt(url, asked) {
  const sdk = buildSDK({
    fetch: {
      fetch: (input, init) => {
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
const byToken = (tokens, value) => ({ [chainId]: Object.fromEntries(tokens.map(({ token }) => [token, value])) })

const prices = {
  supportedQueries: () => ({ [chainId]: { getCurrentPrices: true } }),
  getCurrentPrices: async ({ tokens }) => byToken(tokens, { price: 1, closestTimestamp: 0 }),
}
const metadata = {
  supportedProperties: () => ({ [chainId]: { symbol: 'present', decimals: 'present' } }),
  getMetadata: async ({ tokens }) => byToken(tokens, { symbol: 'TKN', decimals: 18 }),
}
const gas = {
  supportedSpeeds: () => ({ [chainId]: { standard: 'present' } }),
  getGasPrice: async () => ({ standard: { maxFeePerGas: 2n * 10n ** 9n, maxPriorityFeePerGas: 10n ** 9n } }),
}
