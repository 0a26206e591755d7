import { expect, test } from 'vitest'
import { checkCrossTokens } from '#app/crossing/check-tokens'
import { bridge } from '#bridges/across/index'
import type { CrossQuote } from '#domain/crossing/cross-quote'
import type { Token } from '#domain/token'
import { evm, type Hex, hex, networkName } from '#domain/units'
import { getNetworkEntry } from '#networks/find'
import { crossQuote as sample } from './quote-sample.ts'

const [ethereum, base] = ['ethereum', 'base'].map((name) => getNetworkEntry(networkName(name)))
if (ethereum === undefined || base === undefined) throw new Error('two networks')
const usdc = evm('0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48')
const usdcThere = evm('0x833589fcd6edb6e08f4c7c32d4f71b54bda02913')
const weth = evm('0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2')
const unlisted = evm(`0x${'77'.repeat(20)}`)
const route = bridge.listRoutes(ethereum, base).find(({ symbol }) => symbol === 'USDC')
if (route === undefined) throw new Error('no route')

const tokenOf = (network: 'ethereum' | 'base', address: typeof usdc, symbol: string, decimals: number): Token => ({
  ...{ network: networkName(network), address, symbol, decimals, listed: true },
})
const [asset, toAsset] = [tokenOf('ethereum', usdc, 'USDC', 6), tokenOf('base', usdcThere, 'USDC', 6)]
const odd: Token = { ...tokenOf('base', unlisted, 'ODD', 36), listed: false }

/** WETH on ethereum over USDC for an unlisted token of 36 decimals on base. */
const quote: CrossQuote = {
  ...sample,
  request: { ...sample.request, sell: weth, buy: unlisted },
  sell: tokenOf('ethereum', weth, 'WETH', 18),
  buy: odd,
  bridge: { ...sample.bridge, route, asset, toAsset },
}

const word = (n: number) => n.toString(16).padStart(64, '0')
/** What the contract of the unlisted token says. */
const answers = (symbol: string, decimals: number): readonly Hex[] => [
  hex(`0x${word(32)}${word(symbol.length)}${Buffer.from(symbol).toString('hex').padEnd(64, '0')}`),
  hex(`0x${word(decimals)}`),
  hex('0x'),
]

async function findMismatch(changed: Partial<CrossQuote>, said = answers('ODD', 36)): Promise<unknown> {
  const chain = async () => ({ network: base, eachReadsWithBlock: async () => [{ answers: said }] }) as never
  try {
    await checkCrossTokens({ chain }, { ...quote, ...changed })
    return undefined
  } catch (error) {
    return (error as { details: { field?: string } }).details.field
  }
}

test('what a stored quote calls its tokens is what the lists call them, and the contracts of unlisted ones', async () => {
  expect(await findMismatch({})).toBeUndefined()
  const { bridge: quoted } = quote
  const changes: readonly (readonly [string, Partial<CrossQuote>])[] = [
    ['sell', { sell: { ...quote.sell, symbol: 'WBTC' } }],
    ['sell', { sell: { ...quote.sell, decimals: 8 } }],
    ['sell', { sell: asset }],
    ['buy', { buy: { ...odd, symbol: 'USDC' } }],
    ['buy', { buy: { ...odd, decimals: 18 } }],
    ['buy', { buy: { ...odd, decimals: 0 } }],
    ['buy', { buy: { ...odd, listed: true } }],
    ['buy', { buy: toAsset }],
    ['buy', { buy: { ...odd, network: networkName('ethereum') } }],
    ['bridgeAsset', { bridge: { ...quoted, asset: { ...asset, decimals: 18 } } }],
    ['toBridgeAsset', { bridge: { ...quoted, toAsset: { ...toAsset, decimals: 5 } } }],
    ['toBridgeAsset', { bridge: { ...quoted, toAsset: { ...toAsset, symbol: 'WETH' } } }],
  ]
  for (const [field, changed] of changes) expect([field, await findMismatch(changed)]).toEqual([field, field])
})

test('a token that calls itself another since it was quoted is not bought', async () => {
  expect(await findMismatch({}, answers('ODD', 0))).toBe('buy')
  expect(await findMismatch({}, answers('USDC', 36))).toBe('buy')
})
