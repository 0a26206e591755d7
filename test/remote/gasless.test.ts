/** The built program signs orders for a built server with a relayer, and an operator looks after its lane. */
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { openDatabase } from '#store/sqlite/open'
import { expectFailureJson, parseData } from '../e2e/expect-refusal.ts'
import {
  type CliFixture,
  findDevAddress,
  type RunningCommand,
  type RunResult,
  startCliFixture,
  type User,
} from '../e2e/fixture.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 })

interface GaslessSwap {
  readonly swapId: string
  readonly status: string
  readonly filled: boolean
  readonly hash: string
  readonly sold: { readonly raw: string }
  readonly fee: { readonly raw: string }
  readonly quoted: { readonly raw: string }
  readonly bought?: { readonly raw: string }
}

interface Lane {
  readonly draining: boolean
  readonly nextNonce: number
  readonly open: number
  readonly outcomes: { readonly success: number }
  readonly held: readonly { readonly raw: string; readonly token: { readonly symbol: string } }[]
}

let fixture: CliFixture
let host: User
let user: User
let server: RunningCommand
let url: string

beforeAll(async () => {
  fixture = await startCliFixture()
  host = fixture.createUser()
  user = fixture.createHostedUser()
  const relayer = ['--relayer', 'dev9', '--relay-cap', '1ETH/day']
  server = await host.start(['serve', '--port', '0', '--auth-port', '0', ...relayer, '-o', 'jsonl'])
  const { stdout } = server.child
  if (stdout === null) throw new Error('the server says nothing')
  for await (const line of createInterface({ input: stdout })) {
    url = JSON.parse(line).data.url
    break
  }
})
afterAll(async () => {
  server.child.kill('SIGTERM')
  await server.ended
  await fixture.close()
})

const json = (...args: readonly string[]): Promise<RunResult> => user.run([...args, '--service', url, '-o', 'json'])
const relay = (...args: readonly string[]): Promise<RunResult> =>
  host.run(['relay', ...args, '--relayer', 'dev9', '-o', 'json'])
const lane = async () => parseData<Lane>(await relay('status'))

test('swap --gasless signs an order and a permit, and sends no transaction of its own', async () => {
  const before = await fixture.countSentBy('dev3')
  const swapped = parseData<GaslessSwap>(await json('swap', '200', 'USDC', 'WETH', '--gasless', '-a', 'dev3', '-y'))
  expect(swapped).toMatchObject({ status: 'success', filled: true, sold: { raw: '200000000' } })
  expect(swapped.bought?.raw).toBe(swapped.quoted.raw)
  expect(BigInt(swapped.fee.raw)).toBeGreaterThan(0n)
  expect(await fixture.countSentBy('dev3')).toBe(before)
  expect(await lane()).toMatchObject({ draining: false, nextNonce: 1, open: 0, outcomes: { success: 1 } })

  const quoted = parseData<{ id: string }>(await json('quote', '100', 'USDC', 'WETH', '--gasless', '-a', 'dev3'))
  const second = parseData<GaslessSwap>(await json('swap', quoted.id, '--gasless', '-a', 'dev3', '-y'))
  expect(second).toMatchObject({ status: 'success', filled: true })
  const again = await json('swap', quoted.id, '--gasless', '-a', 'dev3', '-y')
  expectFailureJson(again, { code: 'PENDING', sent: true, says: [/used for it before; it can execute until/] })
  expect(again.stdout).not.toContain('swapline quote') // whose swap would sell once more
  const status = await user.run(['status', quoted.id, '--service', url])
  expect(status.stdout.replace(/\s+/g, ' ')).toMatch(/USED at .*An order was signed for it.*do not swap again/)
  expect(status.stdout).not.toMatch(/Nothing was signed|no swap for it/)
})

test('a quote that is not kept any more: its order was sent all the same', async () => {
  const other = fixture.createHostedUser()
  const run = (...args: readonly string[]) => other.run([...args, '--service', url, '-a', 'dev3'])
  const { id } = parseData<{ id: string }>(await run('quote', '100', 'USDC', 'WETH', '--gasless', '-o', 'json'))
  expect((await run('swap', id, '--gasless', '-y')).code).toBe(0)
  const database = await openDatabase({ path: join(other.state, 'swapline.db') })
  expect(database.run('DELETE FROM quotes')).toBe(1)
  database.close()
  const again = await run('swap', id, '--gasless', '-y')
  expect(again.code).not.toBe(0)
  expect(again.stderr).not.toContain('Nothing was sent')
  expect(again.stderr).not.toContain('swapline quote')
  expectFailureJson(await run('swap', id, '--gasless', '-y', '-o', 'json'), { code: 'QUOTE_NOT_FOUND', sent: true })
})

test('a service of the same user, over the same store: its order is taken, once', async () => {
  const swap = (...args: readonly string[]) =>
    host.run(['swap', ...args, '--gasless', '-a', 'dev3', '-y', '--service', url, '-o', 'json'])
  const quote = ['quote', '100', 'USDC', 'WETH', '--gasless', '-a', 'dev3', '--service', url, '-o', 'json']
  const quoted = parseData<{ id: string }>(await host.run(quote))
  expect(parseData<GaslessSwap>(await swap(quoted.id))).toMatchObject({ status: 'success', filled: true })
  expectFailureJson(await swap(quoted.id), { code: 'PENDING', sent: true })
})

test('shows the fee and what is signed before it asks', async () => {
  const args = ['swap', '200', 'USDC', 'WETH', '--gasless', '-a', 'dev4', '--service', url]
  const { stderr, code } = await user.run([...args, '-y'])
  expect(code).toBe(0)
  for (const words of ['for the relayer, who pays the gas', 'an order and an approval', 'at least', 'exactly 200 USDC'])
    expect(stderr).toContain(words)
})

test.each<[string, readonly string[], string]>([
  ['native currency', ['1', 'ETH', 'USDC'], 'GASLESS_NOT_AVAILABLE'],
  ['a token without permits and allowance', ['100', 'USDT', 'WETH'], 'PERMIT_NOT_SUPPORTED'],
  ['a name for it', ['100', 'USDC', 'WETH', '--id', 'mine'], 'USAGE'],
  ['a dry run', ['100', 'USDC', 'WETH', '--dry-run'], 'USAGE'],
  ['a gas price', ['100', 'USDC', 'WETH', '--gas-price', '5'], 'USAGE'],
])('refuses %s', async (_, words, code) => {
  expectFailureJson(await json('swap', ...words, '--gasless', '-a', 'dev5', '-y'), { code: code as 'USAGE' })
})

test('without a service there is no relayer', async () => {
  const alone = await user.run(['swap', '100', 'USDC', 'WETH', '--gasless', '-a', 'dev5', '-y', '-o', 'json'])
  expectFailureJson(alone, { code: 'GASLESS_NOT_AVAILABLE' })
})

test('a lane is drained, refilled from what it earned, and opened again', async () => {
  expectFailureJson(await relay('refill', 'USDC', '-y'), { code: 'USAGE', sent: 'unasked' })
  expect(parseData<Lane>(await relay('drain'))).toMatchObject({ draining: true })
  expectFailureJson(await json('quote', '100', 'USDC', 'WETH', '--gasless', '-a', 'dev3'), {
    code: 'GASLESS_NOT_AVAILABLE',
  })
  const earned = (await lane()).held.find(({ token }) => token.symbol === 'USDC')?.raw
  expect(BigInt(earned ?? '0')).toBeGreaterThan(0n)
  expect(parseData<{ stage: string }>(await relay('refill', 'USDC', '-y')).stage).toBe('confirmed')
  const after = await lane()
  expect(after.held.some(({ token }) => token.symbol === 'USDC')).toBe(false)
  expect(after.nextNonce).toBe(await fixture.countSentBy('dev9'))
  expect(parseData<Lane>(await relay('drain', '--resume'))).toMatchObject({ draining: false })
  // The refill took nonces of the account: the lane goes on after them.
  const swapped = parseData<GaslessSwap>(await json('swap', '50', 'USDC', 'WETH', '--gasless', '-a', 'dev3', '-y'))
  expect(swapped).toMatchObject({ status: 'success', filled: true })
})

test('a refill that is still under way counts: neither an order nor another refill takes its nonce', async () => {
  const { rpc } = fixture.chain
  parseData(await relay('drain'))
  await rpc('evm_setAutomine', false)
  const sent = await fixture.countSentBy('dev9')
  const left = await relay('refill', 'USDC', '-y', '--timeout', '10s')
  expectFailureJson(left, { code: 'PENDING', sent: true })
  expect((await lane()).nextNonce).toBe(sent + 1)
  const again = await relay('refill', 'USDC', '-y')
  expectFailureJson(again, { code: 'USAGE', sent: 'unasked', says: [/may still be mined/] })
  await rpc('anvil_dropAllTransactions') // no endpoint shows it any more, and anyone may send it again
  expect(parseData<Lane>(await relay('drain', '--resume'))).toMatchObject({ draining: false })
  const refused = await json('quote', '50', 'USDC', 'WETH', '--gasless', '-a', 'dev3')
  expectFailureJson(refused, { code: 'GASLESS_NOT_AVAILABLE' })
  expect((await lane()).nextNonce).toBe(sent + 1)
  await rpc('evm_setAutomine', true)
  await host.run(['tx', 'wait', 'last', '--timeout', '60s', '-o', 'json']) // which sends it again
  expect(await fixture.countSentBy('dev9')).toBe(sent + 1)
  await relay('drain')
  expect(parseData<{ stage: string }>(await relay('refill', 'USDC', '-y')).stage).toBe('confirmed')
  parseData(await relay('drain', '--resume'))
  const swapped = parseData<GaslessSwap>(await json('swap', '50', 'USDC', 'WETH', '--gasless', '-a', 'dev3', '-y'))
  expect(swapped).toMatchObject({ status: 'success', filled: true })
}, 400_000)

test('an order counts towards a limit of a day, for orders and transactions after it', async () => {
  const bound = fixture.createHostedUser()
  await bound.run(['policy', 'set', 'per-day', 'USDC', '150', '-y', '--allow-policy-change'])
  const swap = async (usdc: string, ...more: readonly string[]) =>
    bound.run(['swap', usdc, 'USDC', 'WETH', '-a', 'dev6', '-y', '--service', url, '-o', 'json', ...more])
  expect(parseData<GaslessSwap>(await swap('100', '--gasless'))).toMatchObject({ status: 'success' })
  expectFailureJson(await swap('60', '--gasless'), { code: 'POLICY_VIOLATED' })
  expectFailureJson(await swap('60'), { code: 'POLICY_VIOLATED' })
  expect(parseData<GaslessSwap>(await swap('50', '--gasless'))).toMatchObject({ status: 'success' })
})

describe('once the service has the order, nobody is told that nothing was sent', () => {
  afterEach(async () => {
    await fixture.chain.rpc('evm_setAutomine', true)
    await fixture.chain.rpc('evm_mine')
  })

  /** Of a swap whose order the relayer has broadcast, and no block has. */
  async function startSwap(rpc?: string) {
    await fixture.chain.rpc('evm_setAutomine', false)
    const count = (block: string) => fixture.chain.rpc<string>('eth_getTransactionCount', findDevAddress('dev9'), block)
    const words = ['swap', '20', 'USDC', 'WETH', '--gasless', '-a', 'dev7', '-y', '--service', url]
    const env = { NODE_OPTIONS: `--import ${new URL('../cli/uncaught.mjs', import.meta.url).href}` }
    const run = await user.start(words, { env, ...(rpc === undefined ? {} : { rpc }) })
    await expect.poll(async () => (await count('pending')) === (await count('latest')), { timeout: 60_000 }).toBe(false)
    return run
  }

  test.each([
    ['Ctrl-C', 'SIGINT'],
    ['an error that no code caught', 'SIGUSR2'],
  ] as const)('%s while it waits: exit 13', async (_, signal) => {
    const run = await startSwap()
    run.child.kill(signal)
    const { code, stderr } = await run.ended
    expect(code).toBe(13)
    expect(stderr).toMatch(/The order was SENT\..*can execute until.*never swap again/s)
    expect(stderr).not.toContain('Nothing was sent')
  })

  test('an endpoint of its own that fails while it waits: exit 13', async () => {
    const proxy = await fixture.addProxy([])
    const run = await startSwap(proxy.url)
    proxy.rules([{ fault: { kind: 'status', status: 500 } }])
    await fixture.chain.rpc('evm_setAutomine', true)
    await fixture.chain.rpc('evm_mine')
    const { code, stderr } = await run.ended
    expect(code).toBe(13)
    expect(stderr).toMatch(/The order was SENT\..*can execute until.*never swap again/s)
    expect(stderr).not.toContain('Nothing was sent')
  })

  test('a result that cannot be written to a full disk', async () => {
    const command = `${process.execPath} "$BIN" swap 20 USDC WETH --gasless -a dev8 -y --service ${url}`
    const { code, stderr } = await user.shell(`${command} -n sandbox --rpc-url ${fixture.chain.url} >/dev/full`)
    expect(code).toBe(74)
    expect(stderr).toContain('do not swap again')
    expect(stderr).not.toContain('Nothing was sent')
    const [, id = ''] = /swapline status ([0-9a-f-]{36})/.exec(stderr) ?? []
    const status = await user.run(['status', id, '--service', url])
    expect(status.code).toBe(0)
    expect(status.stdout).toMatch(/USED at .*do not swap again/s)
  })
})

test('a relayer without a cap is refused', async () => {
  const ends = await Promise.all([
    host.run(['serve', '--relayer', 'dev9', '-o', 'json']),
    host.run(['serve', '--relay-cap', '1ETH/day', '-o', 'json']),
    host.run(['serve', '--relayer', 'dev9', '--relay-cap', '1POL/day', '-o', 'json']),
  ])
  for (const end of ends) expectFailureJson(end, { code: 'USAGE' })
})
