/**
 * Statements about a signed swap are proven by what the endpoints showed: nodes that refuse, lag, forget or reorganize.
 */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { RpcRequest, Rule } from '../chain/faults.ts'
import type { FaultProxy } from '../chain/proxy.ts'
import { expectFailureJson, parseData, parseDocument } from './expect-refusal.ts'
import { type CliFixture, findDevAddress, type RunResult, startCliFixture, type User } from './fixture.ts'

interface Swap {
  readonly stage: string
  readonly swapId: string
  readonly bought?: { readonly raw: string }
  readonly tx: { readonly hash: string; readonly nonce: number; readonly final: boolean; readonly replacedBy?: object }
}

vi.setConfig({ testTimeout: 90_000 })

let fixture: CliFixture
let user: User
const proxies: FaultProxy[] = []

beforeAll(async () => {
  fixture = await startCliFixture()
  user = fixture.createHostedUser()
  await user.run(['quote', '0.01', 'ETH', 'USDC'])
})
afterAll(() => fixture.close())
afterEach(async () => {
  for (const proxy of proxies.splice(0)) proxy.rules([])
  await fixture.chain.rpc('evm_setAutomine', true)
  await fixture.chain.rpc('evm_mine')
})

const swapping = (account: string, ...more: readonly string[]): readonly string[] => [
  ...['swap', '0.01', 'ETH', 'USDC', '-y', '-a', account, ...more],
]
const json = (args: readonly string[], rpc?: string): Promise<RunResult> =>
  user.run([...args, '-o', 'json'], rpc === undefined ? {} : { rpc })
const sends = (proxy: FaultProxy): number =>
  proxy.posts.flat().filter((name) => name === 'eth_sendRawTransaction').length

async function startProxied(...rules: readonly Rule[]): Promise<FaultProxy> {
  const proxy = await fixture.addProxy(rules)
  proxies.push(proxy)
  return proxy
}

const refusing = (message: string): Rule => ({
  method: 'eth_sendRawTransaction',
  fault: { kind: 'error', code: -32000, message },
})
/** A backend of the same provider that does not know the transaction, nor that anything waits. */
const unaware: readonly Rule[] = [
  {
    method: 'eth_getTransactionCount',
    fault: { kind: 'rewrite', params: ({ params: [account, at] }) => [account, at === 'pending' ? 'latest' : at] },
  },
  { method: 'eth_getTransactionByHash', fault: { kind: 'null' } },
  { method: 'eth_getTransactionReceipt', fault: { kind: 'null' } },
]

test.each(['txpool is full', 'max fee per gas less than block base fee'])(
  'a later "%s" does not erase the acceptance: never "not sent", and one swap',
  async (message) => {
    const account = message.startsWith('txpool') ? 'dev1' : 'dev2'
    await fixture.chain.rpc('evm_setAutomine', false)
    const args = swapping(account, '--id', account)
    expect(parseData<Swap>(await json([...args, '--no-wait'])).stage).toBe('submitted')
    const proxy = await startProxied(...unaware, refusing(message))
    const watched = expectFailureJson(await json(['status', account, '--watch', '--timeout', '10s'], proxy.url), {
      code: 'PENDING',
      sent: true,
      says: ['accepted it', 'never swap again'],
    })
    expect(sends(proxy)).toBeGreaterThan(0)
    expectFailureJson(await json([...args, '--timeout', '5s'], proxy.url), { code: 'PENDING', sent: true })
    await fixture.chain.rpc('evm_mine')
    expect(parseData<Swap>(await json(['status', account]))).toMatchObject({
      stage: 'confirmed',
      tx: { hash: watched.txHash },
    })
    expect(await fixture.countSentBy(account)).toBe(1)
  },
)

test('one endpoint accepts and dies, another refuses: exit 13, and following the advice swaps once', async () => {
  await fixture.chain.rpc('evm_setAutomine', false)
  const dying = await startProxied()
  const refusal = await startProxied(...unaware, refusing('max fee per gas less than block base fee'))
  const both = ['--rpc-url', dying.url, '--rpc-url', refusal.url]
  const args = swapping('dev3', '--id', 'fo2')
  const first = user.start([...args, ...both, '--timeout', '30s', '-o', 'json'], { network: false, env: onSandbox })
  await waitUntil(async () => sends(dying) === 1)
  await waitUntil(async () => dying.posts.at(-1)?.includes('eth_sendRawTransaction') === false)
  dying.rules([{ fault: { kind: 'reset' } }])
  const { child, ended } = await first
  setTimeout(() => child.kill('SIGINT'), 6_000)
  expect((await ended).code).toBe(13)
  const again = await user.run([...args, ...both, '--timeout', '8s', '-o', 'json'], { network: false, env: onSandbox })
  expectFailureJson(again, { code: 'PENDING', sent: true })
  await fixture.chain.rpc('evm_mine')
  expect(parseData<Swap>(await json(args)).stage).toBe('confirmed')
  expect(await fixture.countSentBy('dev3')).toBe(1)
})

const onSandbox = { SWAPLINE_NETWORK: 'sandbox' }

test.each([
  ['SIGINT', 13],
  ['SIGTERM', 13],
] as const)('a resumed run that ends by %s exits with 13, and never says "nothing was sent"', async (signal, code) => {
  const account = signal === 'SIGINT' ? 'dev4' : 'dev5'
  await fixture.chain.rpc('evm_setAutomine', false)
  const args = swapping(account, '--id', `resumed-${account}`)
  parseData<Swap>(await json([...args, '--no-wait']))
  const proxy = await startProxied()
  const { child, ended } = await user.start(args, { rpc: proxy.url })
  await waitUntil(async () => proxy.posts.flat().includes('eth_getTransactionReceipt'))
  child.kill(signal)
  const ran = await ended
  expect(ran.code).toBe(code)
  expect(ran.stderr).toMatch(/SENT.*never swap again/s)
  expect(ran.stderr).not.toContain('Nothing was sent')
  const timed = expectFailureJson(await json([...args, '--timeout', '5s']), { code: 'PENDING', sent: true })
  expect(timed.exitCode).toBe(13)
})

test('a swap is not reported as replaced while receipts lag behind nonces, and is found', async () => {
  await fixture.chain.rpc('evm_setAutomine', false)
  const args = swapping('dev6', '--id', 'lagging')
  parseData<Swap>(await json([...args, '--no-wait']))
  await fixture.chain.rpc('evm_mine')
  const proxy = await startProxied(...unaware)
  const seen = parseDocument(await json(['status', 'lagging'], proxy.url)) as { data: Swap }
  expect(['submitted', 'unknown']).toContain(seen.data.stage)
  expectFailureJson(await json([...args, '--timeout', '6s'], proxy.url), {
    code: 'PENDING',
    sent: true,
    says: ['no endpoint serves its receipt'],
  })
  expect(parseData<Swap>(await json(['status', 'lagging'])).stage).toBe('confirmed')
})

test('replaced names the transaction that took the nonce', async () => {
  await fixture.chain.rpc('evm_setAutomine', false)
  const args = swapping('dev7', '--id', 'replaced')
  const { tx } = parseData<Swap>(await json([...args, '--no-wait']))
  await fixture.chain.rpc('anvil_dropTransaction', tx.hash)
  const from = findDevAddress('dev7')
  const other = await fixture.chain.rpc<string>('eth_sendTransaction', { from, to: from, nonce: '0x0', value: '0x1' })
  await fixture.chain.rpc('evm_mine')
  await fixture.chain.rpc('anvil_mine', '0x5')
  const error = expectFailureJson(await json([...args, '--timeout', '10s']), {
    code: 'REPLACED',
    says: [other, 'nonce 0'],
  })
  expect(error.exitCode).toBe(14)
  expect(parseData<Swap>(await json(['status', 'replaced']))).toMatchObject({
    stage: 'replaced',
    tx: { replacedBy: { hash: other } },
  })
})

test('an id belongs to the request as it was typed', async () => {
  const args = (account: string, ...more: string[]) => [
    'swap',
    '0.011',
    'ETH',
    'USDC',
    '-y',
    '-a',
    account,
    '--id',
    'k1',
    ...more,
  ]
  const first = parseData<Swap>(await json(args('dev8')))
  const taken = { code: 'KEY_TAKEN', says: [first.swapId, 'confirmed'] } as const
  expectFailureJson(await json(args('dev9')), { ...taken, says: [...taken.says, 'account was'] })
  const to = ['--to-address', findDevAddress('dev1'), '--allow-recipient']
  expectFailureJson(await json(args('dev8', ...to)), { ...taken, says: [...taken.says, 'to was not given'] })
  expectFailureJson(await json(args('dev8', '--min-out', '1')), { ...taken, says: ['min-out was not given, now 1'] })
  expectFailureJson(await json(args('dev8', '--slippage', '1%')), {
    ...taken,
    says: ['slippage was 5000 ppm, now 10000 ppm'],
  })
  expect(parseData<Swap>(await json(args('dev8'))).swapId).toBe(first.swapId)

  const half = ['swap', '--id', 'half', '50%', 'USDC', 'ETH', '-y', '-a', 'dev8']
  const once = parseData<Swap>(await json(half))
  expect(parseData<Swap>(await json(half)).tx.hash).toBe(once.tx.hash)
  expect(await fixture.countSentBy('dev8')).toBe(3)
})

test('of two concurrent requests with one new id, one runs and the other is told so', async () => {
  const trade = (amount: string, buy: string) => [
    'swap',
    amount,
    'ETH',
    buy,
    '-y',
    '-a',
    'dev3',
    '--id',
    'race',
    '-o',
    'json',
  ]
  const before = await fixture.countSentBy('dev3')
  const running = await Promise.all([user.start(trade('0.01', 'USDC')), user.start(trade('0.02', 'DAI'))])
  const runs = await Promise.all(running.map(({ ended }) => ended))
  expect(runs.map(({ code }) => code).toSorted()).toEqual([0, 2])
  expect(await fixture.countSentBy('dev3')).toBe(before + 1)
})

test('a status that cannot be read exits with 13, however it ends', async () => {
  await fixture.chain.rpc('evm_setAutomine', false)
  parseData<Swap>(await json(swapping('dev2', '--no-wait', '--id', 'silent')))
  const silent = await startProxied({ fault: { kind: 'hang' } })
  expectFailureJson(await json(['status', 'silent', '--timeout', '5s'], silent.url), { code: 'PENDING', sent: true })
  const { child, ended } = await user.start(['status', 'silent'], { rpc: silent.url })
  await waitUntil(async () => silent.posts.length > 1)
  child.kill('SIGTERM')
  expect((await ended).code).toBe(13)
})

test('a success without a transfer log is measured by balances, and unknown without them', async () => {
  const stripped: Rule = {
    method: 'eth_getTransactionReceipt',
    fault: {
      kind: 'forge',
      answer: (real) => (real.result === null ? real : { ...real, result: { ...(real.result as object), logs: [] } }),
    },
  }
  const proxy = await startProxied(stripped)
  const told = parseData<Swap>(await json(swapping('dev9', '--id', 'unlogged'), proxy.url))
  expect(BigInt(told.bought?.raw ?? 0)).toBeGreaterThan(24_000_000n)

  const balanceOf = '0x70a08231'
  const isBalance = ({ params: [asked] }: RpcRequest) =>
    (asked as { data?: string }).data?.startsWith(balanceOf) === true
  const pruned: Rule = {
    method: 'eth_call',
    when: isBalance,
    fault: { kind: 'error', code: -32000, message: 'state unavailable' },
  }
  const blind = await startProxied(stripped, pruned)
  const error = expectFailureJson(await json(swapping('dev9', '--id', 'untold'), blind.url), {
    code: 'RECEIVED_UNKNOWN',
    sent: true,
  })
  expect(error.exitCode).toBe(13)
})

test('refused bytes are unknown until a block after their deadline proves them void: then exit 8', async () => {
  const proxy = await startProxied({ method: 'eth_sendRawTransaction', fault: { kind: 'delay', milliseconds: 700 } })
  const args = swapping('dev9', '--id', 'poor')
  const first = json([...args, '--timeout', '10s'], proxy.url)
  await waitUntil(async () => sends(proxy) === 1)
  await fixture.chain.rpc('anvil_setBalance', findDevAddress('dev9'), '0x1')
  const open = expectFailureJson(await first, {
    code: 'OUTCOME_UNKNOWN',
    sent: true,
    says: [/handed to .*(refused|not recorded)/],
  })
  expect(open.exitCode).toBe(13)
  expect(parseData<Swap>(await json(['status', 'poor'])).stage).toBe('unknown')
  await fixture.chain.rpc('evm_increaseTime', 400)
  await fixture.chain.rpc('evm_mine')
  const error = expectFailureJson(await json(args), { code: 'DEADLINE_PASSED', says: ['can only revert now'] })
  expect(error.exitCode).toBe(8)
  expect(parseData<Swap>(await json(['status', 'poor'])).stage).toBe('void')
})

async function waitUntil(done: () => Promise<boolean>): Promise<void> {
  for (let waited = 0; !(await done()); waited += 20) {
    if (waited > 20_000) throw new Error('it did not come to that')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
