/** A network that is down, slow, wrong or garbled: before signing it costs nothing, and the answer says so. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Fault, Rule } from '../chain/faults.ts'
import { type ExpectedFailure, expectRefusal } from './expect-refusal.ts'
import { type CliFixture, startCliFixture, type User } from './fixture.ts'

let fixture: CliFixture
let user: User

beforeAll(async () => {
  fixture = await startCliFixture()
  user = fixture.createHostedUser()
  await user.run(['quote', '1', 'ETH', 'USDC'])
})
afterAll(() => fixture.close())

const always = (fault: Fault): readonly Rule[] => [{ fault }]
const unavailable = (...says: readonly string[]): ExpectedFailure => ({
  code: 'NETWORK_UNAVAILABLE',
  says: [...says, '--rpc-url'],
})
const quote = ['quote', '1', 'ETH', 'USDC']
const swap = ['swap', '1', 'ETH', 'USDC', '-y', '-a', 'dev1']

describe.concurrent('an endpoint', () => {
  test('that does not exist', async () => {
    const rpc = 'http://127.0.0.1:1'
    const wanted = unavailable('127.0.0.1:1 refuses the connection')
    await Promise.all(
      [quote, swap, ['balances'], ['approve', 'USDT', '1', '-y']].map((args) =>
        expectRefusal(user, args, wanted, { rpc }),
      ),
    )
  })

  test.each<[string, readonly Rule[], ExpectedFailure]>([
    ['answers HTML', always({ kind: 'html' }), unavailable('not JSON')],
    ['answers 429', always({ kind: 'status', status: 429 }), unavailable('answers 429')],
    ['answers 403', always({ kind: 'status', status: 403 }), unavailable('answers 403')],
    ['answers half of its JSON', always({ kind: 'truncate' }), unavailable('not JSON')],
    ['breaks off', always({ kind: 'reset' }), unavailable('closes the connection')],
    ['answers other questions', always({ kind: 'wrong-id' }), unavailable('to other requests')],
    [
      'serves another chain',
      [{ method: 'eth_chainId', fault: { kind: 'forge', answer: (real) => ({ ...real, result: '0x1' }) } }],
      { code: 'WRONG_CHAIN', says: ['serves chain 1', 'is chain 31337'] },
    ],
  ])('that %s', async (_, rules, wanted) => {
    const { url: rpc, posts } = await fixture.addProxy(rules)
    await Promise.all([expectRefusal(user, quote, wanted, { rpc }), expectRefusal(user, swap, wanted, { rpc })])
    expect(posts.flat()).not.toContain('eth_sendRawTransaction')
    expect(await fixture.countSentBy('dev1')).toBe(0)
  })

  test('that never answers ends at the time limit', async () => {
    const { url: rpc } = await fixture.addProxy(always({ kind: 'hang' }))
    const wanted: ExpectedFailure = { code: 'TIMED_OUT', says: ['3 seconds', '--timeout'] }
    const from = Date.now()
    await Promise.all([quote, swap].map((args) => expectRefusal(user, [...args, '--timeout', '3s'], wanted, { rpc })))
    expect(Date.now() - from).toBeLessThan(45_000) // the usual limit is 90 s
  })

  test('with an invalid or unencrypted URL is refused without contacting it or printing its path', async () => {
    await expectRefusal(user, quote, { code: 'USAGE', says: ['https://'] }, { rpc: 'nonsense' })
    const rpc = 'http://rpc.example/CANARY'
    const ran = await user.run([...quote, '-vv'], { rpc })
    expect(ran.code).toBe(2)
    expect(ran.stdout + ran.stderr).not.toContain('CANARY')
  })

  test('that fails temporarily is retried; a second one replaces a dead one', async () => {
    const { url: rpc } = await fixture.addProxy([{ times: 2, fault: { kind: 'status', status: 503 } }])
    const again = await user.run(quote, { rpc })
    const second = await user.run(['--rpc-url', fixture.chain.url, ...quote], { rpc: 'http://127.0.0.1:1' })
    expect([again.code, second.code]).toEqual([0, 0])
  })

  test('that fails during the last checks: nothing is signed and the quote stays valid', async () => {
    const { url: rpc, posts } = await fixture.addProxy([{ method: 'eth_estimateGas', fault: { kind: 'reset' } }])
    const quoted = await user.run([...quote, '-a', 'dev1', '--get', 'data.id'])
    const id = quoted.stdout.trim()
    await expectRefusal(user, ['swap', id, '-y', '-a', 'dev1'], unavailable('closes the connection'), { rpc })
    expect(posts.flat()).not.toContain('eth_sendRawTransaction')
    expect((await user.run(['swap', id, '--dry-run', '-a', 'dev1'])).code).toBe(0)
  })
})
