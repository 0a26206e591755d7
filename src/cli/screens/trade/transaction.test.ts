import { expect, test } from 'vitest'
import { plainPaint } from '#cli/out/screen'
import type { RouterTransaction } from '#domain/trade/router-transaction'
import { amount, evm, gas, hex, networkName, seconds, wei } from '#domain/units'
import { revertReasonLines, transactionLines } from './transaction.ts'

const screen = { width: 80, paint: plainPaint }
const native = { native: { symbol: 'ETH', name: 'Ether', decimals: 18 } }
const at = (digit: string) => evm(`0x${digit.repeat(40)}`)
const hash = hex(`0x${'ab'.repeat(32)}`)

const token = { network: networkName('base'), address: at('2'), symbol: 'USDC', decimals: 6, listed: false }
const swap: RouterTransaction = {
  hash,
  from: at('1'),
  to: at('3'),
  data: hex('0x'),
  value: wei(0n),
  nonce: 4,
  gasLimit: gas(300_000n),
  network: networkName('base'),
  chainId: 8453,
  ours: true,
  read: {
    entry: 'swap',
    throughRouter: false,
    legs: [],
    call: {
      tokenIn: at('2'),
      tokenOut: at('4'),
      amountIn: amount(1_500_000n),
      minimumOut: amount(7n),
      recipient: at('5'),
      deadline: seconds(1_700_000_000),
      affiliate: undefined,
      route: hex('0x'),
    },
  },
  tokens: { sell: token, buy: undefined },
  stage: 'mined',
  mined: { block: 1_234_567, blockHash: hash, gasUsed: gas(120_000n), feePaid: wei(10n ** 14n) },
  depth: 2,
  bought: amount(9n),
  reason: undefined,
}

test('an unlisted token is shown by symbol and address, an unreadable one by its address alone', () => {
  expect(transactionLines(swap, native, screen)).toEqual([
    '  MINED   base   a swap by our router',
    `  Hash      ${hash}`,
    '  From      0x1111111111111111111111111111111111111111',
    '  To        0x3333333333333333333333333333333333333333',
    '  Sells     1.5 USDC  UNVERIFIED 0x2222222222222222222222222222222222222222',
    '  At least  7 raw of 0x4444444444444444444444444444444444444444',
    '  Received  9 raw of 0x4444444444444444444444444444444444444444',
    '  Receiver  0x5555555555555555555555555555555555555555',
    '  Until     2023-11-14T22:13:20.000Z',
    '  Block     1,234,567   2 confirmations, its own block included',
    '  Gas       120,000 of 300,000   0.0001 ETH',
    '  Next      the same command with --watch waits for the end',
  ])
})

test('gas and a fee that endpoints tell differently are said to be unknown', () => {
  const { block, blockHash } = { block: 1_234_567, blockHash: hash }
  expect(transactionLines({ ...swap, mined: { block, blockHash } }, native, screen)).toContain(
    '  Gas       an unknown part of 300,000   endpoints tell different fees',
  )
})

test('contract text cannot reach the terminal unsanitized, and stays in its column', () => {
  const words = `a contract said «\u001b[2J${'much too long '.repeat(12)}\u202e»`
  const lines = revertReasonLines({ class: 'unknown', words, remedy: ['one', 'two'] }, screen)
  expect(lines[0]).toMatch(/^ {2}Why {7}a contract said «\?\[2Jmuch too long/)
  expect(lines.slice(-2)).toEqual(['  Remedy    one', '            two'])
  expect(lines.length).toBeGreaterThan(4)
  for (const line of lines) {
    expect(line.length).toBeLessThanOrEqual(80)
    for (const hidden of ['\u001b', '\u202e']) expect(line).not.toContain(hidden)
  }
})
