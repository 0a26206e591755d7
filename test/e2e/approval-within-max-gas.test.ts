/**
 * `--max-gas` bounds a swap and its approval together: where the price of gas rose since the quote, so that both do not fit, the
 * refusal comes before the approval is paid for.
 */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { parseData } from './expect-refusal.ts'
import { type CliFixture, findDevAddress, startCliFixture } from './fixture.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let fixture: CliFixture
beforeAll(async () => {
  fixture = await startCliFixture()
})
afterAll(() => fixture.close())

test('the gas of a swap with its approval stays within --max-gas', async () => {
  const user = fixture.createHostedUser()
  const { rpc } = fixture.chain
  const balance = async () => BigInt(await rpc<string>('eth_getBalance', findDevAddress('dev1'), 'latest'))
  const before = await balance()
  const asked = ['quote', '50', 'USDC', 'ETH', '-a', 'dev1', '-o', 'json']
  const { id } = parseData<{ id: string }>(await user.run(asked))
  await rpc('anvil_setNextBlockBaseFeePerGas', `0x${(20n * 10n ** 9n).toString(16)}`)
  await rpc('evm_mine')
  const swapped = await user.run(['swap', id, '-a', 'dev1', '-y', '--max-gas', '0.0003', '-o', 'json'])
  expect(JSON.parse(swapped.stdout)).toMatchObject({ ok: false, error: { code: 'GAS_ABOVE_LIMIT' } })
  expect(before - (await balance())).toBeLessThanOrEqual(300_000_000_000_000n)
})
