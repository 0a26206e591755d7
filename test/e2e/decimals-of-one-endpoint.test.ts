/**
 * Two endpoints are set, and the first one lies about one word: the decimals of an unlisted token (8 in place of 6), by which a sum
 * that is typed becomes the raw amount that is approved and signed.
 */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { evm } from '#domain/units'
import { readBalance } from '#encoding/tokens/erc20'
import type { RpcRequest, RpcResponse } from '../chain/faults.ts'
import { type CliFixture, findDevAddress, startCliFixture } from './fixture.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

let fixture: CliFixture
beforeAll(async () => {
  fixture = await startCliFixture()
})
afterAll(() => fixture.close())

/** Another USDC of the sandbox, in no list, with 6 decimals. */
const token = '0xBE4cf280327E305B985c4D42d30b1bbF4f6084cf'

const asksDecimals = ({ method, params }: RpcRequest): boolean =>
  method === 'eth_call' && JSON.stringify(params).includes('313ce567')

/** Every word of an answer that is 6 becomes 8. */
function forge(real: RpcResponse): RpcResponse {
  const { result } = real
  if (typeof result !== 'string') return real
  const words = result.slice(2).match(/.{64}/g) ?? []
  const told = words.map((word) => (BigInt(`0x${word}`) === 6n ? 8n.toString(16).padStart(64, '0') : word))
  return { ...real, result: `0x${told.join('')}${result.slice(2 + 64 * words.length)}` }
}

test('one endpoint that lies about decimals does not have a hundred times as much sold', async () => {
  const user = fixture.createHostedUser()
  const { rpc, url } = fixture.chain
  const from = findDevAddress('dev1')
  const held = async () => {
    const { to, data } = readBalance(evm(token), from)
    return BigInt(await rpc<string>('eth_call', { to, data }, 'latest'))
  }
  const bought = await user.run(['swap', '0.05', 'ETH', token, '-a', 'dev1', '-y', '--allow-unlisted'])
  expect(bought.code, bought.stderr).toBe(0)
  const before = await held()
  expect(before).toBeGreaterThan(100_000_000n) // a hundred tokens

  const liar = await fixture.addProxy([{ when: asksDecimals, fault: { kind: 'forge', answer: forge } }])
  const words = ['swap', '1', token, 'ETH', '-a', 'dev1', '-y', '--allow-unlisted', '--rpc-url', url, '-o', 'json']
  const { stdout } = await user.run(words, { rpc: liar.url })
  expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'CHECK_FAILED', sent: false } })
  expect(stdout).toMatch(/contradict each other about the decimals of 0xbe4cf280327e305b985c4d42d30b1bbf4f6084cf/i)
  expect(before - (await held())).toBe(0n)
})
