/**
 * Walks generated creation logs at the limits of a public endpoint: once in one pass, once killed and started again. Both
 * databases have to hold the same rows.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#store/sqlite/open'
import { sqliteSql } from '#store/sqlite/sqlite-sql'
import { bundleModule } from '../bundle.ts'
import { type CreationNode, startCreationNode } from './creation-node.ts'

const {
  SWAPLINE_INDEX_LOGS: ofLogs = '20000',
  SWAPLINE_INDEX_LOG_KILLS: ofKills = '1',
  SWAPLINE_INDEX_RESULT: result,
} = process.env
const [logs, kills] = [Number(ofLogs), Number(ofKills)]
/** As public endpoints do it; blocks hold few logs at first, and the more later. */
const limits = { blocks: logs * 12, maxBlocks: 10_000, maxLogs: 10_000, maxPerSecond: 25, failsOneIn: 97 }

let folder: string
let client: Awaited<ReturnType<typeof bundleModule>>
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'swapline-million-logs-'))
  client = await bundleModule(join(import.meta.dirname, 'million-client.ts'))
}, 120_000)
afterAll(() => {
  client.remove()
  rmSync(folder, { recursive: true, force: true })
})

const start = (path: string, { url }: CreationNode): ChildProcess => spawn(process.execPath, [client.path, path, url])

const ended = (child: ChildProcess): Promise<void> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => child.once('exit', () => resolve()))

async function lastLine(child: ChildProcess): Promise<string> {
  let [text, errors] = ['', '']
  child.stdout?.setEncoding('utf8').on('data', (part: string) => {
    text += part
  })
  child.stderr?.setEncoding('utf8').on('data', (part: string) => {
    errors += part
  })
  await new Promise((resolve) => child.once('close', resolve))
  const line = text.trim().split('\n').at(-1) ?? ''
  if (line === '') throw new Error(errors)
  return line
}

/** The number of rows, and a hash of them all. */
async function digest(path: string) {
  const database = await openDatabase({ path })
  const sql = sqliteSql({ path, database: async () => database })
  const hash = createHash('sha256')
  let rows = 0
  for (const [table, order] of [
    ['pools', 'pool'],
    ['pool_pairs', 'token, other, pool'],
  ]) {
    for (let at = 0; ; at += 50_000) {
      const page = await sql.all(`SELECT * FROM ${table} ORDER BY ${order} LIMIT 50000 OFFSET ?`, at)
      if (page.length === 0) break
      for (const row of page) hash.update(JSON.stringify(row))
      rows += page.length
    }
  }
  database.close()
  return { rows, sha256: hash.digest('hex') }
}

async function walk(name: string, work: (path: string, node: CreationNode) => Promise<string>) {
  const node = await startCreationNode({ logs, ...limits })
  const path = join(folder, name)
  const before = performance.now()
  const said = await work(path, node)
  await node.close()
  return {
    said,
    seconds: Math.round((performance.now() - before) / 1_000),
    answers: node.answers,
    ...(await digest(path)),
  }
}

test(`${logs} creation logs at a public endpoint’s limits, killed ${kills} times: the same pools as by one pass`, async () => {
  const whole = await walk('whole.db', (path, node) => lastLine(start(path, node)))
  let killed = 0
  const often = await walk('often.db', async (path, node) => {
    for (let i = 0; i < kills; i++) {
      const child = start(path, node)
      // start-up takes some of it: now and then a process is killed before its first request
      await sleep(400 + Math.floor(Math.random() * 3_000))
      killed += child.exitCode === null && child.kill('SIGKILL') ? 1 : 0
      await ended(child)
    }
    return lastLine(start(path, node))
  })
  const [{ counts }, rows] = [JSON.parse(whole.said) as { counts: Readonly<Record<string, number>> }, logs * 2]
  if (result !== undefined) writeResult(result, { killed, counts, whole, often })
  expect(Object.values(counts).reduce((sum, n) => sum + n, 0)).toBe(logs)
  // each pool has two tokens, so it is in one row of each table
  expect([whole.rows, often.rows]).toEqual([rows, rows])
  expect(often.sha256).toBe(whole.sha256)
  expect(often.said).toBe(whole.said)
  expect(killed).toBeGreaterThan(0)
}, 3_600_000)

type Walk = Awaited<ReturnType<typeof walk>>

function writeResult(
  path: string,
  { whole, often, ...seen }: { killed: number; counts: object; whole: Walk; often: Walk },
): void {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  const [cpu] = cpus()
  const machine = `${cpus().length} × ${cpu?.model ?? 'unknown'}`
  const figures = ({ seconds, answers, sha256 }: Walk) => ({ seconds, answers, sha256 })
  const document = {
    commit,
    machine,
    node: process.version,
    logs,
    limits,
    ...seen,
    whole: figures(whole),
    often: figures(often),
  }
  writeFileSync(path, `${JSON.stringify(document, null, 2)}\n`)
}
