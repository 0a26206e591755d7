/**
 * `--max-gas` says «maximum gas cost», but bounds the swap's own transaction alone. A quote is made at a low gas price, the price
 * rises, and `swap <quote> --max-gas 0.0003 -y` pays 0.001 ETH for its approval, more than three times the ceiling, and only
 * then refuses the swap because gas is above the limit. The user has paid, an allowance is left, nothing was sold.
 * Cause: src/app/trade/allowance/approve.ts:47 (`createCallBudget` by the network's price alone; `guards.maxGas` is not asked)
 * and src/app/trade/checks/guards.ts:37 (the swap's price is checked by the quote's old gas price before the approval).
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
