/** A service's report about swaps: for each way a transaction can end, on a real chain. */
import { TypedDataEncoder, Wallet } from 'ethers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Payload } from '#domain/payload'
import type { Service } from '#domain/service/service'
import { type Amount, evm, type Hex, hex, nativeToken, ppm, wei } from '#domain/units'
import { decodeRouterCall, encodeRouterCall } from '#encoding/swap/router-call'
import { devAccounts } from '#sandbox/dev-accounts'
import { orderData, router } from '../e2e/revert-cases.ts'
import { type HttpFixture, startHttpFixture, stranger, usdc } from '../http/fixture.ts'
import { createQuoteRequest, trader0 } from '../trade/fixture.ts'

let api: HttpFixture
let service: Service
beforeAll(async () => {
  api = await startHttpFixture()
  service = await api.app.components.service()
  // Blocks are made by this test only.
  await rpc('evm_setIntervalMining', 0)
  await rpc('evm_setAutomine', true)
})
afterAll(() => api.close())

async function rpc<T>(method: string, ...params: readonly unknown[]): Promise<T> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const answer = await fetch(api.app.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const { result, error } = (await answer.json()) as { result: T; error?: { message: string } }
  if (error !== undefined) throw new Error(error.message)
  return result
}

const request = createQuoteRequest(nativeToken, evm(usdc), 10n ** 16n)

async function payloadOf(more: Partial<typeof request> = {}): Promise<{ quoteId: string; payload: Payload }> {
  const { id } = await service.quote({ ...request, ...more })
  return { quoteId: id, payload: await service.buildPayload({ quoteId: id, estimateGas: true, deadlineSeconds: 300 }) }
}

const hexOf = (n: bigint): string => `0x${n.toString(16)}`
const send = ({ from, to, data, value }: Payload, more: object = {}) =>
  rpc<Hex>('eth_sendTransaction', { from, to, data, value: hexOf(value), gas: '0xf4240', ...more })
/** The node answers before it has made the block. */
async function mined(sending: Promise<Hex>): Promise<Hex> {
  const hash = await sending
  while ((await rpc('eth_getTransactionReceipt', hash)) === null) await new Promise((later) => setTimeout(later, 20))
  return hash
}

const swap = async (transactionHash: string) =>
  (await api.get('/user-manager/swap', { transactionHash, network: 'sandbox' })).body
const counts = async (walletAddress: string) =>
  (await api.get('/user-manager/status-counts', { walletAddress, network: 'sandbox' })).body

test('an unreported swap is found by the transfers of its tokens, and leads back to its quote', async () => {
  const { quoteId, payload } = await payloadOf()
  const hash = await mined(send(payload))
  expect(await counts(trader0)).toMatchObject({ success: 1 })
  const { body } = await api.get('/user-manager/swap', { quoteId })
  expect(body).toMatchObject({ status: 'success', substatus: 'confirmed', transactionHash: hash, quoteId })
  expect(BigInt(body.amountOut)).toBeGreaterThanOrEqual(BigInt(body.amountOutMin))
  expect(await counts(trader0)).toMatchObject({ success: 1 })
})

test('costs are in dollars of its quote, with the affiliate fee, which a reverted one does not pay', async () => {
  const affiliate = { address: evm(stranger), fee: ppm(10_000) }
  const quote = await service.quote({ ...request, affiliate })
  const payload = await service.buildPayload({ quoteId: quote.id, estimateGas: true, deadlineSeconds: 300 })
  const { fees } = await swap(await mined(send(payload)))
  expect(fees).toEqual([
    { type: 'gas', value: expect.any(String), amount: expect.any(String), token: nativeToken },
    // A hundredth of 0.01 ETH, at the 2,500 dollars of a sandbox.
    { type: 'affiliate', value: expect.stringMatching(/^0\.2[45]/), amount: '100000000000000', token: nativeToken },
  ])
  const dollars = (Number(fees[0].amount) / 1e18) * (quote.usd.native ?? Number.NaN)
  expect(Number(fees[0].value)).toBeCloseTo(dollars, 5)
  expect(dollars).toBeGreaterThan(0.01)

  const other = await service.quote({ ...request, affiliate })
  const again = await service.buildPayload({ quoteId: other.id, estimateGas: true, deadlineSeconds: 300 })
  const reverted = await swap(await mined(send(again, { gas: hexOf(again.gasLimit / 3n) })))
  expect(reverted).toMatchObject({ status: 'error', fees: [{ type: 'gas' }] })
  expect(reverted.fees).toHaveLength(1)
})

test('one for another recipient is found when that one is searched, and counts for its sender', async () => {
  const before = await counts(trader0)
  const { payload } = await payloadOf({ to: evm(stranger) })
  await mined(send(payload))
  expect(await counts(stranger)).toMatchObject({ success: 0 })
  expect(await counts(trader0)).toMatchObject({ success: before.success + 1 })
})

test('one with a changed payload is known without a quote', async () => {
  const { payload } = await payloadOf()
  const call = decodeRouterCall(payload.data)
  if (call === undefined) throw new Error('not a call of our router')
  const data = encodeRouterCall({ ...call, minimumOut: (call.minimumOut - 1n) as Amount })
  const body = await swap(await mined(send({ ...payload, data })))
  expect(body).toMatchObject({ status: 'success', quoteId: null, amountOutMin: String(call.minimumOut - 1n) })
})

test('a reverted one is an error with its reason', async () => {
  const { payload } = await payloadOf()
  const call = decodeRouterCall(payload.data)
  if (call === undefined) throw new Error('not a call of our router')
  const data = encodeRouterCall({ ...call, minimumOut: (call.minimumOut * 2n) as Amount })
  const body = await swap(await mined(send({ ...payload, data })))
  expect(body).toMatchObject({ status: 'error', substatus: 'reverted', amountOut: null })
  expect(body.error).toMatchObject({ code: 2042, error: 'REVERTED' })
  expect(body.error.message).toContain('Why:')
  expect(BigInt(body.gasUsed)).toBeGreaterThan(21_000n)
})

test('an order that another transaction can still execute is pending, also one whose signature here is wrong', async () => {
  const { address, key } = devAccounts[6] ?? expect.fail('there is no dev6')
  const { signingKey } = new Wallet(key)
  const signed = orderData(address, ({ domain, types, message }) =>
    hex(signingKey.sign(TypedDataEncoder.hash(domain, { Swap: [...types.Swap] }, message)).serialized),
  )
  const submit = (data: Hex) => mined(send({ from: trader0, to: router, data, value: wei(0n) } as Payload))
  const message = expect.stringMatching(/reverted: the allowance .* Another may have executed the order, or can until/)
  expect(await swap(await submit(signed))).toMatchObject({
    ...{ status: 'pending', substatus: 'reverted', error: { code: 1503, message } },
  })
  // its owner's own may be in other hands
  expect(await swap(await submit(orderData(address)))).toMatchObject({ status: 'pending', substatus: 'reverted' })
})

test.each([
  ['no transaction at all', () => `0x${'12'.repeat(32)}`],
  [
    'one that does not call our router',
    () => send({ from: trader0, to: evm(stranger), data: '0x', value: wei(1n) } as Payload),
  ],
])('%s is not a swap', async (_, hash) => {
  const reply = await api.get('/user-manager/swap', { transactionHash: await hash(), network: 'sandbox' })
  expect(reply.status).toBe(404)
  expect(reply.body).toMatchObject({ code: 3030, error: 'SWAP_NOT_FOUND' })
})

test('the bytes of a swap sent to another contract are not one', async () => {
  const { payload } = await payloadOf()
  const transactionHash = await mined(send({ ...payload, to: evm(stranger) }))
  const reply = await api.get('/user-manager/swap', { transactionHash, network: 'sandbox' })
  expect(reply.body).toMatchObject({ code: 3030, error: 'SWAP_NOT_FOUND' })
})

test('a pending one is pending; replaced by another transaction it is an error', async () => {
  const { payload } = await payloadOf()
  await rpc('evm_setAutomine', false)
  try {
    const hash = await send(payload)
    expect(await swap(hash)).toMatchObject({ status: 'pending', substatus: 'submitted', blockNumber: null })
    const { nonce } = await rpc<{ nonce: string }>('eth_getTransactionByHash', hash)
    await rpc('anvil_dropTransaction', hash)
    expect(await swap(hash)).toMatchObject({ status: 'pending', substatus: 'unknown' })
    await rpc('eth_sendTransaction', { from: trader0, to: stranger, value: '0x1', nonce })
    await rpc('evm_mine')
    const body = await swap(hash)
    expect(body).toMatchObject({ status: 'error', substatus: 'replaced', error: { error: 'REPLACED' } })
    expect(body.timeline.map(({ stage }: { stage: string }) => stage)).toEqual(['submitted', 'unknown', 'replaced'])
  } finally {
    await rpc('evm_setAutomine', true)
  }
})

test('one that no node knows after its deadline has expired', async () => {
  const { payload } = await payloadOf()
  await rpc('evm_setAutomine', false)
  try {
    const hash = await send(payload)
    await swap(hash)
    await rpc('anvil_dropTransaction', hash)
    await rpc('evm_increaseTime', 400) // deadlines are by the clock of the machine, which may run ahead of the chain's
    await rpc('evm_mine')
    expect(await swap(hash)).toMatchObject({ status: 'expired', error: { error: 'DEADLINE_PASSED' } })
    expect(await counts(trader0)).toMatchObject({ pending: 0, expired: 1 })
  } finally {
    await rpc('evm_setAutomine', true)
  }
})
