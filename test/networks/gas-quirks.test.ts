/** Swaps on local chains that count, price or charge gas, or hold tokens, as some networks do, with their entries' fields. */
import { keccak256 } from 'ethers'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Network } from '#domain/network'
import { maxCostOf } from '#domain/payload'
import { amount, evm, gas, nativeToken, wei } from '#domain/units'
import { getNetworkEntry } from '#networks/find'
import { sandboxGround } from '#sandbox/addresses.gen'
import { autoConfirm, createQuoteRequest, createSwapRequest, sandbox, trader0 } from '../trade/fixture.ts'
import { forge, type QuirkFixture, startQuirkFixture } from './quirk-fixture.ts'

const { UNI, USDC, USDT, WETH } = sandboxGround.tokens
const eth = 10n ** 18n
const nobody = evm('0x5b1869d9a4c187f2eaa108f3062412ecf0526b24')

let fixture: QuirkFixture
beforeAll(async () => {
  fixture = await startQuirkFixture()
})
afterEach(() => fixture.reset())
afterAll(() => fixture.close())

/** A sale that is best split over several pools. */
const manyLegs = {
  ...createQuoteRequest(nativeToken, USDC.address, 3n * eth),
  include: [
    'uniswap-v2',
    'uniswap-v3',
    'sushi-v2',
    'pancake-v2',
    'pancake-v3',
    'uniswap-v4',
    'slipstream',
    'aerodrome',
  ],
}

const buildOf = (id: string) => ({ quoteId: id, estimateGas: true, deadlineSeconds: 600, keepsQuote: true })

/** Estimates of a node that counts storage and data at prices of its own. */
const dearEstimates = forge('eth_estimateGas', (real) =>
  typeof real.result === 'string' ? { ...real, result: `0x${(BigInt(real.result) * 5n).toString(16)}` } : real,
)

test.each(['arbitrum', 'megaeth'])('gas of %s comes from its node alone', async (name) => {
  fixture.proxy.rules([dearEstimates])
  const { gas: policy } = getNetworkEntry(name)
  const { service, trader } = await fixture.openWith({ ...(policy && { gas: policy }) })
  const plain = await (await fixture.openWith({})).service.quote(createQuoteRequest(nativeToken, USDC.address, eth))
  const quote = await service.quote(createQuoteRequest(nativeToken, USDC.address, eth))
  expect(quote.warnings).toEqual([])
  // five times the gas, and its share of a bound that counts it
  expect(Number(quote.route.gas) / Number(plain.route.gas)).toBeGreaterThan(4)
  expect(quote.route.gasInTokenOut).toBeGreaterThan((plain.route.gasInTokenOut ?? 0n) * 4n)
  const payload = await service.buildPayload(buildOf(quote.id))
  expect(payload.gasLimit).toBeGreaterThan(plain.gasLimit)
  expect((await trader.swap(createSwapRequest({ id: quote.id }), autoConfirm())).intent?.stage).toBe('confirmed')
})

test('a quote for an account that cannot swap says that the gas is not known', async () => {
  const { gas: policy } = getNetworkEntry('megaeth')
  const { service } = await fixture.openWith({ ...(policy && { gas: policy }) })
  const quote = await service.quote(
    createQuoteRequest(USDC.address, WETH.address, 10n ** 9n, { from: nobody, to: nobody }),
  )
  expect(quote.warnings.map(({ code }) => code)).toEqual(['GAS_UNKNOWN'])
  // native currency is assumed, so its sale can be estimated
  const sale = await service.quote(createQuoteRequest(nativeToken, WETH.address, eth, { from: nobody, to: nobody }))
  expect(sale.warnings).toEqual([])
})

test('monad takes the whole limit: it is the gas that a quote tells, and the margin is small', async () => {
  const { gas: policy } = getNetworkEntry('monad')
  const { service, trader } = await fixture.openWith({ ...(policy && { gas: policy }) })
  const quote = await service.quote(manyLegs)
  expect(quote.route.legs.length).toBeGreaterThan(2)
  const payload = await service.buildPayload(buildOf(quote.id))
  expect(Number(payload.gasLimit) / Number(quote.route.gas)).toBeCloseTo(1, 2)
  const { service: usual } = await fixture.openWith({})
  const { id } = await usual.quote(manyLegs)
  expect(payload.gasLimit).toBeLessThan((await usual.buildPayload(buildOf(id))).gasLimit)
  // an account that holds all but a part of the limit's cost is refused before it signs
  const before = await fixture.chain.rpc<string>('eth_getBalance', trader0, 'latest')
  await fixture.chain.rpc('anvil_setBalance', trader0, `0x${(maxCostOf(payload) - 1n).toString(16)}`)
  await expect(service.buildPayload(buildOf(quote.id))).rejects.toMatchObject({ code: 'ESTIMATE_GAS_FAILED' })
  await fixture.chain.rpc('anvil_setBalance', trader0, before)
  expect((await trader.swap(createSwapRequest({ id: quote.id }), autoConfirm())).intent?.stage).toBe('confirmed')
})

test('a swap on monad whose gas only the node knows passes a limit at a price that the user names', async () => {
  fixture.proxy.rules([dearEstimates])
  const { gas: policy } = getNetworkEntry('monad')
  const { service, trader } = await fixture.openWith({ ...(policy && { gas: policy }) })
  const quote = await service.quote(createQuoteRequest(nativeToken, USDC.address, eth))
  expect(quote.gasLimit).toBeGreaterThanOrEqual(quote.route.gas)
  const fees = { max: wei(5n * 10n ** 9n), tip: undefined, legacy: false }
  const { intent } = await trader.swap(createSwapRequest({ id: quote.id }, { fees }), autoConfirm())
  expect(intent?.stage).toBe('confirmed')
})

test('all of the native currency leaves the reserve of monad', async () => {
  const { nativeReserve } = getNetworkEntry('monad')
  const token = { network: sandbox, address: nativeToken, symbol: 'ETH', decimals: 18, listed: true }
  const getSpendable = async (traits: Partial<Network>) =>
    (await fixture.openWith(traits)).trader.getSpendable(sandbox, trader0, token)
  const [all, kept] = [await getSpendable({}), await getSpendable({ ...(nativeReserve && { nativeReserve }) })]
  expect(kept).toBe(amount(all - 10n * eth))
})

test('a route fits the small blocks of hyperevm, or is refused', async () => {
  const wide = await (await fixture.openWith({})).service.quote(manyLegs)
  expect(wide.route.legs.length).toBeGreaterThan(4)
  const maxGas = gas(700_000n)
  const { service, trader } = await fixture.openWith({ maxGas })
  const quote = await service.quote(manyLegs)
  expect(quote.route.legs.length).toBeLessThan(wide.route.legs.length)
  expect(quote.warnings).toEqual([])
  expect(quote.gasLimit).toBe(maxGas)
  await fixture.chain.rpc('evm_setBlockGasLimit', `0x${maxGas.toString(16)}`)
  const { intent } = await trader.swap(createSwapRequest({ id: quote.id }), autoConfirm())
  await fixture.chain.rpc('evm_setBlockGasLimit', '0x1c9c380')
  expect(intent?.stage).toBe('confirmed')

  const small = await fixture.openWith({ maxGas: gas(100_000n) })
  const tooDear = await small.service.quote(manyLegs)
  expect(tooDear.warnings.map(({ code }) => code)).toEqual(['GAS_ABOVE_BLOCK'])
  await expect(small.service.buildPayload(buildOf(tooDear.id))).rejects.toMatchObject({
    code: 'ESTIMATE_GAS_FAILED',
    message: expect.stringContaining('a block holds 100000'),
  })
})

test('a route that no shorter one replaces is kept where its highest gas exceeds a block', async () => {
  const request = { ...createQuoteRequest(USDT.address, UNI.address, 10n ** 9n), include: ['uniswap-v2'], maxHops: 2 }
  const usual = await (await fixture.openWith({})).service.quote(request)
  const { now = gas(0n) } = usual.gasNeed ?? {}
  expect((usual.gasLimit * 2n) / 3n).toBeGreaterThan(now)
  const quote = await (await fixture.openWith({ maxGas: now })).service.quote(request)
  expect(quote.route.legs).toHaveLength(usual.route.legs.length)
  expect(quote.gasLimit).toBe(now)
  expect(quote.warnings).toEqual([])
})

test('linea is asked what a call costs; a node without the method gives the head’s fees', async () => {
  const { feeMethod } = getNetworkEntry('linea')
  const { service } = await fixture.openWith({ ...(feeMethod && { feeMethod }) })
  const request = createQuoteRequest(nativeToken, USDC.address, eth)
  const usual = await service.quote(request)
  fixture.proxy.rules([
    forge('linea_estimateGas', ({ id }) => ({
      jsonrpc: '2.0',
      id,
      result: { gasLimit: '0x30d40', baseFeePerGas: '0x7', priorityFeePerGas: '0x12a05f200' }, // 5 gwei
    })),
  ])
  const quote = await service.quote(request)
  expect(quote.gasPrice).toBe(5_000_000_007n)
  expect(usual.gasPrice).not.toBe(quote.gasPrice)
  const payload = await service.buildPayload(buildOf(quote.id))
  expect(payload.fees).toEqual({ type: 2, maxFeePerGas: 5_000_000_014n, maxPriorityFeePerGas: 5_000_000_000n })
  expect(maxCostOf(payload)).toBe(eth + payload.gasLimit * 5_000_000_014n)
})

test.each(['scroll', 'morph'])('%s asks an oracle of its own for the fee of a transaction’s bytes', async (name) => {
  const { l1Fee } = getNetworkEntry(name)
  // a gwei for each byte of the call that asks
  await fixture.chain.rpc('anvil_setCode', l1Fee?.oracle, '0x36633b9aca00025f5260205ff3')
  const { service } = await fixture.openWith({ ...(l1Fee && { l1Fee }) })
  const quote = await service.quote(createQuoteRequest(nativeToken, USDC.address, eth))
  const bytes = Number(quote.l1Fee) / 1e9
  // selector, offset and length before a padded swap with a signature
  expect((bytes - 4) % 32).toBe(0)
  expect(bytes).toBeGreaterThan(4 + 2 * 32 + 400)
  expect(bytes).toBeLessThan(1_500)
})

test('a token of blast whose balances grow by themselves is still traded as quoted, and none stays in the router', async () => {
  const { service, trader } = await fixture.openWith({})
  const request = { ...createQuoteRequest(WETH.address, USDC.address, 10n ** 17n), include: ['uniswap-v2'] }
  const quote = await service.quote(request)
  const [leg] = quote.route.legs
  const slotOf = (owner: string) => keccak256(`0x${owner.slice(2).padStart(64, '0')}${'3'.padStart(64, '0')}`) // of WETH9
  for (const owner of [leg?.pool.address ?? '', trader0]) {
    const held = BigInt(await fixture.chain.rpc<string>('eth_getStorageAt', WETH.address, slotOf(owner), 'latest'))
    expect(held).toBeGreaterThan(0n)
    const grown = `0x${(held + held / 100n).toString(16).padStart(64, '0')}`
    await fixture.chain.rpc('anvil_setStorageAt', WETH.address, slotOf(owner), grown)
  }
  const before = BigInt(await balanceOf(USDC.address, trader0))
  const { intent } = await trader.swap(createSwapRequest({ id: quote.id }), autoConfirm())
  expect(intent?.stage).toBe('confirmed')
  expect(BigInt(await balanceOf(USDC.address, trader0)) - before).toBe(quote.route.amountOut)
  for (const token of [WETH.address, USDC.address]) expect(BigInt(await balanceOf(token, quote.router)), token).toBe(0n)
})

const balanceOf = (token: string, owner: string): Promise<string> =>
  fixture.chain.rpc('eth_call', { to: token, data: `0x70a08231${owner.slice(2).padStart(64, '0')}` }, 'latest')
