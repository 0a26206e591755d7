/** `status` of a revert that the chain may still undo, or that not every endpoint shows: nothing is to be traded again. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { ChainTransaction } from '#cli/schemas/trade/status'
import { amount, nativeToken } from '#domain/units'
import type { RpcResponse } from '../chain/faults.ts'
import { expectFailureJson, parseData } from './expect-refusal.ts'
import { type CliFixture, findDevAddress, type RunResult, startCliFixture } from './fixture.ts'
import { pools, revertCases, send, swapData, tokens } from './revert-cases.ts'

let fixture: CliFixture
beforeAll(async () => {
  fixture = await startCliFixture()
})
afterAll(() => fixture.close())

const lie = ({ result, ...real }: RpcResponse): RpcResponse => ({
  ...real,
  result: result === null ? null : { ...(result as object), status: '0x0', logs: [] },
})
const liar = { method: 'eth_getTransactionReceipt', fault: { kind: 'forge', answer: lie } } as const

const toldBy = (ran: RunResult) => z.strictObject(ChainTransaction.shape).parse(parseData(ran))

/** By a user who has never used the program before. */
const statusOf = (hash: string, rpc: string, ...more: readonly string[]): Promise<RunResult> =>
  fixture.createHostedUser().run(['status', hash, '-o', 'json', ...more], { rpc })

test('no remedy but to wait while the chain may still undo the revert', async () => {
  const hash = await revertCases.deadline(fixture.chain)
  expect(toldBy(await statusOf(hash, fixture.chain.url, '--confirmations', '3'))).toMatchObject({
    stage: 'reverted',
    transaction: { depth: 1 },
    reason: {
      class: 'deadline',
      remedy: [`swapline status ${hash} -n sandbox --watch`, 'never swap again before that is final'],
    },
  })
  const args = ['status', hash, '-o', 'json', '--confirmations', '3', '--watch']
  const { ended, child } = await fixture.createHostedUser().start(args)
  await new Promise((resolve) => setTimeout(resolve, 3_000))
  expect(child.exitCode).toBeNull()
  await fixture.chain.rpc('anvil_mine', '0x2')
  expect(toldBy(await ended).reason?.remedy[0]).toMatch(/^swapline swap 0\.001 ETH USDC /)
})

test('a node that says «reverted» of a swap that another one shows executed: neither is believed', async () => {
  const from = findDevAddress('dev8')
  const call = { tokenIn: nativeToken, tokenOut: tokens.USDC, amountIn: amount(10n ** 15n), recipient: from }
  const { hash, status } = await send(fixture.chain, { from, data: swapData(pools.wethUsdc, call), value: 10n ** 15n })
  expect(status).toBe('0x1')
  const proxy = await fixture.addProxy([liar])
  const { stage, reason } = toldBy(await statusOf(hash, proxy.url, '--rpc-url', fixture.chain.url))
  expect({ stage, reason }).toEqual({ stage: 'submitted', reason: undefined })
})

test('an executed swap that one of two nodes calls reverted is not reported as failed', async () => {
  const rpc = (await fixture.addProxy([liar])).url
  const user = fixture.createHostedUser()
  const args = ['swap', '0.01', 'ETH', 'USDC', '-y', '-a', 'dev9', '--id', 'one', '-o', 'json']
  const ran = await user.run([...args, '--timeout', '8s', '--rpc-url', fixture.chain.url], { rpc })
  expect(ran.code, ran.stdout).toBe(13)
  expect(ran.stdout).toContain('"code": "PENDING"')
  expect((await user.run(args)).code).toBe(0)
  expect(await fixture.countSentBy('dev9')).toBe(1)
})

const forgeTransaction = (fields: object) =>
  ({
    method: 'eth_getTransactionByHash',
    fault: {
      kind: 'forge',
      answer: ({ result, ...real }: RpcResponse): RpcResponse => ({
        ...real,
        result: result === null ? null : { ...(result as object), ...fields },
      }),
    },
  }) as const

test.each([
  ['sender', { from: `0x${'5e'.repeat(20)}` }],
  [
    'calldata',
    { input: swapData(pools.wethUsdc, { tokenIn: nativeToken, tokenOut: tokens.USDC, amountIn: amount(7n) }) },
  ],
  ['type', { type: '0x7e' }],
])('a node that forges the %s of a transaction: another one is believed, and it alone is not', async (_, fields) => {
  const { chain } = fixture
  const hash = await revertCases.deadline(chain, findDevAddress('dev1'))
  const proxy = await fixture.addProxy([forgeTransaction(fields)])
  const honest = toldBy(await statusOf(hash, chain.url))
  expect(honest.reason?.remedy[0]).toContain(`-a ${findDevAddress('dev1')}`)
  const both = await statusOf(hash, proxy.url, '--rpc-url', chain.url)
  const alone = await statusOf(hash, proxy.url)
  if ('type' in fields) {
    // Its hash cannot be computed: no command is made from it.
    expect(toldBy(alone).reason?.remedy).toEqual([expect.stringMatching(/^look at it in a block explorer: its type/)])
    return
  }
  expect(toldBy(both)).toEqual(honest)
  expectFailureJson(alone, { code: 'TRANSACTION_DISPUTED', says: ['does not have this hash', 'never swap again'] })
})

test('endpoints that show different transactions of a type that is not known here', async () => {
  const hash = await revertCases.deadline(fixture.chain, findDevAddress('dev1'))
  const proxy = await fixture.addProxy([forgeTransaction({ type: '0x7e', from: `0x${'5e'.repeat(20)}` })])
  const both = await statusOf(hash, proxy.url, '--rpc-url', fixture.chain.url)
  expectFailureJson(both, { code: 'TRANSACTION_DISPUTED', says: ['endpoints show different transactions'] })
})
