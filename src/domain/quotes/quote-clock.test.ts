/** A clock that is set back must not bring a quote back to life: it lives five minutes, whatever the clock says. */
import { expect, test } from 'vitest'
import { isOldQuote, type Quote, quoteLifeSeconds, requireLiveQuote } from '#domain/quotes/quote'
import { seconds } from '#domain/units'

const createdAt = 1_800_000_000
const quote = {
  ...{ id: 'q', createdAt, expiresAt: createdAt + quoteLifeSeconds },
  request: { network: 'base', slippage: 5_000, sellAmount: 10n ** 18n },
  sell: { symbol: 'ETH', listed: true, decimals: 18 },
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

test('by the clock of another machine that is up to 30 seconds behind', () => {
  expect([1, 30, 31].map((lead) => isLive(createdAt - lead))).toEqual([true, true, false])
})

test('a refusal says why the age of such a quote is not known', () => {
  const stored = { quote, consumedAt: undefined }
  expect(() => requireLiveQuote(stored, seconds(createdAt - 3_600))).toThrow(
    'Quote q is from later than the clock says, which was set back: its age is not known.',
  )
})

test('it is requested again before a signature once it is older than 12 seconds, or from later than now', () => {
  expect([0, 12, 13, -1].map((age) => isOldQuote(quote, seconds(createdAt + age)))).toEqual([false, false, true, true])
})
