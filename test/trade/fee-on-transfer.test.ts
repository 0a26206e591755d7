/** Tokens that keep a part of what pools send and receive: what arrives is what was quoted, to the unit. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCreateAddress, Interface } from 'ethers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { composeWith } from '#compose'
import { uintAt } from '#domain/calls/words'
import { type Address, amount, evm, type Hex, hex, nativeToken, ppm } from '#domain/units'
import { network } from '#networks/entries/sandbox'
import { sandboxGround } from '#sandbox/addresses.gen'
import { sendFrom } from '#sandbox/anvil/send-from'
import { type RunningChain, startChain } from '#sandbox/anvil/start'
import { getTestContractCode } from '../contracts/compile.ts'
import { autoConfirm, createComposeInput, createQuoteRequest, createSwapRequest, trader0 } from './fixture.ts'

const { tokens, treasury } = sandboxGround
const [weth, usdc] = [network.wrapped, tokens.USDC.address]
const whole = 10n ** 18n
const erc20 = new Interface([
  'function mint(address,uint256)',
  'function transfer(address,uint256)',
  'function setTax(address,uint256,uint256,uint256)',
])
const approval = new Interface(['function approve(address,uint256)'])
const pairs = new Interface(['function createPair(address,address) returns (address)', 'function mint(address)'])

let node: RunningChain
let state: string
let app: ReturnType<ReturnType<typeof composeWith>>
/** Keeps two percent of purchases and three of sales; paired with WETH and with `far`. */
let taxed: Address
/** Keeps nothing; paired with `taxed` only. */
let far: Address
let taxedPools: readonly Address[]
/** Keeps nothing at first; paired with WETH. */
let late: Address
let latePool: Address

const send = (to: Address, data: string) => sendFrom(node.rpc, { from: treasury, to, data: hex(data) })
const balance = async (token: Address): Promise<bigint> =>
  uintAt(
    await node.rpc<Hex>('eth_call', { to: token, data: `0x70a08231${trader0.slice(2).padStart(64, '0')}` }, 'latest'),
    0,
  )

async function deployToken(): Promise<Address> {
  const nonce = Number(await node.rpc<Hex>('eth_getTransactionCount', treasury, 'latest'))
  await sendFrom(node.rpc, { from: treasury, data: hex(getTestContractCode('TradeTaxToken')) })
  const token = evm(getCreateAddress({ from: treasury, nonce }))
  await send(token, erc20.encodeFunctionData('mint', [trader0, 1_000n * whole]))
  return token
}

async function createPair(a: Address, b: Address, fill: (pair: Address) => Promise<unknown>): Promise<Address> {
  const factory = network.venues[0]?.factory ?? a
  const data = pairs.encodeFunctionData('createPair', [a, b])
  const answer = await node.rpc<Hex>('eth_call', { from: treasury, to: factory, data }, 'latest')
  const pair = evm(`0x${answer.slice(-40)}`)
  await send(factory, data)
  await fill(pair)
  await send(pair, pairs.encodeFunctionData('mint', [treasury]))
  return pair
}

const mint = (token: Address, to: Address, count: bigint) =>
  send(token, erc20.encodeFunctionData('mint', [to, count * whole + 12_345n]))

async function setTax(boughtPpm: number, soldPpm: number): Promise<void> {
  for (const pool of taxedPools) await send(taxed, erc20.encodeFunctionData('setTax', [pool, boughtPpm, soldPpm, 0]))
}

beforeAll(async () => {
  node = await startChain()
  await node.rpc('anvil_impersonateAccount', treasury)
  await node.rpc('anvil_setBalance', treasury, '0xffffffffffffffffff')
  ;[taxed, far] = [await deployToken(), await deployToken()]
  taxedPools = [
    await createPair(taxed, weth, async (pair) => {
      await mint(taxed, pair, 100_000n)
      await send(weth, erc20.encodeFunctionData('transfer', [pair, 40n * whole]))
    }),
    await createPair(taxed, far, async (pair) => {
      await mint(taxed, pair, 50_000n)
      await mint(far, pair, 70_000n)
    }),
  ]
  await setTax(20_000, 30_000)
  late = await deployToken()
  latePool = await createPair(late, weth, async (pair) => {
    await mint(late, pair, 100_000n)
    await send(weth, erc20.encodeFunctionData('transfer', [pair, 40n * whole]))
  })
  state = mkdtempSync(join(tmpdir(), 'swapline-house-'))
  app = composeWith({ network: (entry) => ({ ...entry, intermediates: [taxed] }) })(createComposeInput(state, node.url))
})
afterAll(async () => {
  await app.close()
  await node.stop()
  rmSync(state, { recursive: true, force: true })
})

const request = (sell: Address, buy: Address, raw: bigint) => createQuoteRequest(sell, buy, raw, { slippage: ppm(1) })
const guards = { ...createSwapRequest({ id: '' }).guards, maxImpact: ppm(900_000) }

describe('a token that pools send and receive less of', () => {
  test.each([
    ['is sold', () => [taxed, usdc] as const, 123n * whole + 7n],
    ['is bought', () => [usdc, taxed] as const, 321_000_001n],
    ['is bought with native currency', () => [nativeToken, taxed] as const, whole / 10n + 1n],
    ['is passed on the way', () => [far, weth] as const, 250n * whole + 11n],
    ['is passed on the way back', () => [weth, far] as const, whole / 9n],
  ])('%s: what was quoted arrives', async (_, pair, raw) => {
    const [sell, buy] = pair()
    const before = await balance(buy)
    const trader = await app.trader()
    const { intent, quote } = await trader.swap(
      createSwapRequest({ request: request(sell, buy, raw) }, { guards }),
      autoConfirm(),
    )
    expect(intent?.stage).toBe('confirmed')
    expect(quote?.route.legs.some(({ pool }) => pool.feeOnTransfer?.includes(taxed))).toBe(true)
    expect((await balance(buy)) - before).toBe(quote?.route.amountOut)
    expect(intent?.trade?.bought).toBe(quote?.route.amountOut)
    expect(quote?.warnings.map(({ code }) => code)).toContain('FEE_ON_TRANSFER')
  })

  test('is quoted by what arrives, not by what the pool sends', async () => {
    const service = await app.service()
    const quoted = async () => (await service.quote(request(weth, taxed, whole / 100n))).route.amountOut
    const less = await quoted()
    await setTax(0, 30_000)
    const sent = await quoted()
    await setTax(20_000, 30_000)
    expect(less).toBe(sent - (sent * 20_000n) / 1_000_000n)
  })

  test('is not swapped if it keeps more than when it was quoted', async () => {
    const [service, trader] = [await app.service(), await app.trader()]
    const { id } = await service.quote(request(nativeToken, taxed, whole / 100n))
    await setTax(25_000, 30_000)
    const nonce = await node.rpc<Hex>('eth_getTransactionCount', trader0, 'latest')
    const swap = trader.swap(createSwapRequest({ id }, { guards, requote: 'never' }), autoConfirm())
    await expect(swap).rejects.toMatchObject({ code: 'ESTIMATE_GAS_FAILED' })
    expect(await node.rpc<Hex>('eth_getTransactionCount', trader0, 'latest')).toBe(nonce)
    // a new quote measures again
    const before = await balance(taxed)
    const again = await trader.swap(
      createSwapRequest({ request: request(nativeToken, taxed, whole / 100n) }, { guards }),
      autoConfirm(),
    )
    expect((await balance(taxed)) - before).toBe(again.quote?.route.amountOut)
    await setTax(20_000, 30_000)
  })

  test('is not paid on by the router', async () => {
    const service = await app.service()
    const { id } = await service.quote(request(nativeToken, taxed, whole / 100n))
    const payload = service.buildPayload({ quoteId: id, throughRouter: true, estimateGas: true, deadlineSeconds: 180 })
    await expect(payload).rejects.toMatchObject({ code: 'VALIDATION_FAILED', message: expect.stringContaining('TAX') })
  })

  test('is refused with the reason if no one rule explains what it keeps', async () => {
    const service = await app.service()
    await send(taxed, erc20.encodeFunctionData('setTax', [taxedPools[0], 20_000, 30_000, 7]))
    const refused = service.quote(request(weth, taxed, whole))
    await expect(refused).rejects.toMatchObject({
      code: 'NO_ROUTE',
      context: { why: expect.stringContaining('takes a fee on transfer') },
    })
    await setTax(20_000, 30_000)
    expect((await service.quote(request(weth, taxed, whole))).route.amountOut).toBeGreaterThan(amount(0n))
  })
})

describe('a token that turns a fee on after a quote without one', () => {
  const setLate = (boughtPpm: number, soldPpm: number) =>
    send(late, erc20.encodeFunctionData('setTax', [latePool, boughtPpm, soldPpm, 0]))
  const amounts = [
    ['bought', () => [nativeToken, late] as const, whole / 100n],
    ['sold', () => [late, nativeToken] as const, 100n * whole],
  ] as const

  test.each(amounts)(
    '%s: refused before the signature and by the contract, and measured by the next quote',
    async (_, pair, raw) => {
      await setLate(0, 0)
      const [service, trader] = [await app.service(), await app.trader()]
      const asked = request(...pair(), raw)
      const [first, second] = [await service.quote(asked), await service.quote(asked)]
      expect(first.warnings.map(({ code }) => code)).not.toContain('FEE_ON_TRANSFER')
      await sendFrom(node.rpc, {
        ...{ from: trader0, to: late },
        data: hex(approval.encodeFunctionData('approve', [first.router, 2n ** 255n])),
      })
      const { data, value, to } = await service.buildPayload({
        ...{ quoteId: second.id, estimateGas: true, deadlineSeconds: 600 },
      })

      await setLate(20_000, 20_000)
      const before = [await balance(late), await balance(weth)]
      const swap = trader.swap(createSwapRequest({ id: first.id }, { guards, requote: 'never' }), autoConfirm())
      await expect(swap).rejects.toMatchObject({ code: 'ESTIMATE_GAS_FAILED' })
      await expect(sendFrom(node.rpc, { from: trader0, to, data, value })).rejects.toThrow('reverted')
      expect([await balance(late), await balance(weth)]).toEqual(before)

      const quoted = await service.quote(asked)
      expect(quoted.warnings.map(({ code }) => code)).toContain('FEE_ON_TRANSFER')
      const { intent } = await trader.swap(createSwapRequest({ id: quoted.id }, { guards }), autoConfirm())
      expect([intent?.stage, intent?.trade?.bought]).toEqual(['confirmed', quoted.route.amountOut])
    },
  )

  test('of less than the slippage: what arrives is told, not what was quoted', async () => {
    await setLate(0, 0)
    const [service, trader] = [await app.service(), await app.trader()]
    const { id, route } = await service.quote({ ...request(nativeToken, late, whole / 100n), slippage: ppm(5_000) })
    await setLate(3_000, 0)
    const before = await balance(late)
    const { intent } = await trader.swap(createSwapRequest({ id }, { guards, requote: 'never' }), autoConfirm())
    const arrived = (await balance(late)) - before
    expect(arrived).toBe(route.amountOut - (route.amountOut * 3_000n) / 1_000_000n)
    expect([intent?.stage, intent?.trade?.bought]).toEqual(['confirmed', arrived])
  })
})
