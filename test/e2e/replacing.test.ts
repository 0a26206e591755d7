/** Stuck transactions by the built program: sped up, cancelled, awaited, also after a `kill -9`. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { expectFailureJson, expectFailureScreen, parseData } from './expect-refusal.ts'
import { type CliFixture, startCliFixture, type User } from './fixture.ts'

interface Swap {
  readonly stage: string
  readonly swapId: string
  readonly tx: {
    readonly hash: string
    readonly nonce: number
    readonly versions?: readonly { readonly kind: string; readonly hash: string; readonly maxFeePerGas: string }[]
  }
}

vi.setConfig({ testTimeout: 120_000 })

let fixture: CliFixture
let user: User
beforeAll(async () => {
  fixture = await startCliFixture()
  user = fixture.createHostedUser()
})
afterAll(() => fixture.close())
afterEach(async () => {
  await fixture.chain.rpc('evm_setAutomine', true)
  await fixture.chain.rpc('evm_mine')
})

const json = (...args: readonly string[]) => user.run([...args, '-y', '-o', 'json'])
/** A swap that a node has and no block takes. */
async function leaveStuck(account: string, id: string): Promise<Swap> {
  await fixture.chain.rpc('evm_setAutomine', false)
  return parseData<Swap>(await json('swap', '0.01', 'ETH', 'USDC', '-a', account, '--id', id, '--no-wait'))
}

test('a stuck swap is sped up, and every hash leads to it', async () => {
  const stuck = await leaveStuck('dev1', 'slow')
  const human = await user.run(['tx', 'speedup', 'slow', '-y', '--no-wait'])
  expect(human.code).toBe(0)
  const words = human.stderr.replace(/\s+/g, ' ')
  for (const part of [
    'Network sandbox',
    'Nonce 0',
    'Fee',
    'gwei',
    'at most',
    'Unchanged',
    'version 2 · saved to journal',
  ])
    expect(words).toContain(part)
  const plan = human.stderr.split('\n').filter((line) => line.startsWith('  '))
  for (const line of [...plan, ...human.stdout.split('\n')]) expect(line.length).toBeLessThanOrEqual(80)
  await fixture.chain.rpc('evm_mine')
  const done = parseData<Swap>(await json('tx', 'wait', stuck.tx.hash))
  expect([done.stage, done.swapId, done.tx.nonce]).toEqual(['confirmed', stuck.swapId, 0])
  expect(done.tx.versions?.map(({ kind }) => kind)).toEqual(['original', 'speedup'])
  expect(done.tx.hash).toBe(done.tx.versions?.[1]?.hash)
  expect(await fixture.countSentBy('dev1')).toBe(1)
  const late = expectFailureJson(await json('tx', 'speedup', 'slow'), { code: 'NOT_REPLACEABLE', sent: true })
  expect(late.message).toContain('it is final')
})

test('a cancelled swap: 0 for the command, 14 for the swap, and its id never sends again', async () => {
  await leaveStuck('dev2', 'unwanted')
  const running = json('tx', 'cancel', 'unwanted', '--bump', '30%')
  await vi.waitFor(async () => {
    const seen = parseData<Swap>(await json('status', 'unwanted'))
    expect(seen.tx.versions).toHaveLength(2)
    // Stored before it is sent: only what the node has can be in the next block.
    expect(await fixture.chain.rpc('eth_getTransactionByHash', seen.tx.versions?.[1]?.hash)).not.toBeNull()
  }, 60_000)
  await fixture.chain.rpc('evm_setAutomine', true)
  await fixture.chain.rpc('evm_mine')
  expect(parseData<Swap>(await running).stage).toBe('cancelled')
  const again = await json('swap', '0.01', 'ETH', 'USDC', '-a', 'dev2', '--id', 'unwanted')
  expectFailureJson(again, { code: 'CANCELLED', sent: true })
  expectFailureScreen(await user.run(['tx', 'wait', 'unwanted']), { code: 'CANCELLED', sent: true })
  expect(await fixture.countSentBy('dev2')).toBe(1)
})

test('refusals say what may be on the chain, never that nothing was sent', async () => {
  await leaveStuck('dev3', 'limits')
  const above = await json('tx', 'speedup', 'limits', '--max-fee', '0.000000001')
  expectFailureJson(above, { code: 'GAS_ABOVE_LIMIT', sent: true })
  const screen = await user.run(['tx', 'speedup', 'limits', '--max-gas', '0.000000001', '-y'])
  expect(expectFailureScreen(screen, { code: 'GAS_ABOVE_LIMIT', sent: true })).not.toContain('Nothing was sent')
  const unasked = await user.run(['tx', 'cancel', 'limits', '-o', 'json'])
  expectFailureJson(unasked, { code: 'CONFIRM_NEEDED', sent: true })
  const little = await json('tx', 'speedup', 'limits', '--bump', '10%')
  expect([little.code, JSON.parse(little.stdout).error.code]).toEqual([2, 'USAGE'])
  const unknown = await json('tx', 'cancel', 'nowhere')
  expect([unknown.code, JSON.parse(unknown.stdout).error.code]).toEqual([6, 'SWAP_NOT_FOUND'])
})

test('an approval that is not waited for, then awaited', async () => {
  const sent = parseData<{ txs: readonly { stage: string }[] }>(
    await json('approve', 'USDC', '5', '-a', 'dev4', '--no-wait'),
  )
  expect(sent.txs.map(({ stage }) => stage)).toEqual(['submitted'])
  expect(parseData<{ kind: string; stage: string }>(await json('tx', 'wait', 'last'))).toMatchObject({
    ...{ kind: 'approve', stage: 'confirmed' },
  })
})
