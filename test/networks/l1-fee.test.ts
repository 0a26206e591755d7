/**
 * Swaps on a chain of the OP stack, whose fee for the chain below them is that of the real implementation in anvil, told
 * by the real oracle contract, as the sandboxes of such networks have both. The fees of the three regimes are chosen: of
 * Ethereum in 2024, of blobs that cost nothing, and of a busy day. Their scalars are those that OP Mainnet took with Ecotone.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { composeWith } from '#compose'
import type { Intent } from '#domain/journal/swap'
import { maxCostOf } from '#domain/payload'
import { type Address, amount, nativeToken } from '#domain/units'
import { opStackChain } from '#networks/evm-chain'
import { sandboxGround } from '#sandbox/addresses.gen'
import { type RunningChain, startChain } from '#sandbox/anvil/start'
import { gasPriceOracle, type L1Regime, l1Block, l1BlockSlots } from '#sandbox/op-stack'
import {
  autoConfirm,
  createComposeInput,
  createQuoteRequest,
  createSwapRequest,
  sandbox,
  trader0,
} from '../trade/fixture.ts'

const { USDC } = sandboxGround.tokens
const eth = 10n ** 18n

let chain: RunningChain
let state: string
let app: ReturnType<ReturnType<typeof composeWith>>
beforeAll(async () => {
  chain = await startChain({ stack: 'optimism' })
  state = mkdtempSync(join(tmpdir(), 'swapline-l1-'))
  const { l1Fee } = opStackChain
  app = composeWith({ network: (entry) => ({ ...entry, l1Fee }) })(createComposeInput(state, chain.url))
})
afterAll(async () => {
  await app.close()
  await chain.stop()
  rmSync(state, { recursive: true, force: true })
})

const toHex = (n: bigint): string => `0x${n.toString(16)}`

async function setRegime(regime: L1Regime): Promise<void> {
  for (const [slot, word] of Object.entries(l1BlockSlots(regime)))
    await chain.rpc('anvil_setStorageAt', l1Block, slot, word)
}

const balanceOf = async (owner: Address): Promise<bigint> =>
  BigInt(await chain.rpc<string>('eth_getBalance', owner, 'latest'))

/** What the chain took beyond value and gas. */
async function paidBeyondGas(intent: Intent | undefined, before: bigint, value: bigint): Promise<bigint> {
  const after = await balanceOf(trader0)
  const costs = (intent?.transactions ?? []).map(async ({ hash }) => {
    const receipt = await chain.rpc<Record<'gasUsed' | 'effectiveGasPrice', string>>('eth_getTransactionReceipt', hash)
    return BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice)
  })
  return before - after - value - (await Promise.all(costs)).reduce((sum, cost) => sum + cost, 0n)
}

const gwei = 10n ** 9n
test.each([
  ['of 2024', { baseFee: 30n * gwei, blobFee: 5n * gwei }],
  ['with blobs for nothing', { baseFee: gwei, blobFee: 1n }],
  ['of a busy day', { baseFee: 200n * gwei, blobFee: 80n * gwei }],
])('a quote tells the L1 fee that is paid, fees %s', async (_, regime) => {
  await setRegime(regime)
  const [service, trader] = [await app.service(), await app.trader()]
  for (const raw of [eth / 10n, 40n * eth]) {
    const quote = await service.quote(createQuoteRequest(nativeToken, USDC.address, raw))
    const before = await balanceOf(trader0)
    const { intent } = await trader.swap(createSwapRequest({ id: quote.id }), autoConfirm())
    expect(intent?.stage).toBe('confirmed')
    const paid = await paidBeyondGas(intent, before, raw)
    expect(paid).toBeGreaterThan(0n)
    const ratio = Number(quote.l1Fee) / Number(paid)
    console.info(`L1 fee ${paid} wei, told ${ratio.toFixed(4)} of it, ${quote.route.legs.length} legs`)
    expect(ratio).toBeGreaterThan(0.97)
    expect(ratio).toBeLessThan(1.03)
  }
})

test('a price for nobody, to nobody, tells the fee too', async () => {
  await setRegime({ baseFee: 30n * gwei, blobFee: 5n * gwei })
  const request = { ...createQuoteRequest(nativeToken, USDC.address, eth), from: nativeToken, to: nativeToken }
  expect((await (await app.service()).quote(request)).l1Fee).toBeGreaterThan(0n)
})

test('an account that cannot pay the L1 fee is refused before it signs', async () => {
  await setRegime({ baseFee: 2_000_000n * gwei, blobFee: 800_000n * gwei })
  const service = await app.service()
  const quote = await service.quote(createQuoteRequest(nativeToken, USDC.address, eth))
  const build = () =>
    service.buildPayload({ quoteId: quote.id, estimateGas: true, deadlineSeconds: 600, keepsQuote: true })
  const payload = await build()
  const before = await balanceOf(trader0)
  // enough for the fee now, not for one a tenth higher
  await chain.rpc('anvil_setBalance', trader0, toHex(maxCostOf(payload) + ((quote.l1Fee ?? 0n) * 11n) / 10n))
  const words = { code: 'ESTIMATE_GAS_FAILED', message: expect.stringContaining('value, gas and the L1 fee may cost') }
  await expect(build()).rejects.toMatchObject(words)
  await chain.rpc('anvil_setBalance', trader0, toHex(before))
})

test('a check asks the oracle', async () => {
  const find = async () => {
    const [status] = (await (await app.service()).listNetworks([sandbox])).filter(({ check }) => check !== undefined)
    return status?.check?.places?.find(({ kind }) => kind === 'l1-oracle')
  }
  expect(await find()).toEqual({ kind: 'l1-oracle', name: 'l1-oracle', address: gasPriceOracle })
  await chain.rpc('anvil_setCode', gasPriceOracle, '0x00')
  expect(await find()).toMatchObject({ problem: 'it tells no fee' })
})

test('an oracle that is not there charges nothing that anybody could tell', async () => {
  await chain.rpc('anvil_setCode', gasPriceOracle, '0x')
  const quote = await (await app.service()).quote(createQuoteRequest(nativeToken, USDC.address, eth))
  expect(quote.l1Fee).toBeUndefined()
})

test('a transaction that is built for another machine carries what is reserved for its L1 fee', async () => {
  await chain.rpc('anvil_setCode', gasPriceOracle, '0x660e35fa931a000060005260206000f3') // tells 0.004 ETH
  const trader = await app.trader()
  const request = createSwapRequest({ request: createQuoteRequest(nativeToken, USDC.address, eth) })
  const swap = await trader.buildSwap(request, trader0, autoConfirm())
  const token = (await app.tokens()).list(sandbox).find(({ address }) => address === USDC.address)
  if (token === undefined) throw new Error('no USDC')
  const terms = { token, amount: amount(5n), from: trader0, nonce: undefined, timeoutSeconds: 20 }
  const approval = await trader.buildApproval(terms, autoConfirm())
  expect([swap.l1Fee, approval.l1Fee]).toEqual([5_000_000_000_000_000n, 5_000_000_000_000_000n])
})
