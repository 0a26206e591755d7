/**
 * The database dies under load, with `kill -9`, and comes back: nothing is used twice, and the service is not
 * restarted.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PostgresServer, startPostgres } from '../store/postgres-server.ts'
import { type HttpFixture, type Reply, startHttpFixture } from './fixture.ts'

let postgres: PostgresServer
let api: HttpFixture
beforeAll(async () => {
  postgres = await startPostgres()
  api = await startHttpFixture({}, undefined, postgres.url)
})
afterAll(async () => {
  await api.close()
  await postgres.close()
})

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
const payloadOf = (quoteId: string) => api.get('/aggregator/transaction', { quoteId, estimateGas: 'false' })
const kindOf = ({ status, body }: Reply): string =>
  status === 200 ? 'answered' : `${status} ${body.code} ${body.error}`

const away = '503 1503 NETWORK_UNAVAILABLE'
const used = '409 3003 QUOTE_CONSUMED'

/** How often each quote gave a payload, and every kind of answer. */
interface Seen {
  readonly payloads: Map<string, number>
  readonly answers: Map<string, number>
}

function note(seen: Seen, reply: Reply): Reply {
  const kind = kindOf(reply)
  seen.answers.set(kind, (seen.answers.get(kind) ?? 0) + 1)
  return reply
}

/** Requests quotes and, three times at once, the payload of each. */
async function client(seen: Seen, going: () => boolean): Promise<void> {
  while (going()) {
    const { status, body } = note(seen, await api.quote())
    if (status !== 200) {
      await pause(20)
      continue
    }
    seen.payloads.set(body.id, 0)
    await use(seen, body.id, 3)
  }
}

async function use(seen: Seen, id: string, times: number): Promise<void> {
  const replies = await Promise.all(Array.from({ length: times }, () => payloadOf(id)))
  const given = replies.filter((reply) => note(seen, reply).status === 200).length
  seen.payloads.set(id, (seen.payloads.get(id) ?? 0) + given)
}

/** @returns the time taken in milliseconds */
async function waitUntil(status: number): Promise<number> {
  const began = Date.now()
  for (let tries = 0; tries < 300; tries += 1) {
    if ((await api.get('/readyz')).status === status) return Date.now() - began
    await pause(50)
  }
  throw new Error(`/readyz never said ${status}`)
}

test('no quote is used twice, errors meanwhile are the documented one, and the service recovers', async () => {
  const seen: Seen = { payloads: new Map(), answers: new Map() }
  const recovered: number[] = []
  let going = true
  const clients = Promise.all(Array.from({ length: 4 }, () => client(seen, () => going)))
  for (let kills = 0; kills < 2; kills += 1) {
    while (seen.payloads.size < 6 * (kills + 1)) await pause(50)
    await postgres.kill()
    await waitUntil(503)
    await pause(3_000)
    await postgres.restart()
    recovered.push(await waitUntil(200))
  }
  while (seen.payloads.size < 6 * 3) await pause(50)
  going = false
  await clients
  // A quote whose answers were lost may be used or not; the second attempt decides, and never gives a second payload.
  for (const id of seen.payloads.keys()) await use(seen, id, 1)

  expect(new Set(seen.answers.keys())).toEqual(new Set(['answered', away, used]))
  expect(seen.answers.get(away)).toBeGreaterThan(2)
  expect([...seen.payloads].filter(([, payloads]) => payloads > 1)).toEqual([])
  // Nearly all got a payload: an answer can only be lost in the moment of a kill.
  expect([...seen.payloads].filter(([, payloads]) => payloads === 0).length).toBeLessThanOrEqual(2 * 4)
  expect(Math.max(...recovered)).toBeLessThan(8_000)
})
