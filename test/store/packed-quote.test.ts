import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeLossless } from '#domain/lossless-json'
import { packRoute } from '#domain/quotes/packed-route'
import { decodeQuote, encodeQuote } from '#store/service/packed-quote'
import { anyQuote } from './any-quote.ts'
import { createQuote, idOf } from './samples.ts'

test('a quote of any kind comes back the same', () => {
  fc.assert(
    fc.property(anyQuote, (quote) => {
      expect(decodeQuote(encodeQuote(quote))).toStrictEqual(quote)
    }),
  )
})

test('so does one as earlier versions wrote it, whole or with whole pools', () => {
  fc.assert(
    fc.property(anyQuote, ({ route, ...rest }) => {
      expect(decodeQuote(encodeLossless({ ...rest, route }))).toStrictEqual({ ...rest, route })
      const pools = [...new Set([...route.legs, ...route.paths.flatMap(({ hops }) => hops)].map(({ pool }) => pool))]
      const before = encodeLossless({ ...rest, route: packRoute(route, (pool) => pools.indexOf(pool)), pools })
      expect(decodeQuote(before)).toStrictEqual({ ...rest, route })
    }),
  )
})

/** Every value of a JSON text replaced by each of these, one at a time. */
function* damage(body: string): Generator<string> {
  const others: readonly unknown[] = [null, -1, 1.5, 99, '', 'x', [], {}, true]
  const root: unknown = JSON.parse(body)
  function* walk(node: unknown): Generator<string> {
    if (node === null || typeof node !== 'object') return
    for (const key of Object.keys(node)) {
      const at = node as Record<string, unknown>
      const before = at[key]
      for (const other of others) {
        at[key] = other
        yield JSON.stringify(root)
      }
      delete at[key]
      yield JSON.stringify(root)
      at[key] = before
      yield* walk(before)
    }
  }
  yield* walk(root)
}

test('a damaged row is refused as damaged, or read as another quote: no other failure comes out of it', () => {
  const body = encodeQuote(createQuote(idOf(1)))
  const texts = [...damage(body), 'null', '[]', '1', '""', '{}', ...Array.from(body, (_, end) => body.slice(0, end))]
  const failures = texts.flatMap((text) => {
    try {
      decodeQuote(text)
      return []
    } catch (error) {
      return [error instanceof Error ? error.name : error]
    }
  })
  expect(failures.length).toBeGreaterThan(body.length)
  expect(new Set(failures)).toEqual(new Set(['RangeError']))
})

test('an amount beyond 256 bits is damage, not a request of a user', () => {
  const body = encodeQuote(createQuote(idOf(1)))
  const most = String(2n ** 256n - 1n)
  const withAmount = (text: string) => body.replaceAll('"1000000000000000000000000000000"', `"${text}"`)
  expect(decodeQuote(withAmount(most)).route.legs[0]?.amountOut).toBe(2n ** 256n - 1n)
  expect(() => decodeQuote(withAmount(`${most}0`))).toThrow(RangeError)
})
