/** Anybody can reserve order nonces in the name of an account: a further one costs few statements all the same. */
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
    all: async (_: string, ...values: readonly unknown[]) => {
      asked.statements += 1
      const [chainId, of, ...nonces] = values
      const isHeld = (nonce: unknown) =>
        typeof nonce === 'string' && (expiries.get([chainId, of, nonce].join()) ?? 0) >= now
      return nonces.filter(isHeld).map((nonce) => ({ nonce }))
    },
  } as unknown as Sql
  return { sql, asked, expiries }
}

test('a nonce is reserved by a few statements, however many of the account are reserved', async () => {
  const { sql, asked, expiries } = createTable()
  const expiresAt = seconds(now + 900)
  /** As the relayer does: the words of the account one after the other, all of whose bits are free on the chain. */
  const quote = async () => {
    for (let word = 0n; ; word++) {
      const candidates = Array.from({ length: 256 }, (_, bit) => word * 256n + BigInt(bit))
      const nonce = await reserveNonce(sql, { chainId: 1, owner, candidates, expiresAt }, now)
      if (nonce !== undefined) return nonce
    }
  }
  for (let nonce = 0; nonce < 2_000; nonce++) expiries.set([1, owner, nonce].join(), now + 900)
  expect(await quote()).toBe(2_000n)
  expect(asked.statements).toBeLessThan(100)
})
