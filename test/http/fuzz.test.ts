/**
 * The built server answers every request: no 5xx except for shedding, no stack, no control bytes, no wait without end.
 * `npm run test:http:fuzz` sends 200,000 requests and writes the result.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningChain, startChain } from '#sandbox/anvil/start'
import { runSwapline } from '../cli/run-built.ts'
import { generousFlags, startBuiltServer } from './built-server.ts'
import { defaultQuery, toQueryString, unknownId } from './fixture.ts'
import { faultsOf } from './fuzz/judge.ts'
import { bytesOf, type Fuzzed, someId } from './fuzz/request.ts'
import { fuzzed } from './fuzz/requests.ts'
import { createLine, type Outcome } from './fuzz/send.ts'

const { SWAPLINE_SEED, SWAPLINE_HTTP_REQUESTS = '400', SWAPLINE_HTTP_RESULT } = process.env
const requests = Number(SWAPLINE_HTTP_REQUESTS)
const atOnce = 10

let chain: RunningChain
let home: string
beforeAll(async () => {
  chain = await startChain()
  home = mkdtempSync(join(tmpdir(), 'swapline-fuzz-'))
})
afterAll(async () => {
  await chain.stop()
  rmSync(home, { recursive: true, force: true })
})

test(
  `${requests} fuzzed requests`,
  async () => {
    const server = await startBuiltServer({ home, chainUrl: chain.url }, [
      ...generousFlags,
      '--key-rate',
      '100000',
      '--key-burst',
      '100000',
    ])
    const added = await runSwapline(home, ['serve', 'keys', 'add', 'fuzz', '-o', 'json'])
    const apikey: string = JSON.parse(added.stdout).data.text
    const lines = { public: lanes(server.url), authenticated: lanes(server.authUrl) }
    const memoryBefore = residentMiB(server.child.pid)
    const begun = performance.now()
    const seen = { statuses: new Map<string, number>(), quotes: 0, slowest: 0, unanswered: 0 }
    const ids = [unknownId]

    async function send(one: Fuzzed, lane: number): Promise<readonly string[]> {
      const line = lines[one.address][lane]
      if (line === undefined) throw new RangeError('no such lane')
      const whole = 'method' in one
      const keyed = (text: string) =>
        one.address === 'public' ? text : text.replace('\r\n', `\r\napikey: ${apikey}\r\n`)
      const written = keyed(whole ? bytesOf(one) : one.bytes).replaceAll(someId, ids[lane % ids.length] ?? unknownId)
      const outcome = whole ? await line.ask(written, one.method === 'HEAD') : await line.pour(written)
      note(outcome)
      return faultsOf(outcome, whole).map((fault) => `${fault} for ${JSON.stringify(written.slice(0, 1_000))}`)
    }

    function note({ answer, milliseconds }: Outcome): void {
      const status = String(answer?.status ?? 'closed')
      seen.statuses.set(status, (seen.statuses.get(status) ?? 0) + 1)
      seen.slowest = Math.max(seen.slowest, milliseconds)
      const id = /^\{(?:"quote":\{)?"id":"([0-9a-f-]{36})","quote-id"/.exec(answer?.body ?? '')?.[1]
      if (id === undefined) return
      seen.quotes += 1
      ids.unshift(id)
      ids.length = Math.min(ids.length, atOnce)
    }

    await fc.assert(
      fc.asyncProperty(fc.array(fuzzed, { minLength: atOnce, maxLength: atOnce, size: 'max' }), async (batch) => {
        const faults = await Promise.all(batch.map((one, lane) => send(one, lane)))
        expect(faults.flat()).toEqual([])
      }),
      { numRuns: Math.ceil(requests / atOnce), seed: Number(SWAPLINE_SEED), endOnFailure: true, asyncReporter: tell },
    )
    for (const line of [...lines.public, ...lines.authenticated]) line.close()

    const seconds = Math.round((performance.now() - begun) / 1_000)
    const memoryAfter = residentMiB(server.child.pid)
    expect((await fetch(`${server.url}/aggregator/quote${toQueryString(defaultQuery)}`)).status).toBe(200)
    const metrics = await (await fetch(`${server.metricsUrl}/metrics`)).text()
    expect(metrics).toMatch(/^swapline_working\{network="sandbox"\} 0$/m)
    expect(metrics).toMatch(/^swapline_waiting\{network="sandbox"\} 0$/m)
    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    expect(server.getOutput().stderr).not.toMatch(/"level":50|"status":500|unhandled/i)
    expect(seen.quotes).toBeGreaterThan(requests / 50)
    if (SWAPLINE_HTTP_RESULT === undefined) return
    const byStatus = Object.fromEntries([...seen.statuses].sort(([a], [b]) => (a < b ? -1 : 1)))
    const result = {
      requests: [...seen.statuses.values()].reduce((sum, count) => sum + count, 0),
      byStatus,
      quotes: seen.quotes,
      slowestMilliseconds: Math.round(seen.slowest),
      faults: 0,
      memoryMiB: { before: memoryBefore, after: memoryAfter },
      seed: Number(SWAPLINE_SEED),
      seconds,
      on: `${cpus().length} cores, Node.js ${process.versions.node}`,
    }
    writeFileSync(SWAPLINE_HTTP_RESULT, `${JSON.stringify(result, undefined, 2)}\n`)
  },
  Math.max(240_000, requests * 20),
)

/** Reports the faults and the seed; the whole batch would fill pages. */
async function tell<T>({ failed, seed, counterexamplePath, errorInstance }: fc.RunDetails<T>): Promise<void> {
  if (failed) throw new Error(`seed ${seed}, path ${counterexamplePath}`, { cause: errorInstance })
}

/** Concurrent clients, each with one request at a time. */
const lanes = (url: string) => Array.from({ length: atOnce }, () => createLine(url))

/** On systems that report it. */
function residentMiB(pid: number | undefined): number | null {
  try {
    const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1])
    return Math.round((pages * 4_096) / 2 ** 20)
  } catch {
    return null
  }
}
