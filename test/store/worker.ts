/** Runs in a process of its own, so that tests can race it and kill it. Reports what it did, one line each. */
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '#domain/clock'
import { SwapError } from '#domain/errors'
import { quoteId } from '#domain/units'
import { createAccountLock } from '#store/journal/account-lock'
import { createJournal } from '#store/journal/journal'
import { openServiceStore } from '#store/service/open-store'
import { createQuoteStore } from '#store/service/quote-store'
import { openDatabase, openOnce } from '#store/sqlite/open'
import { sqliteSql } from '#store/sqlite/sqlite-sql'
import { account, createDraft, createQuote, createTrade, createTx, now } from './samples.ts'

const [task, path = '', argument = ''] = process.argv.slice(2)
const database = openOnce({ path })
const clock: Clock = { now: () => now, elapsed: () => performance.now(), sleep: (ms) => sleep(ms) }
const say = (line: string): void => void process.stdout.write(`${line}\n`)

const tasks: Readonly<Record<string, () => Promise<void>>> = {
  create: async () => {
    for (let store = 0; store < 60; store++) {
      await sleep(Math.max(0, Number(argument) + store * 25 - Date.now())) // all create each of them together
      const created = await openDatabase({ path: join(path, `${store}.db`) })
      created.close()
    }
    say('created')
  },

  consume: async () => {
    const quotes = createQuoteStore({ sql: sqliteSql({ path, database }), retention: { every: 1, max: 50 } })
    await database()
    await sleep(Math.max(0, Number(argument) - Date.now())) // all start together
    await quotes.consume(quoteId('00000001-0000-4000-8000-000000000000'), now)
    say('won')
  },

  sign: async () => {
    const journal = createJournal({ database, finalDepth: () => 1 })
    await database()
    await sleep(Math.max(0, Number(argument) - Date.now()))
    const intent = await journal.open(createDraft(`${process.pid}`.padStart(8, '0'), 'one'))
    await journal.recordSigned(intent.id, createTx('swap', process.pid), now)
    say(`signed ${intent.id}`)
  },

  quotes: async () => {
    const { randomBytes, randomUUID } = await import('node:crypto')
    const store = await openServiceStore({ clock, randomBytes }, path)
    const warnings = [{ code: 'LONG', message: 'x'.repeat(20_000) }]
    say('opened')
    const putQuotes = async () => {
      for (;;) {
        const quote = { ...createQuote(randomUUID()), warnings }
        await store.quotes.put(quote)
        say(quote.id) // from here on it must be stored, whatever happens
      }
    }
    await Promise.all([putQuotes(), putQuotes(), putQuotes()])
  },

  hold: async () => {
    const lock = createAccountLock({ directory: path, clock })
    await lock.withLock(1, account, async () => {
      say('held')
      await sleep(600_000)
    })
  },

  count: async () => {
    const { readFileSync, writeFileSync } = await import('node:fs')
    const lock = createAccountLock({ directory: path, clock })
    for (let i = 0; i < 20; i++)
      await lock.withLock(1, account, async () => {
        const before = Number(readFileSync(argument, 'utf8'))
        await sleep(2)
        writeFileSync(argument, String(before + 1))
      })
    say('done')
  },

  write: async () => {
    const journal = createJournal({ database, finalDepth: () => 1 })
    for (let i = 1; ; i++) {
      const id = `${argument}${String(i).padStart(7, '0')}-0000-4000-8000-000000000000`
      await journal.open(createDraft(id))
      await journal.bindTrade(id, createTrade(id))
      await journal.recordSigned(id, createTx('swap', i), now)
      say(id) // from here on it must be stored, whatever happens
      const { hash } = createTx('swap', i)
      const observed = { kind: 'broadcast', at: now, endpoint: 'node', hash, outcome: 'accepted' } as const
      await journal.addObservations(id, 'swap', [observed])
    }
  },
}

try {
  await tasks[task ?? '']?.()
} catch (error) {
  say(error instanceof SwapError ? error.code : String(error))
}
