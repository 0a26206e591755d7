import { expect, test } from 'vitest'
import type { Move } from '#domain/pools/protocol'
import { type Leg, wholeShare } from '#domain/quotes/route'
import { type Address, amount, evm } from '#domain/units'
import { planTransfers } from './plan-transfers.ts'

const address = (n: number): Address => evm(`0x${n.toString(16).padStart(40, '0')}`)
const [a, b, c] = [address(1), address(2), address(3)]
const half = wholeShare / 2

const moves: Readonly<Record<Move['move'], (base: { pool: Address; zeroForOne: boolean }) => Move>> = {
  push: (base) => ({ move: 'push', ...base, feePpm: 3000 }),
  callback: (base) => ({ move: 'callback', ...base }),
  vault: (base) => ({ move: 'vault', ...base, keyFee: 3000, tickSpacing: 60, hooks: address(8) }),
  adapter: ({ pool }) => ({ move: 'adapter', pool, target: address(8), data: 1 }),
}

let pools = 100
const leg = (move: Move['move'], tokenIn: Address, tokenOut: Address, share32: number = wholeShare): Leg => {
  pools += 1
  const pool = {
    venue: { protocol: 'x', name: 'x', title: 'x', factory: address(9), feesPpm: [] },
    address: address(pools),
    tokens: [tokenIn, tokenOut],
    feePpm: 3000,
  }
  const base = { pool: pool.address, zeroForOne: true }
  return {
    pool,
    move: moves[move](base),
    tokenIn,
    tokenOut,
    share32,
    amountIn: amount(0n),
    amountOut: amount(0n),
  }
}
const describePlan = (legs: readonly Leg[]) =>
  planTransfers(legs, { sold: a, bought: c }).map(
    ({ source, destination, tokenIn }) => `${source} ${destination}${tokenIn === undefined ? '' : ' named'}`,
  )
/** The same legs, over pools that know a token to be fee-on-transfer. */
const withFeeOn = (token: Address, legs: readonly Leg[]): readonly Leg[] =>
  legs.map((one) => ({ ...one, pool: { ...one.pool, feeOnTransfer: [token] } }))

test.each<[string, readonly Leg[], readonly string[]]>([
  ['one pool', [leg('push', a, c)], ['payer recipient']],
  ['into a push', [leg('callback', a, b), leg('push', b, c)], ['payer next-pool', 'pool recipient']],
  [
    'into an adapter, which needs its token named',
    [leg('vault', a, b), leg('adapter', b, c)],
    ['payer next-pool', 'pool recipient named'],
  ],
  ['into a vault', [leg('adapter', a, b), leg('vault', b, c)], ['payer router', 'router recipient named']],
  ['into a callback', [leg('push', a, b), leg('callback', b, c)], ['payer router', 'router recipient named']],
  [
    'a merge, as no single leg brings all of the input',
    [leg('push', a, b, half), leg('push', a, b), leg('push', b, c)],
    ['payer router', 'payer router', 'router recipient named'],
  ],
  [
    'a split after a hop',
    [leg('push', a, b), leg('push', b, c, half), leg('push', b, c)],
    ['payer router', 'router recipient named', 'router recipient named'],
  ],
  [
    'another leg in between',
    [leg('push', a, b, half), leg('push', a, c), leg('push', b, c)],
    ['payer router', 'payer recipient', 'router recipient named'],
  ],
])('%s', (_, legs, plan) => expect(describePlan(legs)).toEqual(plan))

test('a fee-on-transfer token goes through the router, and the pool that takes it is measured', () => {
  const legs = withFeeOn(b, [leg('callback', a, b), leg('push', b, c)])
  expect(describePlan(legs)).toEqual(['payer router', 'router recipient named'])
  const planned = planTransfers(legs, { sold: a, bought: c })
  expect(planned.map((one) => one.move === 'push' && one.measured)).toEqual([false, true])
})

test.each<[string, readonly Leg[], RegExp]>([
  ['a remainder of the input token', [leg('push', a, c, half)], /takes the rest/],
  ['a remainder along the route', [leg('push', a, b), leg('push', b, c, half)], /takes the rest/],
  ['a token that is not there', [leg('push', a, c), leg('push', b, c)], /nothing is left/],
  ['the same leg twice', [leg('push', a, c), leg('push', a, c)], /nothing is left/],
  ['the output token as an input', [leg('push', a, c), leg('push', c, b)], /own ends/],
  ['a cycle back to the input token', [leg('push', a, b), leg('push', b, a)], /own ends/],
])('refuses %s', (_, legs, words) => expect(() => describePlan(legs)).toThrow(words))

test.each(['callback', 'vault', 'adapter'] as const)('%s: is not sold a fee-on-transfer token', (move) => {
  expect(() => describePlan(withFeeOn(a, [leg(move, a, c)]))).toThrow(/paid less/)
  expect(describePlan(withFeeOn(c, [leg(move, a, c)]))).toEqual(['payer recipient'])
})
