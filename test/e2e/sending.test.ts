/** After the signature: whatever the network does, at most one swap happens, and every statement about it is true. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { FaultProxy } from '../chain/proxy.ts'
import { type ExpectedFailure, expectFailureJson, expectRefusal, parseData } from './expect-refusal.ts'
import { type CliFixture, type RunOptions, type RunResult, startCliFixture, type User } from './fixture.ts'

interface Swap {
  readonly stage: string
  readonly swapId: string
  readonly tx: { readonly hash: string; readonly nonce: number }
}

vi.setConfig({ testTimeout: 90_000 })

let fixture: CliFixture
let user: User
const proxies: FaultProxy[] = []

beforeAll(async () => {
  fixture = await startCliFixture()
  user = fixture.createUser()
  await user.run(['quote', '0.01', 'ETH', 'USDC'])
})
afterAll(() => fixture.close())
afterEach(async () => {
  for (const proxy of proxies.splice(0)) proxy.rules([])
  await fixture.chain.rpc('evm_setAutomine', true)
})

const swapping = (account: string, ...more: readonly string[]): readonly string[] => [
  'swap',
  '0.01',
  'ETH',
  'USDC',
  '-y',
  '-a',
  account,
  ...more,
]
const json = (args: readonly string[], circumstances?: RunOptions): Promise<RunResult> =>
  user.run([...args, '-o', 'json'], circumstances)
const sends = (proxy: FaultProxy): number =>
  proxy.posts.flat().filter((name) => name === 'eth_sendRawTransaction').length

async function startProxied(...rules: Parameters<CliFixture['addProxy']>[0]): Promise<FaultProxy> {
  const proxy = await fixture.addProxy(rules)
  proxies.push(proxy)
  return proxy
}

test('an answer lost after the node took the bytes: followed, and sent once', async () => {
  const proxy = await startProxied({ method: 'eth_sendRawTransaction', fault: { kind: 'lose' } })
  const args = swapping('dev1', '--id', 'lost')
  const first = parseData<Swap>(await json(args, { rpc: proxy.url }))
  const again = parseData<Swap>(await json(args, { rpc: proxy.url }))
  const seen = parseData<Swap>(await json(['status', 'lost']))
  expect([first.stage, again.stage, seen.stage]).toEqual(['confirmed', 'confirmed', 'confirmed'])
  expect(new Set([first.tx.hash, again.tx.hash, seen.tx.hash]).size).toBe(1)
  expect(await fixture.countSentBy('dev1')).toBe(1)
  await expectRefusal(user, ['swap', '0.01', 'ETH', 'DAI', '-y', '-a', 'dev1', '--id', 'lost'], { code: 'KEY_TAKEN' })
})

test('bytes that never arrived are unknown, and a rerun sends the same bytes', async () => {
  const proxy = await startProxied({ method: 'eth_sendRawTransaction', fault: { kind: 'reset' } })
  const args = swapping('dev2', '--id', 'gone')
  const open: ExpectedFailure = {
    code: 'OUTCOME_UNKNOWN',
    sent: true,
    says: ['swapline status', 'never swap again', 'no answer'],
  }
  const { txHash } = expectFailureJson(await json([...args, '--timeout', '10s'], { rpc: proxy.url }), open)
  expect(sends(proxy)).toBeGreaterThan(0)
  expect(parseData<Swap>(await json(['status', 'gone'])).stage).toBe('unknown')

  expectFailureJson(await json([...args, '--timeout', '5s'], { rpc: 'http://127.0.0.1:1' }), {
    code: 'OUTCOME_UNKNOWN',
    sent: true,
  })
  const done = parseData<Swap>(await json(args))
  expect(done).toMatchObject({ stage: 'confirmed', tx: { nonce: 0 } })
  expect(await fixture.countSentBy('dev2')).toBe(1)
  expect(done.tx.hash).toBe(txHash)
})

test('--no-wait: exit 0 once the node has it, 13 if unknown', async () => {
  const accepted = parseData<Swap>(await json(swapping('dev3', '--no-wait')))
  expect(accepted.stage).toBe('submitted')
  expect(parseData<Swap>(await json(['status', accepted.swapId])).stage).toBe('confirmed')

  const proxy = await startProxied({ method: 'eth_sendRawTransaction', fault: { kind: 'reset' } })
  const ran = await json(swapping('dev3', '--no-wait', '--id', 'unheard'), { rpc: proxy.url })
  expectFailureJson(ran, { code: 'OUTCOME_UNKNOWN', sent: true, says: ['no answer'] })
  expect(parseData<Swap>(await json(['status', 'unheard', '--watch'])).stage).toBe('confirmed')
  expect(await fixture.countSentBy('dev3')).toBe(2)
})

test('a node that refuses bytes it already accepted is not believed', async () => {
  const fault = { kind: 'error', code: -32000, message: 'insufficient funds for gas * price + value' } as const
  const proxy = await startProxied({ method: 'eth_sendRawTransaction', fault })
  expect(parseData<Swap>(await json(swapping('dev9'), { rpc: proxy.url })).stage).toBe('confirmed')
  expect(await fixture.countSentBy('dev9')).toBe(1)
})

test('an endpoint that dies after accepting the bytes leaves the swap unknown, not unsent', async () => {
  const proxy = await startProxied(
    { method: 'eth_getTransactionReceipt', fault: { kind: 'reset' } },
    { method: 'eth_getTransactionByHash', fault: { kind: 'reset' } },
  )
  const ran = await json(swapping('dev5', '--timeout', '10s', '--id', 'blind'), { rpc: proxy.url })
  expectFailureJson(ran, { code: 'PENDING', sent: true, says: ['swapline status'] })
  expect(parseData<Swap>(await json(['status', 'blind'])).stage).toBe('confirmed')
})

test('a time limit while a mined swap waits for confirmations is pending, not unsent', async () => {
  const ran = await json(swapping('dev5', '--confirmations', '3', '--timeout', '8s'))
  expectFailureJson(ran, { code: 'PENDING', sent: true })
})

test('Ctrl-C while waiting for a block: exit 13, and the swap continues', async () => {
  await fixture.chain.rpc('evm_setAutomine', false)
  const proxy = await startProxied()
  const run = await user.start([...swapping('dev6'), '--id', 'stopped'], { rpc: proxy.url })
  await waitUntil(async () => sends(proxy) === 1)
  await waitUntil(async () => proxy.posts.at(-1)?.includes('eth_sendRawTransaction') === false)
  run.child.kill('SIGINT')
  const ran = await run.ended
  expect({ code: ran.code, stdout: ran.stdout }).toEqual({ code: 13, stdout: '' })
  expect(ran.stderr).toMatch(/SENT.*never swap again/s)
  await fixture.chain.rpc('evm_setAutomine', true)
  await fixture.chain.rpc('evm_mine')
  expect(parseData<Swap>(await json(['status', 'stopped'])).stage).toBe('confirmed')
})

test('an error that no code caught while waiting for a block: exit 13 by the journal, and the swap continues', async () => {
  await fixture.chain.rpc('evm_setAutomine', false)
  const proxy = await startProxied()
  const env = { NODE_OPTIONS: `--import ${new URL('../cli/uncaught.mjs', import.meta.url).href}` }
  const run = await user.start([...swapping('dev4'), '--id', 'uncaught'], { rpc: proxy.url, env })
  await waitUntil(async () => sends(proxy) === 1)
  await waitUntil(async () => proxy.posts.at(-1)?.includes('eth_sendRawTransaction') === false)
  run.child.kill('SIGUSR2')
  const ran = await run.ended
  expect({ code: ran.code, stdout: ran.stdout }).toEqual({ code: 13, stdout: '' })
  expect(ran.stderr).toMatch(/SENT.*A bug of swapline: TypeError.*never swap again/s)
  await fixture.chain.rpc('evm_setAutomine', true)
  await fixture.chain.rpc('evm_mine')
  expect(parseData<Swap>(await json(['status', 'uncaught'])).stage).toBe('confirmed')
})

/** The trade that comes first moves the pools of the other one. */
const onV3 = ['--include', 'uniswap-v3']

test('a price that moves before the block: reverted, exit 12, with the reason', async () => {
  const ahead = parseData<{ payload: Record<'from' | 'to' | 'data' | 'value', string> }>(
    await json(['swap', '800', 'ETH', 'USDC', '--dry-run', '-a', 'dev0', '--max-impact', '100%', ...onV3]),
  )
  const { from, to, data, value } = ahead.payload
  const proxy = await startProxied({ method: 'eth_sendRawTransaction', fault: { kind: 'delay', milliseconds: 1_500 } })
  const snapshot = await fixture.chain.rpc<string>('evm_snapshot')
  const victim = json(swapping('dev7', '--id', 'late', ...onV3), { rpc: proxy.url })
  await waitUntil(async () => sends(proxy) === 1)
  const hex = `0x${BigInt(value).toString(16)}`
  await fixture.chain.rpc('eth_sendTransaction', { from, to, data, value: hex, gas: '0x1312d00' })
  const error = expectFailureJson(await victim, {
    code: 'REVERTED',
    sent: true,
    says: ['only gas was spent', 'price has moved'],
  })
  expect(error.txHash).toMatch(/^0x[0-9a-f]{64}$/)
  expect(parseData<Swap>(await json(['status', 'late'])).stage).toBe('reverted')
  expectFailureJson(await json(swapping('dev7', '--id', 'late', ...onV3)), { code: 'REVERTED', sent: true })
  expect(await fixture.countSentBy('dev7')).toBe(1)
  await fixture.chain.rpc('evm_revert', snapshot)
})

test('a node that estimates too little gas is not believed', async () => {
  const forge = { kind: 'forge', answer: (real: object) => ({ ...real, result: '0x7530' }) } as const
  const proxy = await startProxied({ method: 'eth_estimateGas', fault: forge as never })
  expect(parseData<Swap>(await json(swapping('dev8'), { rpc: proxy.url })).stage).toBe('confirmed')
  expect(proxy.posts.flat()).toContain('eth_estimateGas')
  expect(await fixture.countSentBy('dev8')).toBe(1)
})

async function waitUntil(done: () => Promise<boolean>): Promise<void> {
  for (let waited = 0; !(await done()); waited += 20) {
    if (waited > 15_000) throw new Error('it did not come to that')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
