import { expect, test } from 'vitest'
import type { StoredCrossQuote } from '#domain/crossing/cross-quote'
import { seconds } from '#domain/units'
import { crossQuote, now } from '#test/crossing/quote-sample'
import { whileCrossUsable } from './quotes.ts'

/** What is done before each signature of an approval, so many seconds after the quote was made. */
function prepare(quote: object, { age, stored }: { age: number; stored?: Partial<StoredCrossQuote> }) {
  const asked: string[] = []
  const run = { request: { quote }, dialogue: { beforeSigning: async () => void asked.push('before signing') } }
  const getQuote = async (id: string) => {
    asked.push(id)
    return { quote: crossQuote, consumedAt: undefined, ...stored }
  }
  const context = { crossing: { getQuote }, clock: { now: () => seconds(now + age) } }
  const usable = whileCrossUsable(context as never, run as never)
  return { asked, sign: () => usable.dialogue.beforeSigning?.() }
}
const { id } = crossQuote

test('an approval for a stored quote is signed while that can be used', async () => {
  const { asked, sign } = prepare({ id }, { age: 299 })
  await sign()
  expect(asked).toEqual(['before signing', id])
})

test.each([
  ['that was used', 'QUOTE_CONSUMED', { age: 60, stored: { consumedAt: seconds(now + 30) } }],
  ['that expired', 'QUOTE_EXPIRED', { age: 301 }],
])('and none for one %s meanwhile', async (_, code, state) => {
  await expect(prepare({ id }, state).sign()).rejects.toMatchObject({ code, details: { id } })
})

test('a quote of the command itself is requested again instead', async () => {
  const { asked, sign } = prepare({ request: crossQuote.request }, { age: 301 })
  await sign()
  expect(asked).toEqual(['before signing'])
})
