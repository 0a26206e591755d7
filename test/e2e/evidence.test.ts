/** What is said of a signed swap is proven by what the endpoints showed: nodes that refuse, lag, forget or reorganize. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { RpcRequest, Rule } from '../chain/faults.ts'
import type { FaultProxy } from '../chain/proxy.ts'
import { dataOf, documentOf, failureOf } from './said.ts'
import { addressOf, openStage, type Ran, type Stage, type User } from './stage.ts'

interface Swap {
  readonly stage: string
  readonly swapId: string
  readonly bought?: { readonly raw: string }
  readonly tx: { readonly hash: string; readonly nonce: number; readonly final: boolean; readonly replacedBy?: object }
}

vi.setConfig({ testTimeout: 90_000 })

let stage: Stage
let user: User
const proxies: FaultProxy[] = []

beforeAll(async () => {
  stage = await openStage()
  user = stage.user()
  await user.run(['quote', '0.01', 'ETH', 'USDC'])
})
afterAll(() => stage.close())
afterEach(async () => {
  for (const proxy of proxies.splice(0)) proxy.rules([])
  await stage.chain.rpc('evm_setAutomine', true)
  await stage.chain.rpc('evm_mine')
})

const swapping = (account: string, ...more: readonly string[]): readonly string[] => [
  ...['swap', '0.01', 'ETH', 'USDC', '-y', '-a', account, ...more],
]
const json = (args: readonly string[], rpc?: string): Promise<Ran> =>
  user.run([...args, '-o', 'json'], rpc === undefined ? {} : { rpc })
const sends = (proxy: FaultProxy): number =>
  proxy.posts.flat().filter((name) => name === 'eth_sendRawTransaction').length

async function proxied(...rules: readonly Rule[]): Promise<FaultProxy> {
  const proxy = await stage.proxy(rules)
  proxies.push(proxy)
  return proxy
}

const refusing = (message: string): Rule => ({
  method: 'eth_sendRawTransaction',
  fault: { kind: 'error', code: -32000, message },
})
/** A backend of the same provider that has not heard of the transaction. */
const unaware: readonly Rule[] = [
  { method: 'eth_getTransactionByHash', fault: { kind: 'null' } },
  { method: 'eth_getTransactionReceipt', fault: { kind: 'null' } },
]

test.each(['txpool is full', 'max fee per gas less than block base fee'])(
  'a later «%s» does not erase that it was accepted: never «not sent», and one swap',
  async (message) => {
    const account = message.startsWith('txpool') ? 'dev1' : 'dev2'
    await stage.chain.rpc('evm_setAutomine', false)
    const args = swapping(account, '--id', account)
    expect(dataOf<Swap>(await json([...args, '--no-wait'])).stage).toBe('submitted')
    const proxy = await proxied(...unaware, refusing(message))
    const watched = failureOf(await json(['status', account, '--watch', '--timeout', '10s'], proxy.url), {
      code: 'PENDING',
      sent: true,
      says: ['accepted it', 'never swap again'],
    })
    expect(sends(proxy)).toBeGreaterThan(0)
    failureOf(await json([...args, '--timeout', '5s'], proxy.url), { code: 'PENDING', sent: true })
    await stage.chain.rpc('evm_mine')
    expect(dataOf<Swap>(await json(['status', account]))).toMatchObject({
      stage: 'confirmed',
      tx: { hash: watched.txHash },
    })
    expect(await stage.sentBy(account)).toBe(1)
  },
)

test('an endpoint that took it and died, another one that refuses it: 13, and done as told it is swapped once', async () => {
  await stage.chain.rpc('evm_setAutomine', false)
  const dying = await proxied()
  const refusal = await proxied(...unaware, refusing('max fee per gas less than block base fee'))
  const both = ['--rpc-url', dying.url, '--rpc-url', refusal.url]
  const args = swapping('dev3', '--id', 'fo2')
  const first = user.start([...args, ...both, '--timeout', '30s', '-o', 'json'], { network: false, env: onSandbox })
  await until(async () => sends(dying) === 1)
  await until(async () => dying.posts.at(-1)?.includes('eth_sendRawTransaction') === false)
  dying.rules([{ fault: { kind: 'reset' } }])
  const { child, ended } = await first
  setTimeout(() => child.kill('SIGINT'), 6_000)
  expect((await ended).code).toBe(13)
  const again = await user.run([...args, ...both, '--timeout', '8s', '-o', 'json'], { network: false, env: onSandbox })
  failureOf(again, { code: 'PENDING', sent: true })
  await stage.chain.rpc('evm_mine')
  expect(dataOf<Swap>(await json(args)).stage).toBe('confirmed')
  expect(await stage.sentBy('dev3')).toBe(1)
})

const onSandbox = { SWAPLINE_NETWORK: 'sandbox' }

test.each([
  ['SIGINT', 13],
  ['SIGTERM', 13],
] as const)('a resumed run that ends by %s says 13, and never «nothing was sent»', async (signal, code) => {
  const account = signal === 'SIGINT' ? 'dev4' : 'dev5'
  await stage.chain.rpc('evm_setAutomine', false)
  const args = swapping(account, '--id', `resumed-${account}`)
  dataOf<Swap>(await json([...args, '--no-wait']))
  const proxy = await proxied()
  const { child, ended } = await user.start(args, { rpc: proxy.url })
  await until(async () => proxy.posts.flat().includes('eth_getTransactionReceipt'))
  child.kill(signal)
  const ran = await ended
  expect(ran.code).toBe(code)
  expect(ran.stderr).toMatch(/SENT.*never swap again/s)
  expect(ran.stderr).not.toContain('Nothing was sent')
  const timed = failureOf(await json([...args, '--timeout', '5s']), { code: 'PENDING', sent: true })
  expect(timed.exitCode).toBe(13)
})

test('replaced is not said while receipts lag behind nonces, and the swap is found', async () => {
  await stage.chain.rpc('evm_setAutomine', false)
  const args = swapping('dev6', '--id', 'lagging')
  dataOf<Swap>(await json([...args, '--no-wait']))
  await stage.chain.rpc('evm_mine')
  const proxy = await proxied(...unaware)
  const seen = documentOf(await json(['status', 'lagging'], proxy.url)) as { data: Swap }
  expect(['submitted', 'unknown']).toContain(seen.data.stage)
  failureOf(await json([...args, '--timeout', '6s'], proxy.url), {
    code: 'PENDING',
    sent: true,
    says: ['no endpoint serves its receipt'],
  })
  expect(dataOf<Swap>(await json(['status', 'lagging'])).stage).toBe('confirmed')
})

test('replaced names the transaction that took the nonce', async () => {
  await stage.chain.rpc('evm_setAutomine', false)
  const args = swapping('dev7', '--id', 'replaced')
  const { tx } = dataOf<Swap>(await json([...args, '--no-wait']))
  await stage.chain.rpc('anvil_dropTransaction', tx.hash)
  const from = addressOf('dev7')
  const other = await stage.chain.rpc<string>('eth_sendTransaction', { from, to: from, nonce: '0x0', value: '0x1' })
  await stage.chain.rpc('evm_mine')
  await stage.chain.rpc('anvil_mine', '0x5')
  const error = failureOf(await json([...args, '--timeout', '10s']), { code: 'REPLACED', says: [other, 'nonce 0'] })
  expect(error.exitCode).toBe(14)
  expect(dataOf<Swap>(await json(['status', 'replaced']))).toMatchObject({
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
  const first = dataOf<Swap>(await json(args('dev8')))
  const taken = { code: 'KEY_TAKEN', says: [first.swapId, 'confirmed'] } as const
  failureOf(await json(args('dev9')), { ...taken, says: [...taken.says, 'account was'] })
  const to = ['--to-address', addressOf('dev1'), '--allow-recipient']
  failureOf(await json(args('dev8', ...to)), { ...taken, says: [...taken.says, 'to was not given'] })
  failureOf(await json(args('dev8', '--min-out', '1')), { ...taken, says: ['min-out was not given, now 1'] })
  failureOf(await json(args('dev8', '--slippage', '1%')), { ...taken, says: ['slippage was 5000 ppm, now 10000 ppm'] })
  expect(dataOf<Swap>(await json(args('dev8'))).swapId).toBe(first.swapId)

  const half = ['swap', '--id', 'half', '50%', 'USDC', 'ETH', '-y', '-a', 'dev8']
  const once = dataOf<Swap>(await json(half))
  expect(dataOf<Swap>(await json(half)).tx.hash).toBe(once.tx.hash)
  expect(await stage.sentBy('dev8')).toBe(3)
})

test('of two requests with one new id at once, one is carried out and the other is told so', async () => {
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
  const before = await stage.sentBy('dev3')
  const runs = await Promise.all([user.run(trade('0.01', 'USDC')), user.run(trade('0.02', 'DAI'))])
  expect(runs.map(({ code }) => code).toSorted()).toEqual([0, 2])
  expect(await stage.sentBy('dev3')).toBe(before + 1)
})

test('a status that cannot be asked for ends with 13, however it ends', async () => {
  await stage.chain.rpc('evm_setAutomine', false)
  dataOf<Swap>(await json(swapping('dev2', '--no-wait', '--id', 'silent')))
  const silent = await proxied({ fault: { kind: 'hang' } })
  failureOf(await json(['status', 'silent', '--timeout', '5s'], silent.url), { code: 'PENDING', sent: true })
  const { child, ended } = await user.start(['status', 'silent'], { rpc: silent.url })
  await until(async () => silent.posts.length > 1)
  child.kill('SIGTERM')
  expect((await ended).code).toBe(13)
})

test('a success without a log of what was received is told by balances, and is unknown where those are not told', async () => {
  const stripped: Rule = {
    method: 'eth_getTransactionReceipt',
    fault: {
      kind: 'forge',
      answer: (real) => (real.result === null ? real : { ...real, result: { ...(real.result as object), logs: [] } }),
    },
  }
  const proxy = await proxied(stripped)
  const told = dataOf<Swap>(await json(swapping('dev9', '--id', 'unlogged'), proxy.url))
  expect(BigInt(told.bought?.raw ?? 0)).toBeGreaterThan(24_000_000n)

  const balanceOf = '0x70a08231'
  const isBalance = ({ params: [asked] }: RpcRequest) =>
    (asked as { data?: string }).data?.startsWith(balanceOf) === true
  const pruned: Rule = {
    method: 'eth_call',
    when: isBalance,
    fault: { kind: 'error', code: -32000, message: 'state unavailable' },
  }
  const blind = await proxied(stripped, pruned)
  const error = failureOf(await json(swapping('dev9', '--id', 'untold'), blind.url), {
    code: 'RECEIVED_UNKNOWN',
    sent: true,
  })
  expect(error.exitCode).toBe(13)
})

test('refused bytes are unknown until they are proven void by a block later than their deadline: then exit 8', async () => {
  const proxy = await proxied({ method: 'eth_sendRawTransaction', fault: { kind: 'delay', milliseconds: 700 } })
  const args = swapping('dev9', '--id', 'poor')
  const first = json([...args, '--timeout', '10s'], proxy.url)
  await until(async () => sends(proxy) === 1)
  await stage.chain.rpc('anvil_setBalance', addressOf('dev9'), '0x1')
  const open = failureOf(await first, {
    code: 'OUTCOME_UNKNOWN',
    sent: true,
    says: [/handed to .*(refused|not recorded)/],
  })
  expect(open.exitCode).toBe(13)
  expect(dataOf<Swap>(await json(['status', 'poor'])).stage).toBe('unknown')
  await stage.chain.rpc('evm_increaseTime', 400)
  await stage.chain.rpc('evm_mine')
  const error = failureOf(await json(args), { code: 'DEADLINE_PASSED', says: ['can only revert now'] })
  expect(error.exitCode).toBe(8)
  expect(dataOf<Swap>(await json(['status', 'poor'])).stage).toBe('void')
})

async function until(done: () => Promise<boolean>): Promise<void> {
  for (let waited = 0; !(await done()); waited += 20) {
    if (waited > 20_000) throw new Error('it did not come to that')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
