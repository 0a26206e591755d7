import { expect, test } from 'vitest'
import type { Chain } from '#domain/chain/port'
import type { Bridge } from '#domain/crossing/bridge'
import { quoteBridge, toBridgeTerms } from '#domain/crossing/bridge-terms'
import type { CrossGaslessTerms, CrossQuote } from '#domain/crossing/cross-quote'
import { isFailure } from '#domain/errors'
import type { Network } from '#domain/network'
import { amount, gas, hex, networkName, noBytes, ppm, seconds, wei } from '#domain/units'
import { getCrossing } from '#encoding/contracts/crossing'
import { crossingInitCode } from '#encoding/contracts/crossing-code.gen'
import { getRouter } from '#encoding/contracts/router'
import { routerInitCode } from '#encoding/contracts/router-code.gen'
import { decodeCrossCall } from '#encoding/crossing/call'
import { getNetworkEntry } from '#networks/find'
import { address, now, crossQuote as sample } from '#test/crossing/quote-sample'
import type { RelayContext } from './context.ts'
import { findOfferedCrossing } from './offered-crossing.ts'

const [ethereum, base] = [getNetworkEntry(networkName('ethereum')), getNetworkEntry(networkName('base'))]
const bridge = {
  name: 'across',
  listRoutes: () => [sample.bridge.route],
  toTerms: toBridgeTerms,
  quote: quoteBridge,
} as unknown as Bridge

const terms: CrossGaslessTerms = {
  ...{ relayer: address(11), swapFee: amount(5n), worth: wei(10n ** 15n), extraGas: gas(150_000n), nonce: 7n },
  ...{ deadline: seconds(now + 600), by: 'crossing', block: 90 },
}
/** 1000 T3, of which 5 are the relayer's; the bridge keeps 0.05% and nothing besides. */
const quote: CrossQuote = {
  ...sample,
  bridge: {
    ...sample.bridge,
    ...{ fee: { rate: ppm(500), fixed: amount(0n) }, terms: { bridgeRate: '999500000000000000', bridgeFee: '0' } },
    ...{ paid: amount(994n), depositedMin: amount(993n) },
  },
  crossing: getCrossing(ethereum).address,
  toCrossing: getCrossing(base).address,
  router: getRouter(ethereum).address,
  toRouter: getRouter(base).address,
  gasless: terms,
}

/** What a constructor returns: all after the instructions that return it. */
const runtimeOf = (initCode: string) => hex(`0x${initCode.slice(initCode.indexOf('fdfe') + 4)}`)
const codes = new Map([
  [getCrossing(ethereum).address, runtimeOf(crossingInitCode)],
  [getRouter(ethereum).address, runtimeOf(routerInitCode)],
])

interface World {
  /** Without our contracts. */
  readonly bare?: string
  /** Seconds since the quote. */
  readonly later?: number
}

const toChain = (network: Network, { bare }: World): Chain =>
  ({
    network,
    allCodes: async (of: readonly never[]) => [of.map((one) => (bare === network.name ? noBytes : codes.get(one)))],
  }) as unknown as Chain

async function check(changed: Partial<CrossQuote> = {}, world: World = {}) {
  const stored = { quote: { ...quote, ...changed }, consumedAt: undefined }
  const context = {
    crossQuotes: { find: async () => stored },
    bridges: [bridge],
    clock: { now: () => seconds(now + (world.later ?? 10)) },
    chain: async () => toChain(base, world),
  } as unknown as RelayContext
  const offered = await findOfferedCrossing(context, quote.id)
  return offered.check(toChain(ethereum, world), offered.gasless ?? terms)
}

async function mismatch(changed: Partial<CrossQuote>, world?: World): Promise<unknown> {
  try {
    await check(changed, world)
    return undefined
  } catch (error) {
    if (isFailure(error, 'PAYLOAD_MISMATCH')) return error.details.field
    return (error as { code: string }).code
  }
}

test('an order is submitted as it was quoted, the fee apart from what crosses', async () => {
  const { encode, spender, takesPermit, typedData } = await check()
  expect([spender, takesPermit]).toEqual([getCrossing(ethereum).address, true])
  expect(typedData.primaryType).toBe('Cross')
  const call = decodeCrossCall(encode({ signature: hex('0x1234'), permit: undefined }))
  expect(call).toMatchObject({ entry: 'crossOrder', signature: '0x1234', route: quote.calls.route })
  expect(call?.order).toMatchObject({
    ...{ sender: address(1), recipient: address(2), refundTo: address(1), toNetwork: '8453', amountOutMin: '900' },
    ...{ amountIn: '995', swapFee: '5', nonce: '7', deadline: '1800000600', toDeadline: '1800003600' },
  })
})

test('by Permit2 the same order is the witness of its transfer', async () => {
  const { encode, spender, takesPermit, typedData } = await check({ gasless: { ...terms, by: 'permit2' } })
  expect([spender, takesPermit]).toEqual(['0x000000000022d473030f116ddee9f6b43ac78ba3', false])
  const permitted = { token: quote.sell.address, amount: '1000' }
  expect(typedData.message).toMatchObject({ permitted, spender: quote.crossing, nonce: '7', deadline: '1800000600' })
  expect(decodeCrossCall(encode({ signature: hex('0x1234'), permit: undefined }))?.entry).toBe('crossPermit2')
})

test('what a stored quote says of networks, contracts and bridge is what our tables say', async () => {
  const { bridge: quoted } = quote
  const changes: readonly (readonly [Partial<CrossQuote>, string])[] = [
    [{ crossing: address(7) }, 'crossing'],
    [{ toCrossing: address(7) }, 'toCrossing'],
    [{ router: address(7) }, 'router'],
    [{ toRouter: address(7) }, 'toRouter'],
    [{ toChainId: 10 }, 'toChainId'],
    [{ paymentSeconds: 60 }, 'toDeadline'],
    [{ bridge: { ...quoted, route: { ...quoted.route, contract: address(7) } } }, 'bridge'],
    [{ bridge: { ...quoted, terms: { ...quoted.terms, bridgeFee: '900' } } }, 'bridgeFee'],
    [{ bridge: { ...quoted, depositedMin: amount(1n) } }, 'bridgeAmountMin'],
    [{ bridge: { ...quoted, value: wei(1n) } }, 'CROSS_CHAIN_NOT_AVAILABLE'],
    [{ request: { ...quote.request, to: quote.toCrossing } }, 'VALIDATION_FAILED'],
    [{ gasless: { ...terms, deadline: seconds(now + 4000) } }, 'deadline'],
  ]
  for (const [changed, field] of changes) expect([changed, await mismatch(changed)]).toEqual([changed, field])
})

test('our contracts have to be on both networks, and the order has to be in time', async () => {
  expect(await mismatch({})).toBeUndefined()
  expect(await mismatch({}, { bare: 'ethereum' })).toBe('ROUTER_NOT_DEPLOYED')
  expect(await mismatch({}, { bare: 'base' })).toBe('ROUTER_NOT_DEPLOYED')
  expect(await mismatch({}, { later: 600 })).toBe('deadline')
})
