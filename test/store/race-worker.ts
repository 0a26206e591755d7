/**
 * Several clients of one store in a process of their own. A line on stdin is a batch of ids that they all try to use at
 * once; every success is reported at once, with the database's time before the attempt, and the end of a batch with its
 * number.
 */

import { randomBytes } from 'node:crypto'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { SwapError } from '#domain/errors'
import { quoteId, seconds } from '#domain/units'
import { openServiceStore } from '#store/service/open-store'

const [url = '', clients = '1', care = 'careful'] = process.argv.slice(2)
// A clock that is years off: nothing may depend on it.
const store = await openServiceStore({ clock: { now: () => seconds(1), sleep: (ms) => sleep(ms) }, randomBytes }, url)
const careless = postgres(url, { max: Number(clients), connection: { search_path: 'swapline' } })
const say = (line: string): void => void process.stdout.write(`${line}\n`)

async function use(id: string): Promise<void> {
  if (care === 'careful') return store.quotes.consume(quoteId(id), seconds(1))
  // The control: checks first and then writes, as a client would that ignores concurrency.
  const [row] = await careless`SELECT consumed_at FROM quotes WHERE id = ${id}`
  if (row?.['consumed_at'] !== null) throw new Error('used')
  await careless`UPDATE quotes SET consumed_at = 1 WHERE id = ${id} AND consumed_at IS NULL`
}

async function attempt(id: string): Promise<void> {
  try {
    const before = await store.now()
    await use(id)
    say(`won ${id} ${before}`)
  } catch (error) {
    if (error instanceof SwapError && !/^QUOTE_(?:CONSUMED|EXPIRED)$/.test(error.code)) say(`failed ${error.code}`)
  }
}

say('ready')
for await (const line of createInterface({ input: process.stdin })) {
  const { batch, ids } = JSON.parse(line) as { batch: number; ids: readonly string[] }
  await Promise.all(
    Array.from({ length: Number(clients) }, async () => {
      for (const id of ids) await attempt(id)
    }),
  )
  say(`done ${batch}`)
}
