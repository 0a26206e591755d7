/** `trace` of transactions that no journal knows: every call, and where a revert began. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { TraceResult } from '#cli/schemas/debugging/trace'
import type { RevertClass } from '#domain/failures/revert-reason'
import type { Rule } from '../chain/faults.ts'
import { parseData } from './expect-refusal.ts'
import { type CliFixture, startCliFixture } from './fixture.ts'
import { revertCases } from './revert-cases.ts'

let fixture: CliFixture
beforeAll(async () => {
  fixture = await startCliFixture()
})
afterAll(() => fixture.close())

/** By a user who has never used the program before. */
const traceOf = async (hash: string, rpc = fixture.chain.url) =>
  z
    .strictObject(TraceResult.shape)
    .parse(parseData(await fixture.createUser().run(['trace', hash, '-o', 'json'], { rpc })))

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
    { name: 'amountIn', value: { raw: '1000000000000000', formatted: '0.001', symbol: 'ETH' } },
    { name: 'minOut', value: { raw: '1000000000000', formatted: '1000000', symbol: 'USDC' } },
  ])
  expect(calls[1]).toMatchObject({ name: 'deposit', value: '1000000000000000', failed: false })
  expect(calls.find(({ name }) => name === 'transfer')?.args).toEqual([
    { name: 'to', value: { address: '0x3dC9F992048df3c73E7794A5F794A5478e86609B', label: 'pool' } },
    { name: 'amount', value: { raw: '1000000000000000', formatted: '0.001', symbol: 'WETH' } },
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
  const { stdout } = await fixture.createUser().run(['trace', hash], { rpc: url })
  expect(stdout).toContain('An archive node that traces can tell')
})
