/** Fields of transactions that another library signed. */
import { keccak256, parseTransaction, type TransactionSerializable } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { proveTransaction } from './prove-transaction.ts'

const signer = privateKeyToAccount(`0x${'46'.repeat(32)}`)
const address = '0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f'
const to = `0x${'35'.repeat(20)}` as const
const common = { nonce: 9, to, value: 10n ** 18n, gas: 21_000n, data: '0x0102' } as const
const fees = { maxFeePerGas: 30n, maxPriorityFeePerGas: 2n } as const
const accessList = [{ address: to, storageKeys: [`0x${'01'.repeat(32)}` as const] }]
const blobs = { maxFeePerBlobGas: 7n, blobVersionedHashes: [`0x01${'ab'.repeat(31)}` as const] }

/** As JSON-RPC names the fields of signed bytes. */
async function show(type: string, transaction: object) {
  const raw = await signer.signTransaction({ ...common, ...transaction } as TransactionSerializable)
  const read = parseTransaction(raw as `0x02${string}`) as unknown as Record<string, bigint>
  const {
    gas,
    data,
    typeHex: _,
    type: __,
    ...fields
  } = { ...common, ...transaction, ...read } as Record<string, unknown>
  const shown = { type, from: address, hash: keccak256(raw), input: data, gas, ...fields }
  const text = JSON.stringify(shown, (_key, value) =>
    typeof value === 'bigint' || typeof value === 'number' ? `0x${value.toString(16)}` : value,
  )
  return JSON.parse(text) as Record<string, unknown>
}

test.each<[string, string, () => object | Promise<object>]>([
  ['legacy, of any chain', '0x0', () => ({ type: 'legacy', gasPrice: 20n })],
  ['legacy', '0x0', () => ({ type: 'legacy', chainId: 10, gasPrice: 20n })],
  ['with an access list', '0x1', () => ({ type: 'eip2930', chainId: 10, gasPrice: 20n, accessList })],
  ['with a priority fee', '0x2', () => ({ type: 'eip1559', chainId: 10, ...fees, accessList })],
  ['with blobs', '0x3', () => ({ type: 'eip4844', chainId: 10, ...fees, ...blobs })],
  [
    'that sets code',
    '0x4',
    async () => {
      const authorization = await signer.signAuthorization({ address: to, chainId: 10, nonce: 3 })
      return { type: 'eip7702', chainId: 10, ...fees, authorizationList: [authorization] }
    },
  ],
])('a transaction %s is proven by its fields', async (_, type, make) => {
  const shown = await show(type, await make())
  expect(await proveTransaction(shown, 10, false)).toEqual({ hash: shown['hash'], from: address })
  for (const forged of [{ input: '0x0103' }, { value: '0x1' }, { nonce: '0x8' }, { to: address }, { gas: '0x5209' }])
    expect((await proveTransaction({ ...shown, ...forged }, 10, false))?.hash).not.toBe(shown['hash'])
})

test('of another chain, without a signature, of no form', async () => {
  const shown = await show('0x2', { type: 'eip1559', chainId: 10, ...fees })
  await expect(proveTransaction(shown, 8453, false)).rejects.toThrow(RangeError)
  const unsigned = { ...shown, r: '0x0', s: '0x0', hash: `0x${'77'.repeat(32)}` }
  await expect(proveTransaction(unsigned, 10, false)).rejects.toThrow(RangeError)
  expect(await proveTransaction(unsigned, 10, true)).toEqual({ hash: unsigned.hash, from: address })
  for (const one of [null, 7, {}, { type: '0x2', r: 'x' }, { ...shown, nonce: 'many' }, { ...shown, to: 5 }])
    await expect(proveTransaction(one, 10, false)).rejects.toThrow(RangeError)
  expect(await proveTransaction({ ...shown, type: '0x7e' }, 10, false)).toBeUndefined()
})
