/** What every store of a service must do, whatever its database. */

import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Quote } from '#domain/quotes/quote'
import type { ServiceStore } from '#domain/service/stores'
import { amount, quoteId, type Seconds, seconds } from '#domain/units'
import { openServiceStore } from '#store/service/open-store'
import { anyQuote } from './any-quote.ts'
import { createQuote, createRecord } from './samples.ts'
import { randomHash } from './swap-samples.ts'

export interface StoreHarness {
  /** A new, empty location for a store. */
  place(): Promise<string>
  /** The caller's clock at `now`: if machines share a store, it may show any time. */
  callersClock(now: Seconds): Seconds
}

const machineTime = () => seconds(Math.floor(Date.now() / 1000))

export async function openStoreAt(
  { callersClock }: Pick<StoreHarness, 'callersClock'>,
  place: string,
): Promise<ServiceStore> {
  const clock = { now: () => callersClock(machineTime()), sleep: (ms: number) => sleep(ms) }
  const store = await openServiceStore({ clock, randomBytes }, place)
  onTestFinished(() => store.close())
  return store
}

export function testServiceStore(ground: StoreHarness): void {
  const opened = async () => openStoreAt(ground, await ground.place())
  const pair = async () => {
    const place = await ground.place()
    return [await openStoreAt(ground, place), await openStoreAt(ground, place)] as const
  }
  const put = async (store: ServiceStore, age = 0, id: string = randomUUID()) => {
    const quote = createQuote(id, (await store.now()) - age)
    await store.quotes.put(quote)
    return quote
  }
  const use = async (store: ServiceStore, id: string, hash = randomHash()) =>
    store.quotes.consume(quoteId(id), ground.callersClock(await store.now()), hash)

  describe('quotes', () => {
    test('come back as they were put, every integer exact, on another connection too', async () => {
      const [one, two] = await pair()
      const quote = await put(one)
      expect(await two.quotes.get(quote.id)).toMatchObject({ quote, consumedAt: undefined })
      expect((await two.quotes.get(quote.id)).quote).toStrictEqual(quote)
      await two.quotes.put(quote)
      await expect(two.quotes.put({ ...quote, router: quote.sell.address })).rejects.toMatchObject({ code: 'INTERNAL' })
    })

    test('put at the same time are written together, and each is stored when its put resolves', async () => {
      const [one, two] = await pair()
      const seen = Array.from({ length: 150 }, async () => {
        const { id } = await put(one)
        return (await two.quotes.get(id)).quote.id === id
      })
      expect(await Promise.all(seen)).toEqual(seen.map(() => true))
    })

    test('of any kind come back as they were put', async () => {
      const store = await opened()
      const quotes = fc.sample(anyQuote, 60)
      await Promise.all(quotes.map((quote) => store.quotes.put(quote)))
      for (const quote of quotes) expect((await store.quotes.get(quote.id)).quote).toStrictEqual(quote)
    })

    test('that cannot be written fail alone, not those put at the same time', async () => {
      const store = await opened()
      const [good, bad, other] = [randomUUID(), randomUUID(), randomUUID()].map((id) => createQuote(id))
      const unwritable = { ...bad, usd: { native: Number.NaN, sell: undefined, buy: undefined } } as Quote
      const tries = [good, unwritable, other].map((quote) => store.quotes.put(quote as Quote))
      expect((await Promise.allSettled(tries)).map(({ status }) => status)).toEqual([
        'fulfilled',
        'rejected',
        'fulfilled',
      ])
      expect((await store.quotes.get(String(other?.id))).quote).toStrictEqual(other)
    })

    test('are found by a prefix of the id or as the last, and by nothing else', async () => {
      const store = await opened()
      for (const id of ['abcdef01-0000-4000-8000-000000000000', 'abcdef01-1000-4000-8000-000000000000'])
        await put(store, 0, id)
      expect((await store.quotes.get('ABCDEF01-1')).quote.id).toBe('abcdef01-1000-4000-8000-000000000000')
      expect((await store.quotes.get('last')).quote.id).toBe('abcdef01-1000-4000-8000-000000000000')
      await expect(store.quotes.get('abcdef01')).rejects.toMatchObject({ code: 'QUOTE_AMBIGUOUS' })
      for (const text of ['abcdef0', 'abcdef02', '', '%', 'last ', "' OR 1=1 --", 'abcdef01_0', '\0'])
        await expect(store.quotes.get(text)).rejects.toMatchObject({ code: 'QUOTE_NOT_FOUND' })
    })

    test('can be used once, by thirty-two attempts on two connections', async () => {
      const stores = await pair()
      const { id } = await put(stores[0])
      const tries = Array.from({ length: 32 }, (_, i) => use(stores[i % 2 === 0 ? 0 : 1], id))
      const failed = (await Promise.allSettled(tries)).filter((one) => one.status === 'rejected')
      expect(failed).toHaveLength(31)
      for (const { reason } of failed) expect(reason).toMatchObject({ code: 'QUOTE_CONSUMED' })
      const { consumedAt } = await stores[1].quotes.get(id)
      expect(Math.abs((consumedAt ?? 0) - (await stores[1].now()))).toBeLessThan(20)
    })

    test('cannot be used from the second of their expiry on, nor if they do not exist', async () => {
      const store = await opened()
      const [old, older, young] = [await put(store, 300), await put(store, 340), await put(store, 280)]
      await expect(use(store, old.id)).rejects.toMatchObject({ code: 'QUOTE_EXPIRED' })
      const failure = await use(store, older.id).catch((error: unknown) => error)
      expect(failure).toMatchObject({ code: 'QUOTE_EXPIRED' })
      await use(store, young.id)
      await expect(use(store, randomUUID())).rejects.toMatchObject({ code: 'QUOTE_NOT_FOUND' })
      expect((await store.quotes.get(old.id)).consumedAt).toBeUndefined()
    })

    test('are found by the hash of their payload, newest first', async () => {
      const store = await opened()
      const [first, second, other] = [await put(store), await put(store), await put(store)]
      const hash = randomHash()
      await use(store, first.id, hash)
      await use(store, second.id, hash)
      await use(store, other.id)
      await expect(use(store, first.id)).rejects.toMatchObject({ code: 'QUOTE_CONSUMED' })
      expect((await store.quotes.findByPayload(hash)).map(({ quote }) => quote.id)).toEqual([second.id, first.id])
      expect(await store.quotes.findByPayload(randomHash())).toEqual([])
    })

    test('are swept if they expired before a time, oldest first and no more than requested', async () => {
      const store = await opened()
      const now = await store.now()
      const [oldest, old, young] = [await put(store, 5000), await put(store, 4000), await put(store, 1000)]
      const before = seconds(now - 3000)
      expect(await store.quotes.sweep(before, 1)).toBe(1)
      await expect(store.quotes.get(oldest.id)).rejects.toMatchObject({ code: 'QUOTE_NOT_FOUND' })
      expect((await store.quotes.get(old.id)).quote.id).toBe(old.id)
      expect(await store.quotes.sweep(before, 10)).toBe(1)
      expect((await store.quotes.get(young.id)).quote.id).toBe(young.id)
    })
  })

  describe('records of quotes', () => {
    test('come back as they were put, each part separately, the last version of each', async () => {
      const [one, two] = await pair()
      const { id } = await put(one)
      expect(await two.records.get(id)).toEqual({ record: undefined, simulation: undefined })
      const failed = { at: await one.now(), ok: false, reason: 'no' }
      await one.records.put(new Map([[id, { simulation: failed }]]))
      await two.records.put(new Map([[id, { record: createRecord(3) }]]))
      expect(await one.records.get(id)).toStrictEqual({ record: createRecord(3), simulation: failed })
      const fine = { at: await one.now(), ok: true, amountOut: amount((1n << 255n) + 1n) }
      await two.records.put(new Map([[id, { simulation: fine }]]))
      expect(await one.records.get(id)).toStrictEqual({ record: createRecord(3), simulation: fine })
    })

    test('are deleted with their quote, and nothing is stored for a deleted quote', async () => {
      const store = await opened()
      const [old, young] = [await put(store, 4000), await put(store, 1000)]
      for (const { id } of [old, young]) await store.records.put(new Map([[id, { record: createRecord(1) }]]))
      await store.quotes.sweep(seconds((await store.now()) - 3000), 10)
      await store.records.put(new Map([[old.id, { record: createRecord(1) }]]))
      expect((await store.records.get(old.id)).record).toBeUndefined()
      expect((await store.records.get(young.id)).record).toStrictEqual(createRecord(1))
    })
  })

  describe('API keys', () => {
    test('have the documented form, and no two are equal', async () => {
      const store = await opened()
      const made = await Promise.all(Array.from({ length: 50 }, (_, i) => store.keys.add({ name: `bot ${i}` })))
      for (const { key, text } of made) {
        expect(text).toMatch(/^sk_[0-9a-z]{8}_[A-Za-z0-9_-]{43}$/)
        expect(text).toContain(`_${key.id}_`)
      }
      expect(new Set(made.map(({ text }) => text.slice(-43))).size).toBe(50)
    })

    test('are accepted whole and refused with any character changed', async () => {
      const [one, two] = await pair()
      const { key, text } = await one.keys.add({ name: 'bot' })
      expect(await two.keys.check(text)).toEqual(key)
      for (let i = 0; i < text.length; i++) {
        const changed = `${text.slice(0, i)}${text[i] === 'a' ? 'b' : 'a'}${text.slice(i + 1)}`
        expect(await two.keys.check(changed), changed).toBeUndefined()
      }
      for (const other of ['', text.slice(0, -1), `${text}A`, ` ${text}`, `sk_${key.id}_`, "sk_'--_"])
        expect(await two.keys.check(other)).toBeUndefined()
    })

    test('expire at the end of their life', async () => {
      const store = await opened()
      const gone = await store.keys.add({ name: 'gone', lifeSeconds: 0 })
      const short = await store.keys.add({ name: 'short', lifeSeconds: 2 })
      expect(await store.keys.check(gone.text)).toBeUndefined()
      expect(await store.keys.check(short.text)).toBeDefined()
      expect(short.key.expiresAt).toBe(short.key.createdAt + 2)
      await new Promise((done) => setTimeout(done, 2_100))
      expect(await store.keys.check(short.text)).toBeUndefined()
    })

    test('are void at once when they are revoked, and stay revoked', async () => {
      const [one, two] = await pair()
      const [kept, dropped] = [await one.keys.add({ name: 'kept' }), await one.keys.add({ name: 'dropped' })]
      const { revokedAt } = await one.keys.revoke(dropped.key.id)
      expect(revokedAt).toBeDefined()
      expect(await two.keys.check(dropped.text)).toBeUndefined()
      expect(await two.keys.check(kept.text)).toBeDefined()
      expect((await two.keys.revoke(dropped.key.id)).revokedAt).toBe(revokedAt)
      expect((await two.keys.list()).map(({ name, revokedAt: at }) => [name, at])).toEqual([
        ['kept', undefined],
        ['dropped', revokedAt],
      ])
      await expect(one.keys.revoke('aaaaaaaa')).rejects.toMatchObject({ code: 'API_KEY_NOT_FOUND', exit: 6 })
    })
  })
}
