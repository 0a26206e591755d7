/**
 * Two endpoints are set, and the first one says that blocks pay tips of 400 gwei, where nobody pays one above 1 gwei. A tip is paid
 * in full, so the lower one of two counts, and an approval costs what it costs by the honest one.
 */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { RpcResponse } from '../chain/faults.ts'
import { type CliFixture, findDevAddress, startCliFixture } from './fixture.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

let fixture: CliFixture
beforeAll(async () => {
  fixture = await startCliFixture()
})
afterAll(() => fixture.close())

function forge(real: RpcResponse): RpcResponse {
  const history = real.result as { readonly reward?: readonly (readonly string[])[] }
  const reward = (history.reward ?? []).map((tips) => tips.map(() => '0x5d21dba000')) // 400 gwei
  const gasUsedRatio = reward.map(() => 0.5)
  return { ...real, result: { ...history, reward, gasUsedRatio } }
}

test('one endpoint that lies about tips does not make an approval of 10 USDC cost more than that', async () => {
  const user = fixture.createHostedUser()
  const { rpc, url } = fixture.chain
  await rpc('anvil_mine', '0x10')
  const held = async () => BigInt(await rpc<string>('eth_getBalance', findDevAddress('dev1'), 'latest'))
  const before = await held()
  const liar = await fixture.addProxy([{ method: 'eth_feeHistory', fault: { kind: 'forge', answer: forge } }])
  const words = ['approve', 'USDC', '10', '-a', 'dev1', '-y', '--rpc-url', url, '-o', 'json']
  const { code, stdout } = await user.run(words, { rpc: liar.url })
  expect(code, stdout).toBe(0)
  expect(before - (await held())).toBeLessThanOrEqual(4_000_000_000_000_000n) // 10 dollars
})
