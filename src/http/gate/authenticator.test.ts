import { expect, test } from 'vitest'
import type { ApiKey } from '#domain/service/api-key'
import { seconds } from '#domain/units'
import { createAuthenticator } from './authenticator.ts'

const textOf = (id: string, secret = 'x'): string => `sk_${id}_${secret.repeat(43)}`
const keyOf = (id: string): ApiKey => ({
  id,
  name: id,
  createdAt: seconds(1),
  expiresAt: undefined,
  revokedAt: undefined,
})

/** An authenticator whose store knows two keys and records each lookup. */
function doorOf() {
  let now = 0
  const read: string[] = []
  const good = new Map(['aaaaaaaa', 'bbbbbbbb'].map((id) => [textOf(id), keyOf(id)]))
  const check = async (text: string) => {
    read.push(text)
    return good.get(text)
  }
  const door = createAuthenticator(
    { keys: { check }, clock: { now: () => seconds(1), elapsed: () => now, sleep: async () => undefined } },
    'authenticated',
    {
      publicAllowance: { perSecond: 1, burst: 3 },
      keyAllowance: { perSecond: 100, burst: 100 },
    },
  )
  const admit = async (text: unknown, ip = '192.0.2.1') =>
    door
      .admit(ip, text, () => undefined)
      .then(
        () => 200,
        (error) => error.row.http,
      )
  const pass = (milliseconds: number): void => {
    now += milliseconds
  }
  return { admit, read, good, pass }
}

test('a flood of well-formed unknown keys soon stops reaching the store', async () => {
  const { admit, read } = doorOf()
  const statuses: number[] = []
  for (let i = 0; i < 50; i += 1) statuses.push(await admit(textOf('cccccccc', String(i % 10))))
  expect(statuses.slice(0, 3)).toEqual([401, 401, 401])
  expect(new Set(statuses.slice(3))).toEqual(new Set([429]))
  expect(read).toHaveLength(3)
})

test('an accepted key stays accepted despite others at its address; a new one is rate-limited', async () => {
  const { admit, pass } = doorOf()
  expect(await admit(textOf('aaaaaaaa'))).toBe(200)
  for (let i = 0; i < 9; i += 1) await admit(textOf('cccccccc'))
  expect(await admit(textOf('aaaaaaaa'))).toBe(200)
  expect(await admit(textOf('bbbbbbbb'))).toBe(429)
  expect(await admit(textOf('bbbbbbbb'), '192.0.2.2')).toBe(200)
  pass(1_000)
  expect(await admit(textOf('bbbbbbbb'))).toBe(200)
})

test("valid keys take nothing from their address's allowance, and a revoked one is refused at once", async () => {
  const { admit, good } = doorOf()
  for (let i = 0; i < 20; i += 1) expect(await admit(textOf('aaaaaaaa'))).toBe(200)
  good.delete(textOf('aaaaaaaa'))
  expect([await admit(textOf('aaaaaaaa')), await admit(textOf('aaaaaaaa'))]).toEqual([401, 401])
  expect([await admit(undefined), await admit('sk_1')]).toEqual([401, 429])
})
