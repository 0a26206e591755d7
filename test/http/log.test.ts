/** The operator's log: one JSON line per request, with the cause of a failure, and no secret. */
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { fail } from '#domain/errors'
import { createHome, runSwapline } from '../cli/run-built.ts'
import { startPostgres } from '../store/postgres-server.ts'
import { type BrokenApi, startBrokenService } from './broken-service.ts'
import { type BuiltServer, generousFlags, spawnServer, startBuiltServer } from './built-server.ts'
import { defaultQuery, readReply, toQueryString, unknownId } from './fixture.ts'

type Line = Readonly<Record<string, unknown>>

/** Every line has to be JSON. */
const linesOf = (text: string): readonly Line[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))

/** The line of a request, which is written after its answer. */
const lineOf = (text: () => string, requestId: string): Promise<Line | undefined> =>
  expect
    .poll(() => linesOf(text()).find((line) => line['requestId'] === requestId && 'status' in line))
    .toBeDefined()
    .then(() => linesOf(text()).find((line) => line['requestId'] === requestId && 'status' in line))

/** No server listens there; the last part of the path looks like a provider's key. */
const deadEndpoint = 'http://127.0.0.1:9/v3/c0ffee5ec2e7c0ffee5ec2e7'
const ask = async (server: BuiltServer) =>
  readReply(await fetch(`${server.url}/aggregator/quote${toQueryString(defaultQuery)}`))

describe('the built program', () => {
  const home = mkdtempSync(join(tmpdir(), 'swapline-log-'))
  let server: BuiltServer
  beforeAll(async () => {
    const place = { home, chainUrl: deadEndpoint, env: { SWAPLINE_LOG: 'debug' } }
    server = await spawnServer(place, [...generousFlags, '--key-rate', '1', '--key-burst', '1'])
  })
  afterAll(() => {
    server.child.kill('SIGKILL')
    rmSync(home, { recursive: true, force: true })
  })

  test('a 503 has its cause in the log, under the id its client was given', async () => {
    const { status, body } = await ask(server)
    expect([status, body.code, body.details]).toEqual([503, 1503, []])
    const line = await lineOf(() => server.getOutput().stderr, body.requestId)
    expect(line).toEqual({
      level: 40,
      time: expect.any(Number),
      requestId: body.requestId,
      address: 'public',
      ip: '127.0.0.1',
      method: 'GET',
      path: '/aggregator/quote',
      network: 'sandbox',
      status: 503,
      ms: expect.any(Number),
      code: 1503,
      error: 'NETWORK_UNAVAILABLE',
      reason: expect.stringMatching(
        /^No RPC endpoint of Sandbox answers: 127\.0\.0\.1:9 refuses the connection(, and is tried again soon)?\.$/,
      ),
    })
    expect(server.getOutput().stderr).not.toContain('c0ffee5ec2e7')
  })

  test('at debug level, endpoint failures are logged too, by request', async () => {
    const { body } = await ask(server)
    await lineOf(() => server.getOutput().stderr, body.requestId)
    const told = linesOf(server.getOutput().stderr).filter((line) => line['level'] === 20)
    expect(told).toContainEqual({
      level: 20,
      time: expect.any(Number),
      requestId: body.requestId,
      network: 'sandbox',
      msg: expect.stringMatching(/^127\.0\.0\.1:9 refuses the connection(, and is tried again soon)?$/),
    })
    expect(server.getOutput().stderr).not.toContain('c0ffee5ec2e7')
  })

  test('SWAPLINE_LOG=warn and --quiet omit successful requests', async () => {
    const place = { home: createHome(), chainUrl: deadEndpoint }
    for (const [env, flags, levels] of [
      [{ SWAPLINE_LOG: 'warn' }, [], [40]],
      [{}, ['--quiet'], []],
    ] as const) {
      const quiet = await startBuiltServer({ ...place, env }, [...generousFlags, ...flags])
      await fetch(`${quiet.url}/healthz`)
      await ask(quiet)
      quiet.child.kill('SIGTERM')
      await quiet.ended
      const seen = linesOf(quiet.getOutput().stderr).filter((line) => 'path' in line)
      expect(seen.map((line) => line['level'])).toEqual(levels)
    }
  })

  test('a store that died is named, without its password', async () => {
    const postgres = await startPostgres()
    onTestFinished(() => postgres.close())
    const url = new URL(postgres.url)
    url.password = 'hunter2hunter2'
    const place = { home: createHome(), chainUrl: deadEndpoint }
    const stored = await startBuiltServer(place, [...generousFlags, '--db', url.href])
    await postgres.kill()
    const path = `/aggregator/distributions?quoteId=${unknownId}`
    const { status, body } = await readReply(await fetch(`${stored.url}${path}`))
    expect([status, body.message]).toEqual([503, 'The service cannot answer now, please try again'])
    expect(await lineOf(() => stored.getOutput().stderr, body.requestId)).toMatchObject({
      level: 40,
      error: 'STORE_UNREACHABLE',
      reason: expect.stringMatching(/127\.0\.0\.1.* (?:closed|refuses|broke) /),
    })
    expect(stored.getOutput().stderr).not.toContain('hunter2')
  })

  test('the caller is logged by address and by key id, never by the key', async () => {
    const { stdout } = await runSwapline(home, ['serve', 'keys', 'add', 'alice', '-o', 'json'])
    const { key, text } = JSON.parse(stdout).data
    const keyed = async (apikey: string) =>
      readReply(await fetch(`${server.authUrl}/aggregator/distributions?quoteId=${unknownId}`, { headers: { apikey } }))
    const said = () => server.getOutput().stderr
    const first = await keyed(text)
    expect(await lineOf(said, first.body.requestId)).toMatchObject({
      level: 30,
      address: 'authenticated',
      ip: '127.0.0.1',
      keyId: key.id,
      status: 404,
      code: 3001,
      error: 'QUOTE_NOT_FOUND',
    })
    const refused = await keyed(text)
    expect(await lineOf(said, refused.body.requestId)).toMatchObject({ keyId: key.id, status: 429, code: 1429 })
    const wrong = await keyed(`${text.slice(0, -1)}${text.endsWith('A') ? 'B' : 'A'}`)
    expect(await lineOf(said, wrong.body.requestId)).not.toHaveProperty('keyId')
    expect(said()).not.toContain(text.slice(12, 40))
  })
})

describe('in this process', () => {
  let broken: BrokenApi
  beforeAll(async () => {
    broken = await startBrokenService()
  })
  afterAll(() => broken.close())

  test.each([
    [fail('OVERLOADED', {}), { level: 40, code: 1503, error: 'OVERLOADED' }],
    [fail('STORE_BUSY', { what: 'the store x' }), { level: 40, code: 1503, error: 'STORE_BUSY' }],
    [fail('ROUTING_LOST', { reason: 'it died' }), { level: 40, code: 1503, error: 'ROUTING_LOST' }],
    [
      fail('TOKEN_UNREADABLE', { address: defaultQuery['toTokenAddress']?.toLowerCase() ?? '', network: 'x' }),
      { level: 30, code: 2003 },
    ],
    [new TypeError('of ours'), { level: 50, code: 1500, error: 'INTERNAL', err: { message: 'of ours' } }],
  ])('%s', async (failure, line) => {
    broken.failWith(failure)
    const { body } = await broken.quote()
    expect(await lineOf(broken.getLog, body.requestId)).toMatchObject({ ...line, network: 'sandbox' })
  })

  test('a path that cannot be read has a line too', async () => {
    const { body } = await broken.get('/%zz')
    expect(await lineOf(broken.getLog, body.requestId)).toMatchObject({ path: 'none', status: 400, code: 1000 })
  })

  test('a client that disconnected is not logged as an error', async () => {
    broken.failWith(new Promise(() => undefined))
    const sent = request(`${broken.server.url}/aggregator/quote${toQueryString(defaultQuery)}`)
    sent.on('error', () => undefined).end()
    setTimeout(() => sent.destroy(), 200)
    await expect
      .poll(() => linesOf(broken.getLog()).at(-1))
      .toMatchObject({ level: 30, network: 'sandbox', gone: true })
  })
})
