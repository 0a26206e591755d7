/** `trace` of transactions that no journal knows: every call, and where a revert began. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ExplainResult } from '#cli/schemas/debugging/explain'
import { TraceResult } from '#cli/schemas/debugging/trace'
import type { RevertClass } from '#domain/failures/revert-reason'
import { amount, hex, nativeToken } from '#domain/units'
import { sandboxGround } from '#sandbox/addresses.gen'
import type { Rule } from '../chain/faults.ts'
import { expectRefusal, parseData } from './expect-refusal.ts'
import { type CliFixture, findDevAddress, startCliFixture } from './fixture.ts'
import { pools, revertCases, send, swapData, tokens } from './revert-cases.ts'

let fixture: CliFixture
beforeAll(async () => {
  fixture = await startCliFixture()
})
afterAll(() => fixture.close())

/** By a user who has never used the program before. */
const traceOf = async (hash: string, rpc = fixture.chain.url) =>
  z
    .strictObject(TraceResult.shape)
    .parse(parseData(await fixture.createHostedUser().run(['trace', hash, '-o', 'json'], { rpc })))

const refuse = (method: string): Rule => ({
  method,
  fault: { kind: 'error', code: -32601, message: `the method ${method} does not exist/is not available` },
})

/** USDC is a proxy: what it delegates is one deeper. */
const expectedCalls = [
  '0 router.swap',
  '1 WETH.deposit',
  '1 USDC.balanceOf',
  '2 USDC.balanceOf',
  '1 WETH.transfer',
  '1 pool.getReserves',
  '1 pool.swap',
  '2 USDC.transfer',
  '3 USDC.transfer',
  '2 WETH.balanceOf',
  '2 USDC.balanceOf',
  '3 USDC.balanceOf',
  '1 USDC.balanceOf',
  '2 USDC.balanceOf',
]

/** The contract and function in which the revert begins. */
const places: readonly (readonly [RevertClass, label: string | null, name: string])[] = [
  ['allowance', 'USDC', 'transferFrom'],
  ['balance', 'USDC', 'transferFrom'],
  ['minimum', 'router', 'swap'],
  ['deadline', 'router', 'swap'],
  ['out-of-gas', 'USDC', 'balanceOf'],
  ['missing-value', 'router', 'swap'],
  ['token-tax', 'pool', 'swap'],
  ['paused-token', 'USDC', 'transferFrom'],
  ['pool', 'DAI', 'getReserves'],
  ['router-auth', 'router', 'fillOrder'],
  ['panic', 'USDC', 'transferFrom'],
  ['unknown', 'USDC', 'transferFrom'],
]

test.each(places)('%s begins in %s.%s', async (name, label, call) => {
  const hash = await revertCases[name](fixture.chain)
  const told = await traceOf(hash)
  expect(told).toMatchObject({ source: 'trace', exact: true, cut: 0, stage: 'reverted' })
  expect(told.revert).toMatchObject({ class: name, at: { label, name: call } })
  expect(told.calls.filter(({ firstRevert }) => firstRevert)).toHaveLength(1)
  expect(told.calls[0]).toMatchObject({ depth: 0, label: 'router', failed: true })
})

test('every call, with amounts in tokens', async () => {
  const { calls } = await traceOf(await revertCases.minimum(fixture.chain))
  const names = calls.map(({ depth, label, name }) => `${depth} ${label}.${name}`)
  expect(names).toEqual(expectedCalls)
  expect(calls[0]?.args.slice(2, 4)).toEqual([
    { name: 'amountIn', value: { raw: '1000000000000000', formatted: '0.001', symbol: 'ETH', listed: true } },
    { name: 'minOut', value: { raw: '1000000000000', formatted: '1000000', symbol: 'USDC', listed: true } },
  ])
  expect(calls[1]).toMatchObject({ name: 'deposit', value: '1000000000000000', failed: false })
  expect(calls.find(({ name }) => name === 'transfer')?.args).toEqual([
    { name: 'to', value: { address: '0x3dC9F992048df3c73E7794A5F794A5478e86609B', label: 'pool' } },
    { name: 'amount', value: { raw: '1000000000000000', formatted: '0.001', symbol: 'WETH', listed: true } },
  ])
})

test('without a tracing node it runs again on the block before, and says that this is approximate', async () => {
  const hash = await revertCases.minimum(fixture.chain)
  const proxy = await fixture.addProxy([refuse('debug_traceTransaction')])
  const replayed = await traceOf(hash, proxy.url)
  expect(replayed).toMatchObject({ source: 'replayed', exact: false, revert: { class: 'minimum' } })
  expect(replayed.calls.length).toBeGreaterThan(3)
  const poor = await fixture.addProxy([refuse('debug_traceTransaction'), refuse('debug_traceCall')])
  const outermost = await traceOf(hash, poor.url)
  expect(outermost).toMatchObject({
    source: 'replayed',
    exact: false,
    revert: { at: { label: 'router', name: 'swap' } },
  })
  expect(outermost.calls).toHaveLength(1)
})

test('without the state before its block: no calls, and it says which node could tell', async () => {
  const hash = await revertCases.minimum(fixture.chain)
  const noOldStates: Rule = {
    method: 'eth_call',
    when: ({ params }) => /^0x/.test(String(params[1])),
    fault: { kind: 'error', code: -32000, message: 'missing trie node 5a1b (path ) state 0x5a1b is not available' },
  }
  const rules = [refuse('debug_traceTransaction'), refuse('debug_traceCall'), noOldStates]
  const { url } = await fixture.addProxy(rules)
  expect(await traceOf(hash, url)).toMatchObject({ source: 'none', calls: [], revert: { class: 'unknown', at: null } })
  const { stdout } = await fixture.createHostedUser().run(['trace', hash], { rpc: url })
  expect(stdout).toContain('An archive node that traces can tell')
})

describe('a transaction that our program did not send, by an empty store', () => {
  const [from, recipient] = [findDevAddress('dev1'), findDevAddress('dev2')]
  const run = (args: readonly string[]) => fixture.createHostedUser().run(args, { rpc: fixture.chain.url })
  const transfer = (units: bigint) =>
    hex(`0xa9059cbb${recipient.slice(2).padStart(64, '0')}${units.toString(16).padStart(64, '0')}`)

  test('a swap of our router: explained by the best route before its block, no word of its quote or account', async () => {
    const call = { tokenIn: nativeToken, tokenOut: tokens.USDC, amountIn: amount(10n ** 17n), minimumOut: amount(7n) }
    const data = swapData(pools.wethUsdc, { ...call, recipient })
    const { hash } = await send(fixture.chain, { from, data, value: 10n ** 17n })
    const block = Number(await fixture.chain.rpc<string>('eth_blockNumber'))
    const told = z.strictObject(ExplainResult.shape).parse(parseData(await run(['explain', hash, '-o', 'json'])))
    expect(told.transaction).toMatchObject({ hash, stage: 'confirmed', block, minimum: '7' })
    expect(told.block).toBe(block - 1)
    expect(told.sell).toMatchObject({ raw: '100000000000000000' })
    expect(BigInt(told.buy.raw)).toBeGreaterThan(BigInt(told.transaction?.bought ?? ''))
    expect(told.guards.map(({ id }) => id)).toEqual([
      ...['minimum', 'impact', 'gas', 'tokens', 'router'],
      ...['balance', 'allowance'],
    ])
    expect(told.guards[0]).toMatchObject({ value: '0.000007 USDC' })
    expect(told.guards.slice(-2)).toMatchObject([{ level: 'unknown' }, { level: 'unknown' }])
    expect((await run(['explain', hash])).stdout.replace(/\s+/g, ' ')).toMatch(
      new RegExp(
        `Swap ${hash.slice(0, 10)}… in block ${block}: confirmed, brought [\\d.,]+ USDC; the best route below is \\+`,
      ),
    )
  })

  test('a transfer: traced with its amount; there is no route to explain, and the remedy is the trace', async () => {
    const { hash } = await send(fixture.chain, { from, to: tokens.USDC, data: transfer(1_500_000n) })
    const traced = await traceOf(hash)
    expect(traced).toMatchObject({ ours: false, stage: 'confirmed', source: 'trace', revert: null })
    expect(traced.calls[0]).toMatchObject({ label: 'USDC', name: 'transfer', failed: false })
    expect(traced.calls[0]?.args[1]?.value).toEqual({ raw: '1500000', formatted: '1.5', symbol: 'USDC', listed: true })
    await expectRefusal(fixture.createHostedUser(), ['explain', hash], {
      code: 'BUNDLE_NOT_POSSIBLE',
      says: [
        `Transaction ${hash.slice(0, 10)}… cannot be recorded: it is no swap of our router.`,
        `swapline trace ${hash}`,
      ],
    })
  })

  test('a token in no list that calls itself USDC is not shown as USDC', async () => {
    const to = sandboxGround.tokens['fake USDC'].address
    const { hash } = await send(fixture.chain, { from: sandboxGround.treasury, to, data: transfer(1_000_000n) })
    expect((await traceOf(hash)).calls[0]).toMatchObject({
      label: 'unlisted USDC',
      args: [{}, { value: { listed: false } }],
    })
    const { stdout } = await run(['trace', hash])
    expect(stdout).toMatch(/unlisted USDC 0x[0-9a-fA-F]{4}…[0-9a-fA-F]{4}\.transfer\(/)
    expect(stdout).toMatch(/amount [\d.]+ unlisted USDC/)
  })

  test('a creation: its calls too', async () => {
    const { hash } = await send(fixture.chain, { from, to: undefined, data: hex('0x600160005360016000f3') })
    expect(await traceOf(hash)).toMatchObject({
      ours: false,
      source: 'trace',
      calls: [{ kind: 'CREATE', failed: false }],
    })
  })

  test('a hash that no endpoint knows', async () => {
    const hash = `0x${'6b'.repeat(32)}`
    for (const command of ['trace', 'explain'])
      await expectRefusal(fixture.createHostedUser(), [command, hash], {
        code: 'SWAP_NOT_FOUND',
        says: ['No endpoint of Sandbox knows'],
      })
  })
})
