/**
 * A quote is used once, whichever processes die meanwhile. Longer by `npm run test:races`, whose result is
 * `race-result.json`.
 */

import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type PostgresServer, startPostgres } from './postgres-server.ts'
import { createWorkerProcesses } from './processes.ts'
import { runRace } from './race.ts'

const { SWAPLINE_SEED = '1', SWAPLINE_RACE_IDS = '300', SWAPLINE_RACE_KILLS = '2', SWAPLINE_RACE_RESULT } = process.env

describe('on one PostgreSQL', () => {
  const processes = createWorkerProcesses('race-worker.ts')
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres(100)
  })
  afterAll(() => server.close())

  async function emptyDatabase(name: string): Promise<string> {
    const admin = postgres(server.url)
    await admin.unsafe(`CREATE DATABASE ${name}`)
    await admin.end()
    return server.url.replace(/postgres$/, name)
  }
  const common = { processes: 2, clients: 16 }

  test('two processes of eight clients win each quote once and none after its expiry, some killed meanwhile', async () => {
    const began = Date.now()
    const outcome = await runRace(processes, {
      ...common,
      url: await emptyDatabase('races'),
      ids: Number(SWAPLINE_RACE_IDS),
      kills: Number(SWAPLINE_RACE_KILLS),
      random: generator(Number(SWAPLINE_SEED)),
    })
    const { faults, ...counts } = outcome
    expect(faults, `SWAPLINE_SEED=${SWAPLINE_SEED}`).toEqual([])
    expect(counts.kills).toBe(Number(SWAPLINE_RACE_KILLS))
    expect(counts.won + counts.wonByKilled + counts.unused).toBe(counts.ids)
    expect(counts.won).toBeGreaterThan(counts.ids / 2)
    if (SWAPLINE_RACE_RESULT === undefined) return
    const result = {
      ...counts,
      faults: 0,
      processes: common.processes,
      seed: Number(SWAPLINE_SEED),
      seconds: Math.round((Date.now() - began) / 1000),
      on: `${cpus().length} cores, Node.js ${process.versions.node}, PostgreSQL 18`,
    }
    writeFileSync(SWAPLINE_RACE_RESULT, `${JSON.stringify(result, null, 2)}\n`)
  }, 3_600_000)

  test('the control: clients that check first and then write are caught', async () => {
    const url = await emptyDatabase('control')
    const random = generator(1)
    const { faults } = await runRace(processes, { ...common, url, ids: 200, kills: 0, random, care: 'careless' })
    expect(faults.filter((fault) => /was won \d+ times/.test(fault)).length).toBeGreaterThan(0)
  }, 120_000)
})

/** Park and Miller's generator: the same draws for the same seed on every platform. */
function generator(seed: number): () => number {
  let state = (seed % 2_147_483_646) + 1
  return () => {
    state = (state * 16_807) % 2_147_483_647
    return state / 2_147_483_647
  }
}
