/**
 * The signed file of a swap was sent from another machine and waits at the node that is asked here, whose checks of now would
 * refuse it. Who is told that nothing was sent swaps again, and both are mined.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { errorOf } from '../batch/fixture.ts'
import { parseData } from './expect-refusal.ts'
import { type CliFixture, findDevAddress, startCliFixture } from './fixture.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

let fixture: CliFixture
beforeAll(async () => {
  fixture = await startCliFixture()
})
afterEach(async () => {
  await fixture.chain.rpc('evm_mine')
  await fixture.chain.rpc('evm_setAutomine', true)
})
afterAll(() => fixture.close())

test('tx send of a file that waits at the node, as it was sent from elsewhere', async () => {
  const cold = fixture.createHostedUser()
  const hot = fixture.createHostedUser()
  const file = join(cold.home, 'signed.json')
  const account = findDevAddress('dev1')
  parseData(
    await cold.run(['swap', '1', 'ETH', 'USDC', '-a', 'dev1', '-y', '--sign-only', '--out', file, '-o', 'json']),
  )
  const { raw, hash } = JSON.parse(readFileSync(file, 'utf8'))
  await fixture.chain.rpc('evm_setAutomine', false)
  await fixture.chain.rpc('eth_sendRawTransaction', raw) // another machine's
  const balance = await fixture.chain.rpc<string>('eth_getBalance', account, 'latest')
  await fixture.chain.rpc('anvil_setBalance', account, '0x1') // until more arrives

  const words = ['tx', 'send', file, '--timeout', '5s']
  const screen = (await hot.run(words)).stderr.replace(/\s+/g, ' ')
  const error = errorOf(await hot.run([...words, '-o', 'json']))
  await fixture.chain.rpc('anvil_setBalance', account, balance)
  await fixture.chain.rpc('evm_mine')
  const receipt = await fixture.chain.rpc<{ status: string }>('eth_getTransactionReceipt', hash)
  expect(receipt.status).toBe('0x1') // it was sent, and it sold
  expect.soft(screen).not.toContain('Nothing was sent')
  expect(error).toMatchObject({ sent: true })
})
