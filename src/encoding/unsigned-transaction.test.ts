import { Transaction } from 'ethers'
import { expect, test } from 'vitest'
import type { Payload } from '#domain/payload'
import { evm, gas, hex, wei } from '#domain/units'
import { encodeUnsigned } from './unsigned-transaction.ts'

const payload: Payload = {
  from: evm('0x00000000000000000000000000000000000000aa'),
  to: evm('0x00000000000000000000000000000000000000bb'),
  data: hex('0x'),
  value: wei(0n),
  chainId: 10,
  gasLimit: gas(300_000n),
  fees: { type: 2, maxFeePerGas: wei(3_000_000_000n), maxPriorityFeePerGas: wei(0n) },
}
const legacy = { type: 0, gasPrice: wei(7n) } as const

test.each<[string, Partial<Payload>, number]>([
  ['without data or value', {}, 0],
  ['of one small byte', { data: hex('0x7f') }, 127],
  ['of one large byte', { data: hex('0x80') }, 128],
  ['of 55 bytes', { data: hex(`0x${'ab'.repeat(55)}`) }, 1],
  ['of 56 bytes', { data: hex(`0x${'ab'.repeat(56)}`), value: wei(10n ** 18n) }, 256],
  ['of 5,000 bytes', { data: hex(`0x${'00'.repeat(5_000)}`), chainId: 59_144 }, 70_000],
  ['of the old type', { data: hex(`0x${'cd'.repeat(300)}`), fees: legacy, value: wei(1n) }, 9],
  ['of the old type on a chain with a small id', { fees: legacy, chainId: 1 }, 0],
])('the bytes that are signed %s are those that ethers signs', (_, some, nonce) => {
  const { to, data, value, chainId, gasLimit, fees } = { ...payload, ...some }
  const theirs = Transaction.from({ chainId, nonce, to, data, value, gasLimit, ...fees }).unsignedSerialized
  expect(encodeUnsigned({ ...payload, ...some }, nonce)).toBe(theirs)
})
