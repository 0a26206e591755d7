import { join } from 'node:path'
import { expect, test } from 'vitest'
import { encodeLossless } from '#domain/lossless-json'
import { packRoute } from '#domain/quotes/packed-route'
import { getQuoteState, type Quote } from '#domain/quotes/quote'
import type { QuoteStore } from '#domain/service/stores'
import { amount, gas, hex, networkName, quoteId, seconds, wei } from '#domain/units'
import { listRecentQuotes } from '#store/recent-ids'
import { createQuoteStore } from '#store/service/quote-store'
import { openOnce } from '#store/sqlite/open'
import { sqliteSql } from '#store/sqlite/sqlite-sql'
import { createWorkerProcesses } from './processes.ts'
import { account, createQuote, idOf, now } from './samples.ts'
import { temporaryDirectory } from './temporary-directory.ts'

/** `npm run test:races` plays more. */
const { SWAPLINE_RACE_ROUNDS = '1' } = process.env
const rounds = Number(SWAPLINE_RACE_ROUNDS)
const processes = createWorkerProcesses()
const newStore = (path = join(temporaryDirectory(), 'store.db')): QuoteStore =>
  createQuoteStore({ sql: sqliteSql({ path, database: openOnce({ path }) }), retention: { every: 1, max: 50 } })

test('a quote comes back as it was put, every integer exact, for another process too', async () => {
  const path = join(temporaryDirectory(), 'store.db')
  const quote = createQuote(idOf(1))
  await newStore(path).put(quote)
  expect(await newStore(path).get(quote.id)).toStrictEqual({ quote, consumedAt: undefined })
})

test('a pool is written once, however many legs and hops use it, and its absence is an error', async () => {
  const path = join(temporaryDirectory(), 'store.db')
  const database = openOnce({ path })
  const store = createQuoteStore({ sql: sqliteSql({ path, database }) })
  await store.put(createQuote(idOf(1)))
  const db = await database()
  const [row] = db.all('SELECT body FROM quotes')
  expect(String(row?.['body']).match(/Toyswap/g)).toHaveLength(1)
  db.run(`UPDATE quotes SET body = replace(body, '"pools":[{', '"pools":[],"gone":[{')`)
  await expect(store.get('last')).rejects.toMatchObject({ code: 'STORE_UNUSABLE' })
})

test('tokens and venues are written once too, and rows that an earlier version wrote with whole pools are read', async () => {
  const path = join(temporaryDirectory(), 'store.db')
  const database = openOnce({ path })
  const store = createQuoteStore({ sql: sqliteSql({ path, database }) })
  const quote = createQuote(idOf(1))
  const pools = [...new Set(quote.route.legs.map(({ pool }) => pool))]
  const { route, ...rest } = quote
  const before = encodeLossless({ ...rest, route: packRoute(route, (pool) => pools.indexOf(pool)), pools })
  const db = await database()
  db.run('INSERT INTO quotes (id, body, expires_at) VALUES (?, ?, ?)', quote.id, before, quote.expiresAt)
  expect((await store.get('last')).quote).toStrictEqual(quote)

  await store.put({ ...quote, id: quoteId(idOf(2)) })
  const [row] = db.all('SELECT body FROM quotes ORDER BY seq DESC LIMIT 1')
  const { tokens, venues } = JSON.parse(String(row?.['body']))
  expect(tokens).toEqual([...new Set(tokens)])
  expect(venues).toHaveLength(1)
})

test('another service’s pools stay as received, with or without legs, different from hop to hop', async () => {
  const store = newStore()
  const quote = createQuote(idOf(1))
  const [path] = quote.route.paths
  const hops = path?.hops.flatMap((hop) => [
    hop,
    { ...hop, pool: { ...hop.pool, tokens: hop.pool.tokens.toReversed() } },
  ])
  const told = { ...quote, route: { ...quote.route, legs: [], paths: [{ ...path, hops }] } } as Quote
  await store.put(told)
  expect((await store.get('last')).quote).toStrictEqual(told)
})

test('a stored quote is kept; another trade does not get its id', async () => {
  const store = newStore()
  const quote = createQuote(idOf(1))
  await store.put(quote)
  await store.consume(quote.id, now)
  await store.put({ ...quote, poolsSeen: quote.poolsSeen + 1 })
  expect(await store.get(quote.id)).toStrictEqual({ quote, consumedAt: now })

  const others: readonly Partial<Quote>[] = [
    { minimumOut: amount(quote.minimumOut + 1n) },
    { route: { ...quote.route, amountOut: amount(quote.route.amountOut + 1n) } },
    { chainId: quote.chainId + 1 },
    { request: { ...quote.request, network: networkName('ethereum') } },
    { request: { ...quote.request, sellAmount: amount(quote.request.sellAmount + 1n) } },
    { request: { ...quote.request, to: quote.router } },
    { router: quote.request.to },
    { buy: quote.sell },
  ]
  for (const other of others)
    await expect(store.put({ ...quote, ...other })).rejects.toMatchObject({ code: 'INTERNAL' })
  expect((await store.get(quote.id)).quote).toStrictEqual(quote)
})

const order = { swapFee: amount(5n), worth: wei(0n), nonce: 7n, deadline: seconds(now + 600) }

test.each<[string, Partial<Quote>, Partial<Quote>]>([
  ['another deadline', { gasless: order }, { gasless: { ...order, deadline: seconds(now + 601) } }],
  ['another nonce', { gasless: order }, { gasless: { ...order, nonce: 8n } }],
  ['another fee', { gasless: order }, { gasless: { ...order, swapFee: amount(6n) } }],
  ['an order where there was none', {}, { gasless: order }],
  ['none where there was one', { gasless: order }, {}],
])('the id of a quote is not given to %s', async (_, kept, other) => {
  const store = newStore()
  const quote = createQuote(idOf(1))
  await store.put({ ...quote, ...kept })
  await expect(store.put({ ...quote, ...other })).rejects.toMatchObject({ code: 'INTERNAL' })
  expect((await store.get(quote.id)).quote).toStrictEqual({ ...quote, ...kept })
})

test('a service tells its client less of an order than it keeps in the store of both', async () => {
  const store = newStore()
  const kept = {
    ...createQuote(idOf(1)),
    gasless: { ...order, worth: wei(9n), relayer: account, extraGas: gas(26_000n) },
  }
  await store.put(kept)
  await store.put({ ...kept, gasless: order })
  expect((await store.get(kept.id)).quote).toStrictEqual(kept)
})

test('a quote is found by its id, a prefix of it in either case, or as the last', async () => {
  const store = newStore()
  for (const id of [idOf(0xabcdef01), idOf(2)]) await store.put(createQuote(id))
  expect((await store.get('ABCDEF01')).quote.id).toBe(idOf(0xabcdef01))
  expect((await store.get('abcdef01-0000')).quote.id).toBe(idOf(0xabcdef01))
  expect((await store.get('last')).quote.id).toBe(idOf(2))
})

test.each(['abcdef0', 'abcdef02', '', '%', 'last ', "' OR 1=1 --", '00000001_0000'])('%j names none', async (text) => {
  const store = newStore()
  for (const id of [idOf(0xabcdef01), idOf(1)]) await store.put(createQuote(id))
  await expect(store.get(text)).rejects.toMatchObject({ code: 'QUOTE_NOT_FOUND', exit: 6 })
})

test('a prefix of two quotes is refused', async () => {
  const store = newStore()
  await store.put(createQuote('abcdef01-0000-4000-8000-000000000000'))
  await store.put(createQuote('abcdef01-1000-4000-8000-000000000000'))
  await expect(store.get('abcdef01')).rejects.toMatchObject({ code: 'QUOTE_AMBIGUOUS', details: { count: 2 } })
  expect((await store.get('abcdef01-1')).quote.id).toBe('abcdef01-1000-4000-8000-000000000000')
})

test('a quote can be used until the second before it expires, and once', async () => {
  const store = newStore()
  for (const n of [1, 2]) await store.put(createQuote(idOf(n)))
  await expect(store.consume(quoteId(idOf(1)), seconds(now + 300))).rejects.toMatchObject({
    code: 'QUOTE_EXPIRED',
    details: { secondsAgo: 0 },
  })
  await store.consume(quoteId(idOf(1)), seconds(now + 299))
  await expect(store.consume(quoteId(idOf(1)), seconds(now + 299))).rejects.toMatchObject({ code: 'QUOTE_CONSUMED' })
  await expect(store.consume(quoteId(idOf(9)), now)).rejects.toMatchObject({ code: 'QUOTE_NOT_FOUND' })

  const used = await store.get(idOf(1))
  expect(used.consumedAt).toBe(now + 299)
  expect(getQuoteState(used, seconds(now + 400))).toBe('consumed')
  expect((await store.get(idOf(2))).consumedAt).toBeUndefined()
})

test('of sixteen processes that use a quote at once exactly one wins', {
  timeout: 60_000 + rounds * 30_000,
}, async () => {
  for (let round = 0; round < rounds; round++) {
    const path = join(temporaryDirectory(), 'store.db')
    await newStore(path).put(createQuote(idOf(1)))
    const start = String(Date.now() + 1500)
    const workers = Array.from({ length: 16 }, () => processes.start('consume', path, start))
    const said = (await Promise.all(workers.map((worker) => worker.rest()))).flat().sort()
    expect(said).toEqual([...Array(15).fill('QUOTE_CONSUMED'), 'won'])
  }
})

test('quotes that expired over a month ago are deleted, a few at a time; younger ones stay', async () => {
  const path = join(temporaryDirectory(), 'store.db')
  const database = openOnce({ path })
  const store = createQuoteStore({ sql: sqliteSql({ path, database }), retention: { every: 1, max: 50 } })
  const month = 30 * 86_400
  for (let n = 1; n <= 60; n++) await store.put(createQuote(idOf(n), now - month - 301))
  await store.put(createQuote(idOf(100), now - month - 300))
  const count = async () => (await database()).all('SELECT count(*) AS n FROM quotes')[0]
  await store.put(createQuote(idOf(101)))
  expect(await count()).toEqual({ n: 12 })
  await store.put(createQuote(idOf(102)))
  expect(await count()).toEqual({ n: 3 })
  expect((await store.get(idOf(100))).quote.id).toBe(idOf(100))
})

test('a record that was tampered with is refused, not guessed at', async () => {
  const path = join(temporaryDirectory(), 'store.db')
  const database = openOnce({ path })
  const store = createQuoteStore({ sql: sqliteSql({ path, database }), retention: { every: 1, max: 50 } })
  await store.put(createQuote(idOf(1)))
  const db = await database()
  db.run(`UPDATE quotes SET body = replace(body, '"$bigint":"9"', '"$bigint":"9.5"')`)
  await expect(store.get('last')).rejects.toMatchObject({ code: 'STORE_UNUSABLE' })

  await store.put(createQuote(idOf(2)))
  const [row] = db.all('SELECT body FROM quotes ORDER BY seq DESC LIMIT 1')
  const [place, tokenIn, tokenOut, amountIn] = JSON.parse(String(row?.['body'])).route.legs[0].trade
  const trade = `"trade":[${place},${tokenIn},${tokenOut},"`
  for (const other of [`${trade}-`, `${trade}0x`, `"trade":[${place},${tokenIn},9,"`]) {
    db.run(
      'UPDATE quotes SET body = replace(body, ?, ?) WHERE id = ?',
      `${trade}${amountIn}`,
      `${other}${amountIn}`,
      idOf(2),
    )
    await expect(store.get('last')).rejects.toMatchObject({ code: 'STORE_UNUSABLE' })
    db.run('UPDATE quotes SET body = ? WHERE id = ?', String(row?.['body']), idOf(2))
  }
})

test('a row that holds another quote, or none, is damaged, and hides no other one', async () => {
  const path = join(temporaryDirectory(), 'store.db')
  const database = openOnce({ path })
  const store = createQuoteStore({ sql: sqliteSql({ path, database }), retention: { every: 1, max: 50 } })
  const payloadHash = hex(`0x${'ab'.repeat(32)}`)
  for (const n of [1, 2, 3]) {
    await store.put(createQuote(idOf(n)))
    await store.consume(quoteId(idOf(n)), now, payloadHash)
  }
  const db = await database()
  for (const body of [
    `(SELECT body FROM quotes WHERE id = '${idOf(1)}')`,
    "'{}'",
    "'[]'",
    "'null'",
    'substr(body, 1, 500)',
  ]) {
    db.run(`UPDATE quotes SET body = ${body} WHERE id = ?`, idOf(2))
    await expect(store.get(idOf(2))).rejects.toMatchObject({ code: 'STORE_UNUSABLE', message: /a quote is damaged/ })
    expect((await store.findByPayload(payloadHash)).map(({ quote }) => quote.id)).toEqual([idOf(3), idOf(1)])
  }
})

test('a damaged row is not offered where a quote is named, and the others are', async () => {
  const path = join(temporaryDirectory(), 'store.db')
  const database = openOnce({ path })
  const store = createQuoteStore({ sql: sqliteSql({ path, database }) })
  for (const n of [1, 2, 3]) await store.put(createQuote(idOf(n)))
  const db = await database()
  db.run('UPDATE quotes SET body = substr(body, 1, 500) WHERE id = ?', idOf(2))
  expect((await listRecentQuotes(path)).map(({ id, sell, buy }) => [id, sell, buy])).toEqual([
    [idOf(3), 'ETH', 'USD'],
    [idOf(1), 'ETH', 'USD'],
  ])
})
