/** A network that is down, slow, wrong or garbled: before signing it costs nothing, and the answer says so. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Fault, Rule } from '../chain/faults.ts'
import { type Refused, refused } from './said.ts'
import { openStage, type Stage, type User } from './stage.ts'

let stage: Stage
let user: User

beforeAll(async () => {
  stage = await openStage()
  user = stage.user()
  await user.run(['quote', '1', 'ETH', 'USDC'])
})
afterAll(() => stage.close())

const always = (fault: Fault): readonly Rule[] => [{ fault }]
const unavailable = (...says: readonly string[]): Refused => ({
  code: 'NETWORK_UNAVAILABLE',
  says: [...says, '--rpc-url'],
})
const quote = ['quote', '1', 'ETH', 'USDC']
const swap = ['swap', '1', 'ETH', 'USDC', '-y', '-a', 'dev1']

describe.concurrent('an endpoint', () => {
  test('that is not there', async () => {
    const rpc = 'http://127.0.0.1:1'
    const wanted = unavailable('127.0.0.1:1 refuses the connection')
    await Promise.all(
      [quote, swap, ['balances'], ['approve', 'USDT', '1', '-y']].map((args) => refused(user, args, wanted, { rpc })),
    )
  })

  test.each<[string, readonly Rule[], Refused]>([
    ['answers HTML', always({ kind: 'html' }), unavailable('not JSON')],
    ['answers 429', always({ kind: 'status', status: 429 }), unavailable('answers 429')],
    ['answers 403', always({ kind: 'status', status: 403 }), unavailable('answers 403')],
    ['answers half of its JSON', always({ kind: 'truncate' }), unavailable('not JSON')],
    ['breaks off', always({ kind: 'reset' }), unavailable('breaks the connection off')],
    ['answers other questions', always({ kind: 'wrong-id' }), unavailable('not to our questions')],
    [
      'serves another chain',
      [{ method: 'eth_chainId', fault: { kind: 'forge', answer: (real) => ({ ...real, result: '0x1' }) } }],
      { code: 'WRONG_CHAIN', says: ['serves chain 1', 'is chain 31337'] },
    ],
  ])('that %s', async (_, rules, wanted) => {
    const { url: rpc, posts } = await stage.proxy(rules)
    await Promise.all([refused(user, quote, wanted, { rpc }), refused(user, swap, wanted, { rpc })])
    expect(posts.flat()).not.toContain('eth_sendRawTransaction')
    expect(await stage.sentBy('dev1')).toBe(0)
  })

  test('that never answers ends at the time limit', async () => {
    const { url: rpc } = await stage.proxy(always({ kind: 'hang' }))
    const wanted: Refused = { code: 'TIMED_OUT', says: ['3 seconds', '--timeout'] }
    const from = Date.now()
    await Promise.all([quote, swap].map((args) => refused(user, [...args, '--timeout', '3s'], wanted, { rpc })))
    expect(Date.now() - from).toBeLessThan(15_000)
  })

  test('whose URL is none, or not encrypted, is refused without a word to it, its path unsaid', async () => {
    await refused(user, quote, { code: 'VALIDATION_FAILED', says: ['https://'] }, { rpc: 'nonsense' })
    const rpc = 'http://rpc.example/CANARY'
    const ran = await user.run([...quote, '-vv'], { rpc })
    expect(ran.code).toBe(2)
    expect(ran.stdout + ran.stderr).not.toContain('CANARY')
  })

  test('that fails in passing is asked again; a second one takes over from a dead one', async () => {
    const { url: rpc } = await stage.proxy([{ times: 2, fault: { kind: 'status', status: 503 } }])
    const again = await user.run(quote, { rpc })
    const second = await user.run(['--rpc-url', stage.chain.url, ...quote], { rpc: 'http://127.0.0.1:1' })
    expect([again.code, second.code]).toEqual([0, 0])
  })

  test('that fails during the last checks: nothing is signed and the quote stays good', async () => {
    const { url: rpc, posts } = await stage.proxy([{ method: 'eth_estimateGas', fault: { kind: 'reset' } }])
    const quoted = await user.run([...quote, '-a', 'dev1', '--get', 'data.id'])
    const id = quoted.stdout.trim()
    await refused(user, ['swap', id, '-y', '-a', 'dev1'], unavailable('breaks the connection off'), { rpc })
    expect(posts.flat()).not.toContain('eth_sendRawTransaction')
    expect((await user.run(['swap', id, '--dry-run', '-a', 'dev1'])).code).toBe(0)
  })
})
