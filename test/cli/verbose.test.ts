/** What `-v`, `-vv` and `--log-file` tell, and what they never tell. */
import { readFileSync, statSync } from 'node:fs'
import { request as ask, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningChain, startChain } from '#sandbox/anvil/start'
import { startSwapline } from '../hosted/start-swapline.ts'
import { createHome } from './run-built.ts'

const runSwapline = startSwapline()

let chain: RunningChain
/** Passes on to the chain whatever path it is asked under, as a provider does that has its key there. */
const provider = createServer((incoming, outgoing) => {
  const { hostname, port } = new URL(chain.url)
  const passed = ask({ hostname, port, method: 'POST', headers: incoming.headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(outgoing)
  })
  passed.on('error', () => outgoing.destroy())
  incoming.pipe(passed)
})
let host: string
beforeAll(async () => {
  chain = await startChain()
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  host = `127.0.0.1:${(provider.address() as AddressInfo).port}`
})
afterAll(async () => {
  provider.closeAllConnections()
  provider.close()
  await chain.stop()
})

const quote = (home: string, ...args: readonly string[]) =>
  runSwapline(home, ['quote', '1', 'ETH', 'USDC', '-n', 'sandbox', '--json', ...args], {
    env: { SWAPLINE_RPC_URL: `http://user:CANARY@${host}/v3/CANARY?key=CANARY`, SWAPLINE_PASSWORD: 'hunter22' },
  })

test('nothing without -v; with it the requests, the block, the mode and the phases, by host only', async () => {
  const home = createHome()
  expect((await quote(home)).stderr).toBe('')
  const { stdout, stderr, code } = await quote(home, '-v')
  expect(code).toBe(0)
  expect(JSON.parse(stdout).ok).toBe(true)
  expect(stderr).not.toContain('CANARY')
  expect(stderr).toMatch(/^settings read after \d+ ms$/m)
  expect(stderr).toMatch(new RegExp(`^sandbox: ${host}, \\d+ posts?, \\d+ ms: .*eth_chainId.*eth_call`, 'm'))
  expect(stderr).toMatch(/^sandbox: block \d+; pools read by \w+; lists of pools: 1 from the cache, 0 searched$/m)
  expect(stderr).toMatch(/^sandbox: head and pools .*\d+ ms/m)
  expect(stderr).toMatch(/^quote: head and pools \d+ ms, search \d+ ms, proof \d+ ms, in all \d+ ms$/m)
  expect(stderr).toMatch(/^in all \d+ ms\n$/m)
  expect(stderr.trim().split('\n').length).toBeLessThanOrEqual(12)
})

test('-vv tells each request as it ends', async () => {
  const { stderr } = await quote(createHome(), '-vv')
  const each = stderr.split('\n').filter((line) => line.startsWith(`${host}: `))
  expect(each.length).toBeGreaterThan(0)
  for (const line of each) expect(line).toMatch(/: (?:\w+_\w+(?: × \d+)?, )+\d+ ms$/)
  expect(stderr).not.toContain('CANARY')
})

test('an endpoint that fails is named with -v', async () => {
  const dead = ['--rpc-url', 'http://127.0.0.1:1/CANARY', '--rpc-url', `http://${host}`]
  const { stderr, code } = await quote(createHome(), '-v', ...dead)
  expect(code).toBe(0)
  expect(stderr).toMatch(/^127\.0\.0\.1:1 /m)
  expect(stderr).toMatch(/^sandbox: 127\.0\.0\.1:1, \d+ posts?, \d+ without an answer/m)
  expect(stderr).not.toContain('CANARY')
})

test('the log file gets a line for each command, good or failed, and no secret', async () => {
  const home = createHome()
  const path = join(home, 'log.jsonl')
  expect((await quote(home, '--log-file', path)).code).toBe(0)
  expect((await quote(home, '--log-file', path, '--max-impact', '1')).code).toBe(2) // no option of quote: not logged
  const failed = await runSwapline(home, ['distributions', '7b3e91c4', '--log-file', path])
  expect(failed.code).toBe(6)
  const lines = readFileSync(path, 'utf8').trim().split('\n')
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({
      level: 'info',
      command: 'quote',
      network: 'sandbox',
      code: 0,
      durationMs: expect.any(Number),
    }),
    expect.objectContaining({ level: 'error', command: 'distributions', code: 6, error: 'QUOTE_NOT_FOUND' }),
  ])
  expect(statSync(path).mode & 0o777).toBe(0o600)
  await quote(home, '--log-file', path, '-vv')
  const text = readFileSync(path, 'utf8')
  expect(text).toContain('"level":"debug"')
  expect(text).not.toMatch(/CANARY|hunter22/)
})
