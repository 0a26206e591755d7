/**
 * Clients in several processes race for quotes of one PostgreSQL, some are killed meanwhile, and every use is accounted
 * for.
 */

import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { seconds } from '#domain/units'
import { openServiceStore } from '#store/service/open-store'
import type { Processes, Worker } from './processes.ts'
import { createQuote } from './samples.ts'

export interface RaceOptions {
  readonly url: string
  readonly processes: number
  readonly clients: number
  readonly ids: number
  readonly kills: number
  /** Decides when and which process to kill, and which quotes expire. 0 … 1. */
  readonly random: () => number
  /** `careless` is the control: the checker must notice it. */
  readonly care?: 'careful' | 'careless'
}

export interface RaceOutcome {
  readonly ids: number
  readonly clients: number
  readonly kills: number
  /** Quotes that exactly one client reports to have won. */
  readonly won: number
  /** Quotes without a reported winner, used by a client that was killed before it could report. */
  readonly wonByKilled: number
  /** Quotes without a winner, and the database agrees: each had expired or expired during the race. */
  readonly unused: number
  /** Must be none: won by two, won after its expiry, won and not used, used without winner or kill, left over. */
  readonly faults: readonly string[]
}

const perBatch = 200
/** How long the quotes of a batch are valid when it begins: most for long, some into the race, some not at all. */
const lives = [300, 300, 300, 300, 300, 300, 1, 1, 0, -5]

export async function runRace(processes: Processes, input: RaceOptions): Promise<RaceOutcome> {
  const { url, random } = input
  const store = await openServiceStore({ clock: { now: () => seconds(1), sleep: (ms) => sleep(ms) }, randomBytes }, url)
  const sql = postgres(url, { connection: { search_path: 'swapline' } })
  const each = input.clients / input.processes
  const begin = () => processes.start(url, String(each), input.care ?? 'careful')
  const workers = await Promise.all(Array.from({ length: input.processes }, () => waitUntilReady(begin())))
  const wins = new Map<string, number[]>()
  const unsaid = new Map<number, number>()
  const batches = Math.ceil(input.ids / perBatch)
  const batchOf = new Map<string, number>()
  let kills = 0

  for (let batch = 0; batch < batches; batch++) {
    const ids = Array.from({ length: Math.min(perBatch, input.ids - batch * perBatch) }, () => randomUUID())
    const now = await store.now()
    for (const id of ids) {
      const life = lives[Math.floor(random() * lives.length)] ?? 300
      await store.quotes.put({ ...createQuote(id, now), expiresAt: seconds(now + life) })
      batchOf.set(id, batch)
    }
    const due = Math.round(((batch + 1) / batches) * input.kills) - kills
    const ends = workers.map((worker) => runBatch(worker, { batch, ids }, wins))
    for (let i = 0; i < due; i++) {
      await new Promise((later) => setTimeout(later, 20 + random() * 300))
      const at = Math.floor(random() * workers.length)
      workers[at]?.kill()
      await ends[at]
      unsaid.set(batch, (unsaid.get(batch) ?? 0) + each)
      kills += 1
      const fresh = await waitUntilReady(begin())
      workers[at] = fresh
      ends[at] = runBatch(fresh, { batch, ids }, wins)
    }
    await Promise.all(ends)
  }
  for (const worker of workers) worker.process.stdin?.end()
  const rows = await sql<Row[]>`SELECT id, consumed_at, expires_at FROM quotes`
  await sql.end()
  await store.close()
  return { ...checkRecords({ rows, wins, unsaid, batchOf }), ids: input.ids, clients: input.clients, kills }
}

async function waitUntilReady(worker: Worker): Promise<Worker> {
  const said = await worker.line()
  if (said !== 'ready') throw new Error(`a client did not start: ${said}`)
  return worker
}

/** Until the batch is done or the process has died. */
async function runBatch(
  worker: Worker,
  job: { readonly batch: number; readonly ids: readonly string[] },
  wins: Map<string, number[]>,
): Promise<void> {
  worker.tell(JSON.stringify(job))
  for (let line = await worker.line(); line !== undefined; line = await worker.line()) {
    const [what, id = '', before = ''] = line.split(' ')
    if (what === 'done') return
    if (what !== 'won') throw new Error(`a client says: ${line}`)
    wins.set(id, [...(wins.get(id) ?? []), Number(before)])
  }
}

interface Row {
  readonly id: string
  readonly consumed_at: string | null
  readonly expires_at: string
}

interface RaceRecords {
  readonly rows: readonly Row[]
  readonly wins: ReadonlyMap<string, readonly number[]>
  readonly batchOf: ReadonlyMap<string, number>
  /** How many wins of a batch may be unreported: one for each client that was killed in it. */
  readonly unsaid: ReadonlyMap<number, number>
}

function checkRecords({
  rows,
  wins,
  batchOf,
  unsaid,
}: RaceRecords): Pick<RaceOutcome, 'won' | 'wonByKilled' | 'unused' | 'faults'> {
  const judged = rows.map((row) => ({ ...row, said: wins.get(row.id) ?? [] }))
  const silent = judged.filter(({ said, consumed_at }) => said.length === 0 && consumed_at !== null)
  const silentOf = new Map<number, number>()
  for (const { id } of silent) {
    const batch = batchOf.get(id) ?? -1
    silentOf.set(batch, (silentOf.get(batch) ?? 0) + 1)
  }
  const tooMany = [...silentOf].filter(([batch, count]) => count > (unsaid.get(batch) ?? 0))
  return {
    won: judged.filter(({ said }) => said.length === 1).length,
    wonByKilled: silent.length,
    unused: judged.filter(({ said, consumed_at }) => said.length === 0 && consumed_at === null).length,
    faults: [
      ...judged.flatMap(({ said, ...row }) => faultsOf(row, said)),
      ...tooMany.map(([batch, count]) => `in batch ${batch} ${count} are used without a winner`),
    ],
  }
}

function faultsOf({ id, consumed_at, expires_at }: Row, said: readonly number[]): readonly string[] {
  const [used, expiry] = [consumed_at === null ? undefined : Number(consumed_at), Number(expires_at)]
  return [
    ...(said.length > 1 ? [`${id} was won ${said.length} times`] : []),
    ...(said.length > 0 && used === undefined ? [`${id} was won and is not used`] : []),
    ...(said.some((before) => before >= expiry) ? [`${id} was won after it had expired`] : []),
    ...(used !== undefined && used >= expiry ? [`${id} is used after it had expired`] : []),
  ]
}
