import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeLossless } from '#domain/lossless-json'
import { quoteId, seconds } from '#domain/units'
import { createCrossQuoteStore } from '#store/service/cross-quote-store'
import { openOnce } from '#store/sqlite/open'
import { sqliteSql } from '#store/sqlite/sqlite-sql'
import { now, crossQuote as quote } from '#test/crossing/quote-sample'
import { anyQuote } from './any-quote.ts'
import { temporaryDirectory } from './temporary-directory.ts'

const newStore = (path = join(temporaryDirectory(), 'store.db')) =>
  createCrossQuoteStore({ sql: sqliteSql({ path, database: openOnce({ path }) }) })

test('a quote comes back as it was put, by its id, a prefix, and as the last one', async () => {
  const path = join(temporaryDirectory(), 'store.db')
  await newStore(path).put(quote)
  const other = newStore(path)
  for (const reference of [quote.id, quote.id.slice(0, 8), 'last'])
    expect(await other.find(reference)).toStrictEqual({ quote, consumedAt: undefined })
  expect(await other.find('7b3e91c5')).toBeUndefined()
})

test('the swaps of any kind on both sides come back as they were put', async () => {
  const store = newStore()
  for (const [legIn, legOut] of fc.sample(fc.tuple(anyQuote, anyQuote), 40)) {
    const whole = { ...quote, id: legIn.id, legIn, legOut }
    await store.put(whole)
    expect((await store.find(whole.id))?.quote).toStrictEqual(whole)
  }
})

test('a row that holds another quote, or none, is damaged', async () => {
  const path = join(temporaryDirectory(), 'store.db')
  const database = openOnce({ path })
  const store = createCrossQuoteStore({ sql: sqliteSql({ path, database }) })
  await store.put(quote)
  const db = await database()
  for (const body of [
    encodeLossless({ ...quote, id: '8b3e91c4-0000-4000-8000-000000000000' }),
    '{}',
    'null',
    '{"id":',
  ]) {
    db.run('UPDATE cross_quotes SET body = ?', body)
    await expect(store.find(quote.id)).rejects.toMatchObject({ code: 'STORE_UNUSABLE', message: /a quote is damaged/ })
  }
})

test('it is used once, before it expires, and never among other quotes', async () => {
  const store = newStore()
  await store.put(quote)
  await expect(store.consume(quote.id, seconds(now + 300))).rejects.toMatchObject({ code: 'QUOTE_EXPIRED' })
  await store.consume(quote.id, now)
  await expect(store.consume(quote.id, now)).rejects.toMatchObject({ code: 'QUOTE_CONSUMED' })
  expect(await store.find(quote.id)).toStrictEqual({ quote, consumedAt: now })
  const unknown = quoteId('00000000-0000-4000-8000-000000000000')
  await expect(store.consume(unknown, now)).rejects.toMatchObject({ code: 'QUOTE_NOT_FOUND' })
})

test('old quotes are swept by new ones', async () => {
  const store = newStore()
  await store.put(quote)
  const id = quoteId('8b3e91c4-0000-4000-8000-000000000000')
  const later = seconds(now + 31 * 86_400)
  await store.put({ ...quote, id, createdAt: later, expiresAt: seconds(later + 300) })
  expect(await store.find(quote.id)).toBeUndefined()
  expect((await store.find('last'))?.quote.id).toBe(id)
})
