import { expect, test } from 'vitest'
import { checkCrossRecipient, checkCrossTerms } from '#app/crossing/check-terms'
import { checkCrossGuards, requireNoLess } from '#app/trade/cross/quotes'
import { bridge } from '#bridges/across/index'
import { all } from '#bridges/all.gen'
import { requireModestBridgeCost } from '#domain/crossing/bridge-cost'
import type { CrossQuote } from '#domain/crossing/cross-quote'
import { amount, evm, nativeToken, networkName, ppm } from '#domain/units'
import { getCctpBridge, getCrossing, getStargateBridge } from '#encoding/contracts/crossing'
import { getRouter } from '#encoding/contracts/router'
import { getNetworkEntry } from '#networks/find'
import { address, crossQuote as sample } from './quote-sample.ts'

const [ethereum, bsc] = [getNetworkEntry(networkName('ethereum')), getNetworkEntry(networkName('bsc'))]
const usdc = evm('0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48')
const usdcThere = evm('0x8ac76a51cc950d9822d68b83fe1ad97b32cd580d')

/** 1000 USDC of ethereum for those of bsc, which have 18 decimals; the bridge keeps 0.5 and 1.5. */
const quote: CrossQuote = {
  ...sample,
  request: { ...sample.request, toNetwork: networkName('bsc') },
  chainId: 1,
  toChainId: 56,
  bridge: {
    ...sample.bridge,
    route: {
      ...sample.bridge.route,
      to: networkName('bsc'),
      toChainId: 56,
      contract: evm('0x5c7bcd6e7de5423a257d81b442095a1a6ced35c5'),
      toContract: evm('0x4e8e101924ede233c13e2d8622dc8aed2872d505'),
      symbol: 'USDC',
      asset: { address: usdc, decimals: 6 },
      toAsset: { address: usdcThere, decimals: 18 },
    },
    asset: { ...sample.bridge.asset, address: usdc, decimals: 6 },
    toAsset: { ...sample.bridge.toAsset, address: usdcThere, decimals: 18 },
    fee: { rate: ppm(500), fixed: amount(15n * 10n ** 17n) },
    terms: { bridgeRate: '999500000000000000000000000000', bridgeFee: '1500000000000000000' },
    deposited: amount(1_000_000_000n),
    depositedMin: amount(997_500_000n),
    paid: amount(998n * 10n ** 18n),
  },
  crossing: getCrossing(ethereum).address,
  toCrossing: getCrossing(bsc).address,
  router: getRouter(ethereum).address,
  toRouter: getRouter(bsc).address,
}
const { bridge: quoted } = quote

const findMismatch = (changed: Partial<CrossQuote>): unknown => {
  try {
    checkCrossTerms({ bridges: [bridge] }, { ...quote, ...changed })
    return undefined
  } catch (error) {
    return (error as { details: { field: string } }).details.field
  }
}

test('what a stored quote says of bridge, contracts and networks is what our tables say', () => {
  expect(findMismatch({})).toBeUndefined()
  const other = address(11)
  const changes: readonly (readonly [string, Partial<CrossQuote>])[] = [
    ['chainId', { chainId: 10 }],
    ['toChainId', { toChainId: 10 }],
    ['crossing', { crossing: other }],
    ['toCrossing', { toCrossing: other }],
    ['router', { router: other }],
    ['toRouter', { toRouter: other }],
    ['toDeadline', { paymentSeconds: 7200 }],
    ['slippageIn', { request: { ...quote.request, slippageIn: ppm(5001) } }],
    ['bridge', { bridge: { ...quoted, name: 'another' } }],
    ['bridge', { bridge: { ...quoted, route: { ...quoted.route, contract: other } } }],
    ['bridge', { bridge: { ...quoted, route: { ...quoted.route, toChainId: 10 } } }],
    ['bridge', { bridge: { ...quoted, route: { ...quoted.route, toAsset: { address: other, decimals: 18 } } } }],
    ['bridgeAsset', { bridge: { ...quoted, asset: { ...quoted.asset, address: other } } }],
    ['toBridgeAsset', { bridge: { ...quoted, toAsset: { ...quoted.toAsset, address: other } } }],
    ['bridgeRate', { bridge: { ...quoted, terms: { ...quoted.terms, bridgeRate: '1' } } }],
    ['bridgeFee', { bridge: { ...quoted, terms: { ...quoted.terms, bridgeFee: '0' } } }],
    ['paid', { bridge: { ...quoted, paid: amount(999n * 10n ** 18n) } }],
    ['bridgeAmountMin', { bridge: { ...quoted, depositedMin: amount(997_499_999n) } }],
  ]
  for (const [field, changed] of changes) expect([field, findMismatch(changed)]).toEqual([field, field])
})

test('a contract that would lose what it is paid is no recipient there', () => {
  const { route } = quoted
  const check = (to: typeof usdc, buy: typeof usdc = bsc.wrapped) =>
    checkCrossRecipient(bsc, { sell: usdc, buy, to }, [route])
  expect(() => check(address(2))).not.toThrow()
  expect(() => check(nativeToken, nativeToken)).not.toThrow() // a placeholder
  const ours = [getCrossing, getRouter, getCctpBridge, getStargateBridge].map((get) => get(bsc).address)
  for (const to of [...ours, route.toContract, usdcThere, bsc.wrapped])
    expect(() => check(to)).toThrow(expect.objectContaining({ code: 'VALIDATION_FAILED' }))
  expect(() => check(bsc.wrapped, nativeToken)).toThrow(expect.objectContaining({ code: 'VALIDATION_FAILED' }))
})

const keeping = (whole: bigint): CrossQuote => ({
  ...quote,
  bridge: { ...quoted, terms: { ...quoted.terms, bridgeFee: String(whole * 10n ** 18n) } },
})

test('a bridge keeps a quarter of the least deposit at most, in units of both networks', () => {
  // 997.5 · 0.9995 - 248 = 749.00; three quarters of 997.5 are 748.125
  expect(() => requireModestBridgeCost(keeping(248n))).not.toThrow()
  const refused = expect.objectContaining({ code: 'CROSS_CHAIN_NOT_AVAILABLE' })
  expect(() => requireModestBridgeCost(keeping(249n))).toThrow(refused)
  expect(() => requireModestBridgeCost(keeping(2000n))).toThrow(refused)
  const guards = { maxSlippage: ppm(10_000), maxImpact: ppm(1_000_000), minimumOut: amount(1n), maximumIn: undefined }
  expect(() => checkCrossGuards(keeping(900n), { guards: { ...guards, maxGas: undefined } })).toThrow(refused)
})

test('a quote that replaces the agreed one may not leave less to a claim', () => {
  // agreed: 997.5 · 0.9995 - 1.5 = 995.50; less by the slippage of 0.5%: 990.52
  expect(() => requireNoLess(keeping(6n), quote)).not.toThrow()
  expect(() => requireNoLess(keeping(7n), quote)).toThrow(expect.objectContaining({ code: 'CHECK_FAILED' }))
})

test('nor to a recipient whom the bridge itself pays', () => {
  const { legOut: _, ...direct } = quote
  const least = 995_501_250_000_000_000_000n
  expect(() => requireNoLess(direct, { ...direct, amountOut: amount(0n), minimumOut: amount(904n) })).not.toThrow()
  const agreed = { ...direct, minimumOut: amount(least + 1n) }
  expect(() => requireNoLess({ ...direct, amountOut: amount(least + 2n) }, agreed)).toThrow(
    expect.objectContaining({ code: 'BELOW_MIN_OUT' }),
  )
})

test('a quote between sandboxes, over any bridge, is held to the same tables', () => {
  const [from, to] = ['sandbox-ethereum', 'sandbox-base'].map((name) => getNetworkEntry(networkName(name)))
  if (from === undefined || to === undefined) throw new Error('two networks')
  for (const one of all) {
    const [route] = one.listRoutes(from, to)
    if (route === undefined) throw new Error(`no route of ${one.name}`)
    const fee = { rate: ppm(100), fixed: amount(0n) }
    const deposited = amount(10n ** 8n)
    const bridgePart = { ...quoted, name: one.name, route, fee, terms: one.toTerms(route, fee), deposited }
    const changed: CrossQuote = {
      ...quote,
      request: { ...quote.request, network: from.name, toNetwork: to.name },
      toChainId: 8453,
      bridge: {
        ...bridgePart,
        asset: { ...quoted.asset, address: route.asset.address },
        toAsset: { ...quoted.toAsset, address: route.toAsset.address },
        depositedMin: deposited,
        paid: amount(99_990_000n),
      },
      crossing: getCrossing(from).address,
      toCrossing: getCrossing(to).address,
    }
    expect(() => checkCrossTerms({ bridges: all }, changed)).not.toThrow()
    const moved = { ...changed, bridge: { ...changed.bridge, route: { ...route, contract: address(11) } } }
    expect(() => checkCrossTerms({ bridges: all }, moved)).toThrow(
      expect.objectContaining({ code: 'PAYLOAD_MISMATCH' }),
    )
  }
})
