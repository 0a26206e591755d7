/** A clock that is set back must not bring a quote back to life: it lives five minutes, whatever the clock says. */
import { expect, test } from 'vitest'
import { type Quote, quoteLifeSeconds, requireLiveQuote } from '#domain/quotes/quote'
import { seconds } from '#domain/units'

const createdAt = 1_800_000_000
const quote = {
  ...{ id: 'q', createdAt, expiresAt: createdAt + quoteLifeSeconds },
  request: { network: 'base', slippage: 5_000 },
  sell: { symbol: 'ETH', listed: true },
  buy: { symbol: 'USDC', listed: true },
} as unknown as Quote
const isLive = (now: number): boolean => {
  try {
    requireLiveQuote({ quote, consumedAt: undefined } as never, seconds(now))
    return true
  } catch {
    return false
  }
}

test('within its five minutes', () => {
  expect([0, 299, 300].map((age) => isLive(createdAt + age))).toEqual([true, true, false])
})

test('not hours before it was made, by a clock that was set back since', () => {
  expect([3_600, 86_400].map((age) => isLive(createdAt - age))).toEqual([false, false])
})
