/**
 * What waits is sped up in another wallet of the same key: the very same call, by the same nonce and with higher fees, is mined.
 * It was made, so it counts: in the history, of what was approved for it, and of an allowance that it took back.
 */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { parseData } from './expect-refusal.ts'
import { type CliFixture, findDevAddress, startCliFixture } from './fixture.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 240_000 })

let fixture: CliFixture
beforeAll(async () => {
  fixture = await startCliFixture()
})
afterAll(() => fixture.close())

interface Call {
  readonly from: string
  readonly to: string
  readonly input: string
  readonly value: string
  readonly gas: string
  readonly nonce: string
  readonly maxFeePerGas: string
}

const countPending = (from: string) => fixture.chain.rpc('eth_getTransactionCount', from, 'pending')

/** Sends what the account has waiting with three times the fee, and mines it. @returns what the chain says it paid, in wei */
async function speedUpElsewhere(from: string): Promise<bigint> {
  const { rpc } = fixture.chain
  const { transactions } = await rpc<{ transactions: readonly Call[] }>('eth_getBlockByNumber', 'pending', true)
  const waiting = transactions.find((one) => one.from.toLowerCase() === from)
  if (waiting === undefined) throw new Error('nothing waits')
  const fee = `0x${(BigInt(waiting.maxFeePerGas) * 3n).toString(16)}`
  const { to, input, value, gas, nonce } = waiting
  const fees = { maxFeePerGas: fee, maxPriorityFeePerGas: fee }
  const other = await rpc<string>('eth_sendTransaction', { from, to, data: input, value, gas, nonce, ...fees })
  await rpc('anvil_mine', '0x20')
  const receipt = await rpc<{ readonly gasUsed: string; readonly effectiveGasPrice: string }>(
    'eth_getTransactionReceipt',
    other,
  )
  expect(receipt).toMatchObject({ status: '0x1' })
  await rpc('evm_setAutomine', true)
  return BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice)
}

interface History {
  readonly entries: readonly {
    readonly state: string
    readonly isSettled: boolean
    readonly gasPaid: { readonly raw: string }
  }[]
}

test('the history counts what was sold, and the gas that it cost', async () => {
  const user = fixture.createHostedUser()
  await fixture.chain.rpc('evm_setAutomine', false)
  const words = ['swap', '1', 'ETH', 'USDC', '-a', 'dev1', '-y', '--no-wait', '-o', 'json']
  const { swapId } = parseData<{ swapId: string }>(await user.run(words))
  const paid = await speedUpElsewhere(findDevAddress('dev1'))

  await user.run(['status', swapId])
  const { entries } = parseData<History>(await user.run(['history', '-o', 'json']))
  expect(entries).toMatchObject([{ state: 'done', gasPaid: { raw: String(paid) } }])
  expect((await user.run(['history'])).stdout).toMatch(/TOTAL[\s\S]*ETH +sandbox +1\b/)
})

test('nothing is said to be left over of what was approved for it', async () => {
  const user = fixture.createUser()
  const { rpc } = fixture.chain
  const from = findDevAddress('dev3')
  const words = ['swap', '50', 'USDC', 'ETH', '-a', 'dev3', '-y', '--id', 'salary', '-o', 'json']
  await rpc('evm_setAutomine', false)
  const running = await user.start([...words, '--no-wait'])
  await vi.waitUntil(async () => (await countPending(from)) === '0x1', { timeout: 100_000 })
  await rpc('evm_mine') // the approval
  await vi.waitUntil(async () => (await countPending(from)) === '0x2', { timeout: 100_000 })
  await running.ended
  await speedUpElsewhere(from)

  const again = await user.run(words)
  const allowances = JSON.parse((await user.run(['allowances', 'USDC', '-a', 'dev3', '-o', 'json'])).stdout)
  expect(allowances.data.allowances[0].allowance.raw).toBe('0')
  expect(JSON.parse(again.stdout).error.code).toBe('REPLACED')
  expect(JSON.parse(again.stdout).error.leftover).toBeUndefined()
})

test('an allowance that it took back is told as the chain has it', async () => {
  const user = fixture.createUser()
  const { rpc } = fixture.chain
  const from = findDevAddress('dev2')
  for (const token of ['USDC', 'DAI'])
    expect((await user.run(['approve', token, '100', '-a', 'dev2', '-y'])).code).toBe(0)
  await rpc('evm_setAutomine', false)
  const running = await user.start(['revoke', 'USDC', 'DAI', '-a', 'dev2', '-y', '-o', 'json'])
  await vi.waitUntil(async () => (await countPending(from)) === '0x3', { timeout: 100_000 })
  await speedUpElsewhere(from)
  const { data } = JSON.parse((await running.ended).stdout)
  const given = JSON.parse((await user.run(['allowances', 'USDC', '-a', 'dev2', '-o', 'json'])).stdout)
  expect(given.data.allowances[0].allowance.raw).toBe('0')
  expect(data.revocations[0].after).toBe('0')
})
