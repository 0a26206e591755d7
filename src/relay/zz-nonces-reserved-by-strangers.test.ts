/**
 * Wrong: every gasless quote reserves an order nonce of the account that it names for 15 minutes, and anyone may ask for quotes that name
 * anyone. A quote asks the database about each reserved nonce, one statement after the other, so that what strangers reserved in
 * an account's name is paid for by each further quote of it: 2,000 quotes (a few per second for 15 minutes) cost the next one 2,000
 * statements; over PostgreSQL that is 2,000 round trips, longer than any answer may take.
 * Loss: the account is kept from gasless quotes for as long as a stranger likes, and the service's database is busy for it.
 * Cause: src/store/service/order-nonce-rows.ts:18 (a statement per candidate), src/relay/relayer.ts:193 (all free bits are candidates).
 */
import { expect, test } from 'vitest'
import { evm, seconds } from '#domain/units'
import { reserveNonce } from '#store/service/order-nonce-rows'
import type { Sql } from '#store/sql'

const [owner, now] = [evm(`0x${'22'.repeat(20)}`), 1_000]

/** The table, as the statement changes it; counts what it is asked. */
function createTable() {
  const expiries = new Map<string, number>()
  const asked = { statements: 0 }
  const sql = {
    clock: undefined,
    run: async (text: string, ...values: readonly unknown[]) => {
      asked.statements += 1
      if (!text.startsWith('INSERT')) return 0
      const key = values.slice(0, 3).join()
      if ((expiries.get(key) ?? 0) >= now) return 0
      expiries.set(key, Number(values[3]))
      return 1
    },
    all: async () => {
      asked.statements += 1
      return []
    },
  } as unknown as Sql
  return { sql, asked }
}

test('a nonce is reserved by a few statements, however many of the account are reserved', async () => {
  const { sql, asked } = createTable()
  const expiresAt = seconds(now + 900)
  /** As the relayer does: the words of the account one after the other, all of whose bits are free on the chain. */
  const quote = async () => {
    for (let word = 0n; ; word++) {
      const candidates = Array.from({ length: 256 }, (_, bit) => word * 256n + BigInt(bit))
      const nonce = await reserveNonce(sql, { chainId: 1, owner, candidates, expiresAt }, now)
      if (nonce !== undefined) return nonce
    }
  }
  for (let i = 0; i < 2_000; i++) await quote()
  asked.statements = 0
  expect(await quote()).toBe(2_000n)
  expect(asked.statements).toBeLessThan(100)
})
