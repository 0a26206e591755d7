/** The output of `status` for a quote in each of its states. */
import { expect, test } from 'vitest'
import { plainPaint } from '#cli/out/screen'
import { quoteStatusLines } from '#cli/screens/quote/quote-status'
import { quoteStatusView } from '#cli/views/quote/quote-status'
import type { JournalOrder } from '#domain/journal/journal'
import { amount, hex, seconds } from '#domain/units'
import { crossQuote } from '../crossing/quote-sample.ts'
import { createQuote, idOf, now } from '../store/samples.ts'

const at = (offset: number) => seconds(now + offset)
const sample = createQuote(idOf(7))
const quote = { ...sample, request: { ...sample.request, sellAmount: amount(10n ** 18n) } }
const gasless = { swapFee: amount(1n), nonce: 5n, deadline: at(600), worth: undefined } as never
const screen = { width: 80, paint: plainPaint }

test.each([
  ['valid', undefined, 60, /VALID for 4:00/, /Next +swapline swap 00000007$/m, 'Nothing was signed or sent for it.'],
  ['expired', undefined, 301, /EXPIRED at 2027-01-15T08:05:00/, /Next +swapline quote /, 'nothing can be'],
  ['expired', undefined, -3_600, /EXPIRED, as the clock was set back/, /Next +swapline quote /, 'nothing can be'],
  [
    'consumed',
    at(30),
    60,
    /USED at 2027-01-15T08:00:30/,
    /Next +swapline balances -n sandbox$/m,
    'may have been sent from elsewhere',
  ],
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

test.each([
  ['valid', undefined, 60, 'Only its approval was signed and sent.'],
  ['expired', undefined, 301, 'Only its approval was signed and sent, and nothing else can be.'],
  ['consumed', at(30), 60, 'Its approval was sent. A payload was built from it, and may have been sent from elsewhere'],
] as const)('%s, and its approval was sent', (state, consumedAt, offset, note) => {
  const stored = { quote, consumedAt }
  const hash = hex(`0x${'5a'.repeat(32)}`)
  const records = { approvals: [hash], orders: [] }
  const text = quoteStatusLines(stored, at(offset), screen, records).join('\n')
  expect(text.replace(/\s+/g, ' ')).toContain(note)
  expect(text).not.toContain('Nothing')
  expect(quoteStatusView(stored, at(offset), records)).toMatchObject({ state, approvals: [hash] })
  expect(quoteStatusView(stored, at(offset))).not.toHaveProperty('approvals')
})

test.each([
  ['valid', undefined, 60, /Next +swapline swap 00000007 --gasless$/m, 'No order was sent for it.'],
  ['consumed', at(30), 60, /Next +swapline balances -n /, 'can execute until 2027-01-15T08:10:00.000Z: do not swap'],
  ['consumed', at(30), 601, /Next +swapline balances -n /, 'could execute until 2027-01-15T08:10:00.000Z: compare'],
] as const)(
  'of a gasless quote that is %s, whose order may be with a service',
  (state, consumedAt, offset, next, note) => {
    const stored = { quote: { ...quote, gasless }, consumedAt }
    const text = quoteStatusLines(stored, at(offset), screen).join('\n')
    expect(text).toMatch(next)
    expect(text.replace(/\s+/g, ' ')).toContain(note)
    expect(text).not.toMatch(/Nothing was signed|swapline quote|no swap for it/)
    expect(quoteStatusView(stored, at(offset))).toMatchObject({ state, orderDeadline: '2027-01-15T08:10:00.000Z' })
  },
)

test.each([
  ['valid', undefined, 60, /Next +swapline swap 7b3e91c4$/m, 'Nothing was signed or sent for it.'],
  ['expired', undefined, 301, /Next +swapline quote \S+ T3 T10 -n ethereum --to-network\s+base$/m, 'nothing can be'],
  ['consumed', at(30), 60, /Next +swapline balances -n ethereum$/m, 'may have been sent from elsewhere'],
] as const)('of a quote to another network that is %s', (state, consumedAt, offset, next, note) => {
  const stored = { quote: crossQuote, consumedAt }
  const text = quoteStatusLines(stored, at(offset), screen).join('\n')
  expect(text).toMatch(next)
  expect(text).toMatch(/At least .* T10 on base$/m)
  expect(text.replace(/\s+/g, ' ')).toContain(note)
  const { minimumOut, amountOut } = crossQuote
  expect(quoteStatusView(stored, at(offset))).toMatchObject({
    ...{ kind: 'quote', state, network: 'ethereum', toNetwork: 'base', chainId: 1 },
    ...{ sold: { raw: '1000' }, quoted: { raw: String(amountOut) }, minimum: { raw: String(minimumOut) } },
  })
})

test('an order to another network may be with the service, too, once its quote is used', () => {
  const ofOrder = { ...crossQuote, gasless }
  const read = (consumedAt: typeof now | undefined) =>
    quoteStatusLines({ quote: ofOrder, consumedAt }, at(60), screen).join('\n').replace(/\s+/g, ' ')
  expect(read(at(30))).toContain('can execute until 2027-01-15T08:10:00.000Z: do not swap')
  expect(read(undefined)).not.toContain('--gasless') // the command line signs none
})

test.each([
  ['valid', undefined, 60, 'It can execute until 2027-01-15T08:10:00.000Z: do not swap again before.'],
  ['expired', undefined, 301, 'It can execute until 2027-01-15T08:10:00.000Z: do not swap again before.'],
  ['consumed', at(30), 601, 'It could execute until 2027-01-15T08:10:00.000Z: compare your balances'],
] as const)('%s by its service, and an order for it is in the journal', (state, consumedAt, offset, fate) => {
  const stored = { quote: { ...quote, gasless }, consumedAt }
  const digest = hex(`0x${'5a'.repeat(32)}`)
  const order = { digest, signedAt: at(10), deadline: at(600) } as JournalOrder
  const records = { approvals: [], orders: [order] }
  const text = quoteStatusLines(stored, at(offset), screen, records).join('\n')
  expect(text.replace(/\s+/g, ' ')).toContain(`An order was signed for it, and may be with the service. ${fate}`)
  expect(text).toMatch(/Next +swapline balances -n sandbox$/m)
  const orders = [{ digest, signedAt: '2027-01-15T08:00:10.000Z', deadline: '2027-01-15T08:10:00.000Z' }]
  expect(quoteStatusView(stored, at(offset), records)).toMatchObject({ state, orders })
  expect(quoteStatusView(stored, at(offset))).not.toHaveProperty('orders')
})
