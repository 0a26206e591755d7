import { Interface } from 'ethers'
import { expect, test } from 'vitest'
import { evm, hex } from '#domain/units'
import { boughtFrom } from './receipt.ts'
import { routerAbi } from './router.gen.ts'

const [router, other] = ['1', '2'].map((digit) => evm(`0x${digit.repeat(40)}`)) as [
  ReturnType<typeof evm>,
  ReturnType<typeof evm>,
]
const { topics, data } = new Interface(routerAbi).encodeEventLog('Swap', [other, other, other, router, 5n, 7n])
const log = { address: router, topics: topics.map(hex), data: hex(data) }

test('what was bought stands in the router’s own event', () => {
  expect(boughtFrom({ logs: [{ ...log, topics: [] }, log] }, router)).toBe(7n)
})

test.each([
  ['another contract’s event', { ...log, address: other }],
  ['another event', { ...log, topics: [hex('0x00')] }],
  ['a cut event', { ...log, data: hex(data.slice(0, -2)) }],
])('%s says nothing', (_, found) => expect(boughtFrom({ logs: [found] }, router)).toBeUndefined())
