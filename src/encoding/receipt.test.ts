import { Interface } from 'ethers'
import { expect, test } from 'vitest'
import { type Address, evm, hex, nativeToken } from '#domain/units'
import { readAmountOut } from './receipt.ts'

const [router, token, wrapped, recipient, pool] = [1, 2, 3, 4, 5].map((n) => evm(`0x${`${n}`.repeat(40)}`)) as [
  Address,
  Address,
  Address,
  Address,
  Address,
]
const events = new Interface([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event Withdrawal(address indexed src, uint256 wad)',
])
function log(address: Address, name: string, ...values: readonly unknown[]) {
  const { topics, data } = events.encodeEventLog(name, values)
  return { address, topics: topics.map(hex), data: hex(data) }
}
const sent = (from: Address, to: Address, value: bigint, of = token) => log(of, 'Transfer', from, to, value)

const swap = { router, wrapped, tokenOut: token, recipient }

test('adds what the recipient received and subtracts what it sent', () => {
  const logs = [sent(pool, recipient, 7n), sent(router, recipient, 5n), sent(recipient, pool, 2n)]
  expect(readAmountOut({ logs }, swap)).toBe(10n)
})

test('what tokens pay for gas is no part of a swap', () => {
  const manager = evm(`0x${'6'.repeat(40)}`)
  const logs = [sent(pool, recipient, 7n), sent(recipient, manager, 2n)]
  expect(readAmountOut({ logs }, { ...swap, feeManager: manager })).toBe(7n)
  expect(readAmountOut({ logs }, swap)).toBe(5n)
  const returned = [...logs, sent(manager, recipient, 1n)]
  expect(readAmountOut({ logs: returned }, { ...swap, feeManager: manager })).toBe(7n)
})

test('native output is what the router unwrapped', () => {
  const logs = [sent(pool, router, 9n, wrapped), log(wrapped, 'Withdrawal', router, 9n)]
  expect(readAmountOut({ logs }, { ...swap, tokenOut: nativeToken })).toBe(9n)
})

test('a burn of wrapped native counts as unwrapping, and once if both are logged', () => {
  const burned = sent(router, nativeToken, 9n, wrapped)
  expect(readAmountOut({ logs: [burned] }, { ...swap, tokenOut: nativeToken })).toBe(9n)
  const both = [burned, log(wrapped, 'Withdrawal', router, 9n)]
  expect(readAmountOut({ logs: both }, { ...swap, tokenOut: nativeToken })).toBe(9n)
})

const good = sent(pool, recipient, 7n)
test.each([
  ['another token’s transfer', sent(pool, recipient, 7n, wrapped)],
  ['a transfer to another account', sent(pool, router, 7n)],
  ['a transfer of the recipient’s to itself', sent(recipient, recipient, 7n)],
  ['another event', { ...good, topics: [hex('0x00'), ...good.topics.slice(1)] }],
  ['a transfer of a non-fungible token', { ...good, topics: [...good.topics, hex('0x07')] }],
  ['a cut event', { ...good, data: hex(good.data.slice(0, -2)) }],
])('%s is ignored', (_, found) => expect(readAmountOut({ logs: [found] }, swap)).toBeUndefined())

test.each([
  ['another account’s withdrawal', log(wrapped, 'Withdrawal', pool, 9n)],
  ['another contract’s withdrawal', log(token, 'Withdrawal', router, 9n)],
  ['a transfer from the router', sent(router, pool, 9n, wrapped)],
])('%s is not native output', (_, found) =>
  expect(readAmountOut({ logs: [found] }, { ...swap, tokenOut: nativeToken })).toBeUndefined(),
)
