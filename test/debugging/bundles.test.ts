/** From a quote to its reason on another machine, by the built program. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { decodeBundle, encodeBundle } from '#cli/request/debugging/bundle-file'
import { requireWhole } from '#cli/request/debugging/find-bundle'
import { BundleContents, BundleVerification } from '#cli/schemas/debugging/bundle'
import { CompareResult } from '#cli/schemas/debugging/compare'
import { ExplainResult } from '#cli/schemas/debugging/explain'
import { ReplayResult } from '#cli/schemas/debugging/replay'
import type { ReplayableBundle } from '#domain/debugging/debugging'
import { createHome, runSwapline } from '../cli/run-built.ts'
import { startSwapline } from '../hosted/start-swapline.ts'

const runInOneProcess = startSwapline()
let home: string
let port: number
const path = (name: string): string => join(home, name)

beforeAll(async () => {
  port = await findFreePort()
  home = mkdtempSync('/tmp/swapline-bundles-')
  const up = await run(['sandbox', 'up', '--port', String(port)])
  expect(up.code).toBe(0)
}, 120_000)
afterAll(async () => {
  await run(['sandbox', 'down'])
  rmSync(home, { recursive: true, force: true })
})

const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  runInOneProcess(home, args, { env, cwd: home })

/** Another machine: an empty home, and every connection refused. */
function runElsewhere(args: readonly string[]) {
  const elsewhere = createHome()
  const block = join(elsewhere, 'block.cjs')
  writeFileSync(block, "require('node:net').Socket.prototype.connect = () => { throw new Error('blocked') }\n")
  return runSwapline(elsewhere, args, { env: { NODE_OPTIONS: `--require ${block}` }, cwd: elsewhere })
}

async function read<T extends z.ZodObject>(
  schema: T,
  ran: Promise<{ stdout: string; stderr: string }>,
): Promise<z.infer<T>> {
  const { stdout, stderr } = await ran
  const document = JSON.parse(stdout)
  if (document.ok !== true) throw new Error(`${stdout}${stderr}`)
  return z.strictObject(schema.shape).parse(document.data) as z.infer<T>
}

test('a quote is saved, redacted and replayed elsewhere to the wei, without a network', async () => {
  const quoted = await run(['quote', '10', 'ETH', 'USDC', '-n', 'sandbox', '-o', 'json', '--save', 'a.quote.json'])
  expect(quoted.code).toBe(0)
  const quote = JSON.parse(quoted.stdout).data
  const [file, redacted] = [path('a.quote.json'), path('r.quote.json')]

  const text = readFileSync(file, 'utf8')
  for (const secret of [home, '127.0.0.1', 'localhost', 'http']) expect(text).not.toContain(secret)
  const inspected = await read(BundleContents, runElsewhere(['bundle', 'inspect', file, '-o', 'json']))
  expect(inspected).toMatchObject({ quoteId: quote.id, intact: true, redacted: false, failure: null })
  expect(inspected.buy?.raw).toBe(quote.buy.raw)

  expect((await run(['bundle', 'redact', file, '--addresses', '--out', redacted])).code).toBe(0)
  const sender = quote.fromAddress.toLowerCase()
  expect(text.toLowerCase()).toContain(sender)
  expect(readFileSync(redacted, 'utf8').toLowerCase()).not.toContain(sender)

  for (const one of [file, redacted]) {
    expect(await read(BundleVerification, runElsewhere(['bundle', 'verify', one, '-o', 'json']))).toMatchObject({
      ok: true,
    })
    const replayed = await read(ReplayResult, runElsewhere(['replay', one, '-o', 'json']))
    expect(replayed).toMatchObject({ match: true, diff: '0', expected: quote.buy.raw, actual: quote.buy.raw })
    expect(replayed.searched).toMatchObject({ match: true, sameRoute: true })
  }
})

test('a stored quote is recorded from the chain: the same pools, the same answer', async () => {
  await run(['bundle', 'create', 'last', '--out', 'c.quote.json'])
  const [saved, created] = await Promise.all(
    ['a.quote.json', 'c.quote.json'].map((one) => read(ReplayResult, run(['replay', one, '-o', 'json']))),
  )
  expect(created?.actual).toBe(saved?.actual)
  expect(created?.searched).toEqual(saved?.searched)
})

test('what if, and on the chain of now', async () => {
  const changes = ['--what-if', 'max-hops=1,slippage=1%', '--what-if', 'without-source=uniswap-v4']
  const { whatIf, at } = await read(
    ReplayResult,
    run(['replay', 'a.quote.json', '-o', 'json', ...changes, '--at', 'latest']),
  )
  expect(whatIf?.changes).toHaveLength(3)
  const { buy, minBuy, pools = [] } = whatIf?.route ?? {}
  expect(BigInt(minBuy?.raw ?? 0)).toBe((BigInt(buy?.raw ?? 0) * 99n) / 100n)
  expect(Number(whatIf?.diff)).toBeLessThan(0)
  expect(pools.length).toBe(whatIf?.route?.paths)
  expect(at).toMatchObject({ diff: '0', pools: { changed: 0, gone: 0, added: 0 } })
})

test('the chain moves: the legs that moved are named', async () => {
  expect((await run(['swap', '20', 'ETH', 'USDC', '-n', 'sandbox', '-y', '--save', 's.quote.json'])).code).toBe(0)
  const { at } = await read(ReplayResult, run(['replay', 'a.quote.json', '-o', 'json', '--at', 'latest']))
  expect(Number(at?.diff)).toBeLessThan(0)
  expect(at?.pools.changed).toBeGreaterThan(2)
  expect(at?.legs.filter(({ changed }) => changed).length).toBeGreaterThan(2)
  const swapped = await read(BundleContents, run(['bundle', 'inspect', 's.quote.json', '-o', 'json']))
  expect(swapped.transaction?.stage).toMatch(/^(?:mined|confirmed)$/)
  const { stdout } = await run(['trace', 's.quote.json', '-o', 'json'])
  expect(JSON.parse(stdout).data).toMatchObject({ hash: swapped.transaction?.hash, source: 'trace', revert: null })
})

test('explain accounts for every pool that was read, and its parts add up', async () => {
  const told = await read(ExplainResult, runElsewhere(['explain', path('a.quote.json'), '-o', 'json']))
  const { pools } = await read(BundleContents, run(['bundle', 'inspect', 'a.quote.json', '-o', 'json']))
  expect(told.counts.total).toBe(pools.read + pools.skipped + pools.excluded)
  expect(told.counts.used + Object.values(told.counts.reasons).reduce((sum, n) => sum + (n ?? 0), 0)).toBe(
    told.counts.total,
  )
  expect(told.counts.used).toBe(pools.used)
  expect(told.pools).toHaveLength(told.counts.total)
  const { gap, loss } = told
  const gapParts = gap?.parts.reduce((sum, { bps }) => sum + bps, 0) ?? Number.NaN
  expect(Math.abs(gapParts - (gap?.gapBps ?? 0))).toBeLessThan(0.01)
  const lost = loss.parts.reduce((sum, { value }) => sum + value, 0)
  expect(Math.abs(loss.ideal - lost - loss.net) / loss.ideal).toBeLessThan(1e-9)
})

test('side by side: all venues and each alone, networks, services', async () => {
  const compare = (...by: readonly string[]) =>
    read(CompareResult, run(['compare', '1', 'ETH', 'USDC', '-n', 'sandbox', ...by, '-o', 'json']))
  const [{ rows: venues }, { rows: networks }, { rows: services }] = [
    await compare('--venues'),
    await compare('--networks', 'sandbox,base'),
    await compare('--services', 'local,http://127.0.0.1:9'),
  ]
  const [all, ...alone] = venues
  expect(all).toMatchObject({ name: 'all together', behindPpm: 0 })
  // A venue alone prices gas by its own pools: a few millionths of a dollar.
  const best = BigInt(all?.net ?? 0) + 100n
  expect(alone.filter(({ net }) => BigInt(net ?? 0) > best)).toEqual([])
  const v3 = alone.find(({ name }) => name === 'Uniswap V3')
  const quoted = await run(['quote', '1', 'ETH', 'USDC', '-n', 'sandbox', '--include', 'uniswap-v3', '-o', 'json'])
  expect(v3?.buy?.raw).toBe(JSON.parse(quoted.stdout).data.buy.raw)
  expect(networks).toMatchObject([
    { name: 'sandbox', buy: { raw: all?.buy?.raw }, error: null },
    { name: 'base', buy: null, error: { code: 'NETWORK_UNAVAILABLE' } },
  ])
  expect(services).toMatchObject([
    { name: 'local', behindPpm: 0, error: null },
    { name: '127.0.0.1:9', buy: null, error: { code: 'SERVICE_UNREACHABLE' } },
  ])
})

test('a damaged, a forged and a foreign file are refused', async () => {
  const text = readFileSync(path('a.quote.json'), 'utf8')
  const { quote } = JSON.parse(text)
  const out = quote.route.amountOut.$bigint
  const cases = [
    ['damaged', text.replaceAll(out, String(BigInt(out) + 1n)), 16, 'changed since it was written'],
    ['cut', text.slice(0, 5_000), 2, 'it is no JSON, or it is cut off'],
    ['foreign', '{"hello": 1}', 2, 'is wrong'],
    ['hostile', text.replace('"families":[', '"families":[{"$evil":1},'), 2, 'is wrong'],
  ] as const
  for (const [name, body, code, words] of cases) {
    writeFileSync(path(`${name}.quote.json`), body)
    const ran = await run(['bundle', 'verify', `${name}.quote.json`])
    expect({ name, code: ran.code }).toEqual({ name, code })
    expect(ran.stdout + ran.stderr).toContain(words)
  }
})

test('a recorded state that no pool can have is refused, also where the chain of now is asked', async () => {
  const { market, quote, ...rest } = requireWhole(decodeBundle(readFileSync(path('a.quote.json'), 'utf8')).bundle)
  const [first] = quote.route.legs
  const withState = (state: unknown): ReplayableBundle => {
    const pools = market.snapshot.pools.map((one) =>
      one.pool.address === first?.pool.address ? { ...one, state } : one,
    )
    return { ...rest, quote, market: { ...market, snapshot: { ...market.snapshot, pools } } }
  }
  for (const [name, state] of Object.entries({ empty: {}, text: 'none', nested: { reserves: [null] } })) {
    writeFileSync(path(`${name}.quote.json`), encodeBundle(withState(state)))
    const { code, stderr } = await run(['replay', `${name}.quote.json`, '--at', 'latest'])
    expect({ name, code }).toEqual({ name, code: 2 })
    expect(stderr).toContain('a pool in it has a state that its family cannot have')
  }
})

test('a failed command writes what it knew; an existing file is refused before anything is done', async () => {
  const failing = ['quote', '1', 'ETH', 'USDC', '-n', 'sandbox', '--max-hops', '1', '--include', 'saddle']
  const failed = await run([...failing, '--bundle-on-error', 'e.quote.json'])
  expect(failed.code).toBe(7)
  const told = await read(BundleContents, run(['bundle', 'inspect', 'e.quote.json', '-o', 'json']))
  expect(told).toMatchObject({ quoteId: null, failure: { code: 'NO_ROUTE', exit: 7 } })
  expect(told.pools.read).toBeGreaterThan(0)
  const again = await run([...failing, '--bundle-on-error', 'e.quote.json'])
  expect(again.code).toBe(2)
  expect(again.stderr).toContain('exists already')
  expect((await run(['replay', 'e.quote.json'])).code).toBe(6)
})

async function findFreePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}
