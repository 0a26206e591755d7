/** Private sending: whatever the endpoint does, no public node is handed the bytes before it may, and none are sent twice. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { FaultProxy } from '../chain/proxy.ts'
import { expectFailureJson, parseData } from './expect-refusal.ts'
import { type CliFixture, type RunResult, startCliFixture, type User } from './fixture.ts'
import { type PrivateRelay, startRelay } from './private-relay.ts'

interface Swap {
  readonly stage: string
  readonly swapId: string
  readonly tx: {
    readonly hash: string
    readonly known: string
    readonly via: string
    readonly private?: object
    readonly versions?: readonly { readonly kind: string }[]
  }
}

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let fixture: CliFixture
let user: User
let relay: PrivateRelay
/** What stands between the program and the node, and records all bytes that it hands to it. */
let node: FaultProxy
beforeAll(async () => {
  fixture = await startCliFixture()
  user = fixture.createHostedUser()
  relay = await startRelay((raw) => fixture.chain.rpc('eth_sendRawTransaction', raw))
  node = await fixture.addProxy([])
  // The pools are known from here on: no time limit below is for finding them.
  await user.run(['quote', '0.01', 'ETH', 'USDC'])
})
afterAll(async () => {
  await relay.close()
  await fixture.close()
})
beforeEach(() => {
  relay.behave('hold')
  relay.forget()
  node.forget()
})
afterEach(async () => {
  await fixture.chain.rpc('evm_setAutomine', true)
  await fixture.chain.rpc('evm_mine')
  // the relay is only ever given bytes: nothing is read from it
  expect(relay.methods.filter((method) => method !== 'eth_sendRawTransaction')).toEqual([])
  expect(new Set(relay.given).size).toBeLessThanOrEqual(2)
})

const json = (...args: readonly string[]): Promise<RunResult> => user.run([...args, '-o', 'json'], { rpc: node.url })
const swapping = (account: string, ...more: readonly string[]): readonly string[] => [
  ...['swap', '0.01', 'ETH', 'USDC', '-y', '-a', account, '--id', account, '--private', relay.url, ...more],
]
const known = async (id: string): Promise<Swap> => parseData<Swap>(await json('status', id))
async function pending(): Promise<readonly string[]> {
  const { pending: accounts, queued } = await fixture.chain.rpc<Record<string, object>>('txpool_content')
  return [...Object.keys(accounts ?? {}), ...Object.keys(queued ?? {})]
}
/** Blocks, and the time of the chain with them. */
async function passDeadline(): Promise<void> {
  await fixture.chain.rpc('evm_increaseTime', 400)
  await fixture.chain.rpc('evm_mine')
}

test('an endpoint that mines it: done, and no public node was given the bytes', async () => {
  relay.behave('forward')
  const done = parseData<Swap>(await json(...swapping('dev0')))
  expect(done.stage).toBe('confirmed')
  expect(done.tx).toMatchObject({
    via: 'private',
    private: { endpoint: relay.host, afterBlocks: null, publicFrom: null, wentPublic: false },
  })
  expect([relay.given.length, node.handed.length]).toEqual([1, 0])
  expect(await fixture.countSentBy('dev0')).toBe(1)
})

test('an endpoint that accepts and never mines: pending, never public by any command', async () => {
  expectFailureJson(await json(...swapping('dev1', '--timeout', '8s')), {
    code: 'PENDING',
    sent: true,
    says: [`${relay.host} accepted it privately`, 'never sent to them from here'],
  })
  for (const args of [
    ['status', 'dev1'],
    ['tx', 'wait', 'dev1', '--timeout', '4s'],
    ['status', 'dev1', '--watch', '--timeout', '4s'],
    swapping('dev1', '--timeout', '4s'),
    ['swap', '0.01', 'ETH', 'USDC', '-y', '-a', 'dev1', '--id', 'dev1', '--timeout', '4s'],
    ['swap', '0.01', 'ETH', 'USDC', '-y', '-a', 'dev1', '--id', 'dev1', '--no-wait'],
  ])
    await json(...args)
  expect((await known('dev1')).stage).toBe('submitted')
  expect([node.handed, await pending(), new Set(relay.given).size]).toEqual([[], [], 1])
  expect(await fixture.countSentBy('dev1')).toBe(0)
})

test('an endpoint that mines late: the waiting command ends well', async () => {
  const running = json(...swapping('dev2', '--timeout', '60s'))
  await vi.waitFor(() => expect(relay.given).toHaveLength(1), 30_000)
  await sleep(3_000)
  await relay.release()
  expect(parseData<Swap>(await running).stage).toBe('confirmed')
  expect([node.handed.length, await fixture.countSentBy('dev2')]).toEqual([0, 1])
})

test('an endpoint that leaks: it is said that it is public, and this program still hands it to no public node', async () => {
  await fixture.chain.rpc('evm_setAutomine', false)
  relay.behave('forward')
  expectFailureJson(await json(...swapping('dev3', '--timeout', '10s')), {
    code: 'PENDING',
    sent: true,
    says: ['shows it: it is public, and others may have seen it'],
  })
  await fixture.chain.rpc('evm_mine')
  expect((await known('dev3')).stage).toBe('confirmed')
  expect([node.handed.length, await fixture.countSentBy('dev3')]).toEqual([0, 1])
})

test.each([
  ['refuse', 'dev4', 'refused: fee too low'],
  ['silent', 'dev5', 'no answer'],
  ['mislead', 'dev6', 'no answer'],
] as const)(
  'an endpoint that does «%s» may have kept the bytes: unknown, and done if they are mined',
  async (mode, account, says) => {
    relay.behave(mode)
    expectFailureJson(await json(...swapping(account, '--timeout', '10s')), {
      code: 'OUTCOME_UNKNOWN',
      sent: true,
      says: [says, 'Public nodes do not show what is sent privately'],
    })
    expect([node.handed.length, await fixture.countSentBy(account)]).toEqual([0, 0])
    await relay.release()
    expect(parseData<Swap>(await json(...swapping(account))).stage).toBe('confirmed')
    expect([node.handed.length, await fixture.countSentBy(account), new Set(relay.given).size]).toEqual([0, 1, 1])
  },
)

test('a fallback after 3 blocks hands the same bytes to the public node, and not before', async () => {
  const running = json(...swapping('dev7', '--private-fallback', 'after=3', '--timeout', '60s'))
  await vi.waitFor(() => expect(relay.given).toHaveLength(1), 30_000)
  await fixture.chain.rpc('anvil_mine', '0x2')
  await sleep(3_000)
  expect(node.handed).toEqual([])
  await fixture.chain.rpc('evm_mine')
  const done = parseData<Swap>(await running)
  expect(done.stage).toBe('confirmed')
  expect(done.tx.private).toMatchObject({ afterBlocks: 3, wentPublic: true })
  expect(node.handed.map(({ raw }) => raw)).toEqual([relay.given[0]])
  expect(await fixture.countSentBy('dev7')).toBe(1)
})

test('killed after it was sent privately: later commands follow the journal, not their own flags', async () => {
  relay.behave('silent')
  const running = await user.start(swapping('dev8', '--timeout', '60s'), { rpc: node.url })
  await vi.waitFor(() => expect(relay.given).toHaveLength(1), 30_000)
  running.child.kill('SIGKILL')
  await running.ended
  relay.behave('hold')
  for (const args of [
    ['status', 'dev8'],
    ['tx', 'wait', 'dev8', '--timeout', '14s'],
    ['swap', '0.01', 'ETH', 'USDC', '-y', '-a', 'dev8', '--id', 'dev8', '--timeout', '4s'],
  ])
    await json(...args)
  expect([node.handed, await pending(), new Set(relay.given).size]).toEqual([[], [], 1])
  expect(relay.given.length).toBeGreaterThan(1) // the same bytes, handed to the same endpoint again
  await relay.release()
  expect((await known('dev8')).stage).toBe('confirmed')
  expect(await fixture.countSentBy('dev8')).toBe(1)
})

test('a speedup and a cancellation of private bytes go to the same endpoint only', async () => {
  expectFailureJson(await json(...swapping('dev9', '--timeout', '10s')), { code: 'PENDING', sent: true })
  const faster = parseData<Swap>(await json('tx', 'speedup', 'dev9', '-y', '--no-wait'))
  expect(faster.tx).toMatchObject({ via: 'private', versions: [{ kind: 'original' }, { kind: 'speedup' }] })
  expect([node.handed, await pending(), new Set(relay.given).size]).toEqual([[], [], 2])
  relay.forget()
  relay.behave('forward')
  expect(parseData<Swap>(await json('tx', 'cancel', 'dev9', '-y')).stage).toBe('cancelled')
  expect([node.handed.length, relay.given.length, await fixture.countSentBy('dev9')]).toEqual([0, 1, 1])
})

test('refused before anything is read: no endpoint, one that is read from, and a URL that later commands could not find', async () => {
  const swap = ['swap', '0.01', 'ETH', 'USDC', '-y', '-a', 'dev0']
  const refused = async (says: string, ...more: readonly string[]): Promise<void> => {
    expectFailureJson(await json(...swap, ...more), { code: 'USAGE', says: [says] })
    expect(node.posts).toEqual([])
  }
  await refused('sandbox has no private endpoint that is known', '--private')
  await refused('is also read from', '--private', node.url)
  await refused('more than a host', '--private', `${relay.url}/v1/key`)
  await refused('belongs to --private', '--private-fallback', 'never')
  await refused('is not encrypted', '--private', 'http://relay.example')
  await refused('write never, or after=N', '--private', relay.url, '--private-fallback', 'later')
  expect(relay.given).toEqual([])
})

// The last one: it moves the clock of the chain.
test('an endpoint that never mines it: void once a final block is past its deadline, and the nonce free', async () => {
  await passDeadline()
  expectFailureJson(await json('tx', 'wait', 'dev1'), { code: 'DEADLINE_PASSED', says: ['can only revert now'] })
  expect([node.handed, relay.given, await fixture.countSentBy('dev1')]).toEqual([[], [], 0])
})
