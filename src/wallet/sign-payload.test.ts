import { computeAddress, recoverAddress, Transaction } from 'ethers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Payload } from '#domain/payload'
import { evm, gas, hex, wei } from '#domain/units'
import { signPayload } from '#wallet/sign-payload'

const key = Buffer.from('c0ffee42'.repeat(8), 'hex')
const address = evm(computeAddress(`0x${key.toString('hex')}`))
const payload: Payload = {
  from: address,
  to: evm(`0x${'f0'.repeat(20)}`),
  data: hex('0x1234'),
  value: wei(10n ** 18n),
  chainId: 42_161,
  gasLimit: gas(150_000n),
  fees: { type: 2, maxFeePerGas: wei(2_000_000_000n), maxPriorityFeePerGas: wei(5n) },
}
const legacy: Payload = { ...payload, fees: { type: 0, gasPrice: wei(3_000_000_000n) } }

test.each([
  ['type 2', payload],
  ['type 0', legacy],
])('%s: every field and the sender are in the bytes', async (_, asked) => {
  const { raw, hash } = await signPayload({ key, address }, { payload: asked, nonce: 7 })
  const read = Transaction.from(raw)
  expect(read.hash).toBe(hash)
  expect(read.from?.toLowerCase()).toBe(address)
  const { to, data, value, gasLimit, fees } = asked
  expect(read).toMatchObject({ ...fees, data, value, gasLimit, nonce: 7, chainId: 42_161n })
  expect(read.to?.toLowerCase()).toBe(to)
  expect(recoverAddress(read.unsignedHash, read.signature ?? '').toLowerCase()).toBe(address)
})

test('a legacy signature is bound to its chain (EIP-155)', async () => {
  const { raw } = await signPayload({ key, address }, { payload: legacy, nonce: 0 })
  const { signature } = Transaction.from(raw)
  expect([42_161n * 2n + 35n, 42_161n * 2n + 36n]).toContain(signature?.networkV)
})

test('the same payload and nonce give the same bytes, so a second signature cannot be a second trade', async () => {
  const sign = () => signPayload({ key, address }, { payload, nonce: 1 })
  expect(await sign()).toEqual(await sign())
})

test('whatever is signed reads back, or nothing is signed', async () => {
  const word = fc.bigInt({ min: 0n, max: (1n << 128n) - 1n })
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        chainId: fc.integer({ min: 1, max: 2 ** 40 }),
        nonce: fc.nat(),
        value: word,
        price: word,
        tip: word,
      }),
      fc.uint8Array({ maxLength: 300 }),
      fc.boolean(),
      async ({ chainId, nonce, value, price, tip }, data, isLegacy) => {
        const fees = isLegacy
          ? { type: 0 as const, gasPrice: wei(price) }
          : { type: 2 as const, maxFeePerGas: wei(price + tip), maxPriorityFeePerGas: wei(tip) }
        const asked = {
          ...payload,
          chainId,
          value: wei(value),
          fees,
          data: hex(`0x${Buffer.from(data).toString('hex')}`),
        }
        const read = Transaction.from((await signPayload({ key, address }, { payload: asked, nonce })).raw)
        expect(read.from?.toLowerCase()).toBe(address)
        expect(read).toMatchObject({ ...fees, chainId: BigInt(chainId), nonce, value, data: asked.data })
      },
    ),
    { numRuns: 100 },
  )
})

test('another account’s payload, no chain and no nonce are refused', async () => {
  const sign = (change: Partial<Payload>, nonce = 0) =>
    signPayload({ key, address }, { payload: { ...payload, ...change }, nonce })
  await expect(sign({ from: evm(`0x${'ab'.repeat(20)}`) })).rejects.toMatchObject({ code: 'PAYLOAD_MISMATCH' })
  await expect(sign({ chainId: 0 })).rejects.toThrow('not a chain id')
  await expect(sign({}, -1)).rejects.toThrow('not a nonce')
  await expect(sign({}, 1.5)).rejects.toThrow('not a nonce')
})

test('a signature by a key that is not the account’s is not returned', async () => {
  const other = Buffer.alloc(32, 0x11)
  await expect(signPayload({ key: other, address }, { payload, nonce: 0 })).rejects.toMatchObject({ code: 'INTERNAL' })
})
