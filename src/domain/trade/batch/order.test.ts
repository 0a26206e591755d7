import { expect, test } from 'vitest'
import { amount, evm, networkName, ppm } from '#domain/units'
import { type BatchOrder, compareOrders, sortByDependency } from './order.ts'

const token = (n: number) => ({
  network: networkName('base'),
  address: evm(`0x${String(n).padStart(40, '0')}`),
  symbol: `T${n}`,
  decimals: 6,
  listed: true,
})
const order = (id: string, change: Partial<BatchOrder> = {}): BatchOrder => ({
  id,
  line: 1,
  network: networkName('base'),
  account: { name: 'main', address: token(9).address },
  sell: token(1),
  buy: token(2),
  amount: { raw: amount(5n) },
  minimumOut: undefined,
  slippage: ppm(5_000),
  maxImpact: ppm(30_000),
  to: token(9).address,
  approve: 'exact',
  after: [],
  notBefore: undefined,
  deadlineSeconds: 180,
  note: undefined,
  ...change,
})

test('the difference of two batches names rows and members; lines and notes are no difference', () => {
  const before = [order('a'), order('b'), order('c')]
  expect(compareOrders(before, [order('a', { line: 7, note: 'x' }), order('b'), order('c')])).toEqual([])
  expect(
    compareOrders(before, [
      order('a', { amount: { raw: amount(6n) } }),
      order('c', { minimumOut: amount(1n) }),
      order('d'),
    ]),
  ).toEqual(['a: amount was 5, now 6', 'c: min-out was not given, now 1', 'd is new', 'b is gone'])
  expect(compareOrders(before, [order('b'), order('a'), order('c')])).toEqual(['the rows are in another order'])
  const share = [order('a', { amount: { share: ppm(500_000) } })]
  expect(compareOrders(share, [order('a', { amount: { share: ppm(1_000_000) } })])).toEqual([
    'a: amount was 500000 ppm of the balance, now 1000000 ppm of the balance',
  ])
})

test('rows come after those they wait for, otherwise as in the file', () => {
  const ids = (rows: readonly BatchOrder[] | undefined) => rows?.map(({ id }) => id)
  expect(ids(sortByDependency([order('a', { after: ['c'] }), order('b'), order('c')]))).toEqual(['b', 'c', 'a'])
  expect(ids(sortByDependency([order('a'), order('b', { after: ['a'] })]))).toEqual(['a', 'b'])
  expect(sortByDependency([order('a', { after: ['b'] }), order('b', { after: ['a'] })])).toBeUndefined()
})
