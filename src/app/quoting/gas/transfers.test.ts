import { expect, test } from 'vitest'
import { type Leg, wholeShare } from '#domain/quotes/route'
import { amount, evm } from '#domain/units'
import { countTransfers, type TransferTerms } from './transfers.ts'

const address = (n: number) => evm(`0x${String(n).repeat(40)}`)
const [a, b, c] = [address(1), address(2), address(3)]

const legOf = (
  move: 'push' | 'callback' | 'adapter',
  pool: number,
  [tokenIn, tokenOut] = [a, b],
  share32 = wholeShare,
) =>
  ({
    pool: { address: address(pool) },
    move: { move, pool: move === 'adapter' ? address(9) : address(pool) },
    tokenIn,
    tokenOut,
    share32,
    amountIn: amount(1n),
    amountOut: amount(1n),
  }) as unknown as Leg // what the touches of tokens depend on

const usual: Omit<TransferTerms, 'legs'> = {
  allowance: 'lowered',
  sellsWholeBalance: false,
  isNewRecipient: false,
  sold: a,
  bought: b,
  sellsNative: false,
  buysNative: false,
  isPaid: false,
}
const count = (legs: readonly Leg[], more: Partial<TransferTerms> = {}) => {
  const { gas, refund, fed } = countTransfers({ ...usual, legs, ...more })
  return { gas, refund, fed }
}

// two tokens and a pool at 2,500; five slots at 2,000 + 2,800: allowance, seller, recipient and both of the pool
test('one leg touches three accounts and changes five slots', () => {
  expect(count([legOf('callback', 4)])).toEqual({ gas: 3 * 2_500 + 5 * 4_800, refund: 0, fed: 0 })
})

test.each<[string, Partial<TransferTerms>, number, number]>([
  ['an allowance that is used up is refunded', { allowance: 'spent' }, 0, 4_800],
  ['an unlimited allowance is only read', { allowance: 'unlimited' }, -2_800, 0],
  ['a balance that is sold whole is refunded', { sellsWholeBalance: true }, 0, 4_800],
  ['the first balance of a recipient fills a slot', { isNewRecipient: true }, 17_100, 0],
  ['a payment fills and clears the balance of the router', { isPaid: true }, 21_900, 19_900],
])('%s', (_, more, gas, refund) => {
  expect(count([legOf('callback', 4)], more)).toEqual({ gas: 31_500 + gas, refund, fed: 0 })
})

test('legs that split a sale share all but their pools', () => {
  const legs = [legOf('callback', 4, [a, b], 1), legOf('push', 5)]
  expect(count(legs)).toEqual({ gas: 31_500 + 2_500 + 2 * 4_800, refund: 0, fed: 0 })
})

test('a pool is paid by the one before, or by the router, whose balance is filled and cleared', () => {
  const first = legOf('callback', 4, [a, c])
  // the token between, the second pool, and its two slots
  const fed = 31_500 + 2 * 2_500 + 2 * 4_800
  expect(count([first, legOf('push', 5, [c, b])])).toEqual({ gas: fed, refund: 0, fed: 1 })
  expect(count([first, legOf('callback', 5, [c, b])])).toEqual({ gas: fed + 21_900, refund: 19_900, fed: 0 })
})

test('wrapped native currency is paid by the router', () => {
  // no allowance and no balance of a seller; that of the router is filled and cleared
  const gas = 31_500 - 2 * 4_800 + 21_900
  expect(count([legOf('push', 4)], { sellsNative: true })).toEqual({ gas, refund: 19_900, fed: 0 })
})
