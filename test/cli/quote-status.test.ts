/** The output of `status` for a quote in each of its states. */
import { expect, test } from 'vitest'
import { plainPaint } from '#cli/out/screen'
import { quoteStatusLines } from '#cli/screens/quote/quote-status'
import { quoteStatusView } from '#cli/views/quote/quote-status'
import { amount, seconds } from '#domain/units'
import { createQuote, idOf, now } from '../store/samples.ts'

const sample = createQuote(idOf(7))
const quote = { ...sample, request: { ...sample.request, sellAmount: amount(10n ** 18n) } }
const screen = { width: 80, paint: plainPaint }
const at = (offset: number) => seconds(now + offset)

test.each([
  ['valid', undefined, 60, /VALID for 4:00/, /Next +swapline swap 00000007$/m, 'Nothing was signed or sent for it.'],
  ['expired', undefined, 301, /EXPIRED at 2027-01-15T08:05:00/, /Next +swapline quote /, 'nothing can be'],
  ['expired', undefined, -3_600, /EXPIRED, as the clock was set back/, /Next +swapline quote /, 'nothing can be'],
  ['consumed', at(30), 60, /USED at 2027-01-15T08:00:30/, /Next +swapline quote /, 'this machine has no swap for it'],
] as const)('%s', (state, consumedAt, offset, headline, next, note) => {
  const stored = { quote, consumedAt }
  const lines = quoteStatusLines(stored, at(offset), screen)
  expect(lines[0]).toMatch(headline)
  expect(lines.join('\n')).toMatch(next)
  expect(lines.join('\n')).toContain(note)
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(80)
  const view = quoteStatusView(stored, at(offset))
  expect(view).toMatchObject({ kind: 'quote', state, expiresAt: '2027-01-15T08:05:00.000Z' })
  expect(view.consumedAt).toBe(consumedAt === undefined ? null : '2027-01-15T08:00:30.000Z')
})
