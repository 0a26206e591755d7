/** Two endpoints are set, and the first one says that the account holds ten times as much USDC as it does: a share is sold of it. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readBalance } from '#encoding/tokens/erc20'
import { sandboxGround } from '#sandbox/addresses.gen'
import type { RpcRequest, RpcResponse } from '../chain/faults.ts'
import { type CliFixture, findDevAddress, startCliFixture } from './fixture.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

let fixture: CliFixture
beforeAll(async () => {
  fixture = await startCliFixture()
})
afterAll(() => fixture.close())

test('one endpoint that lies about a balance does not have a larger share of it sold', async () => {
  const user = fixture.createHostedUser()
  const { rpc, url } = fixture.chain
  const from = findDevAddress('dev1')
  const held = async () => {
    const { to, data } = readBalance(sandboxGround.tokens.USDC.address, from)
    return BigInt(await rpc<string>('eth_call', { to, data }, 'latest'))
  }
  const before = await held()
  const hex = (value: bigint) => value.toString(16).padStart(64, '0')
  const forge = (real: RpcResponse): RpcResponse =>
    typeof real.result === 'string' ? { ...real, result: real.result.replaceAll(hex(before), hex(before * 10n)) } : real
  const asksBalance = ({ method, params }: RpcRequest) =>
    method === 'eth_call' && JSON.stringify(params).includes('70a08231')
  const liar = await fixture.addProxy([{ when: asksBalance, fault: { kind: 'forge', answer: forge } }])
  const words = ['swap', '1%', 'USDC', 'ETH', '-a', 'dev1', '-y', '--rpc-url', url, '-o', 'json']
  const { stdout } = await user.run(words, { rpc: liar.url })
  expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'CHECK_FAILED', sent: false } })
  expect(stdout).toContain('contradict each other about how much USDC')
  expect(await held()).toBe(before)
})
