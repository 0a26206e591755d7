import { expect, test } from 'vitest'
import type { Token } from '#domain/token'
import type { PlannedRow } from '#domain/trade/batch/plan'
import { evm, networkName } from '#domain/units'
import { requireTrueNames } from './plan-tokens.ts'

const network = networkName('base')
const listed: Token = { network, address: evm(`0x${'a1'.repeat(20)}`), symbol: 'WBTC', decimals: 8, listed: true }
const unlisted: Token = { network, address: evm(`0x${'b2'.repeat(20)}`), symbol: 'ODD', decimals: 6, listed: false }

/** A plan that sells what it calls `sell` for `unlisted`. */
function check(sell: Token): Promise<void> {
  const rows = [{ order: { network, sell, buy: unlisted } } as PlannedRow]
  const resolve = async (_: unknown, address: string) => (address === listed.address ? listed : unlisted)
  return requireTrueNames({ resolve }, 'plan.json', { rows, approvals: [] })
}

test('a plan whose tokens are called what they are is taken', async () => {
  await expect(check(listed)).resolves.toBeUndefined()
  await expect(check({ ...listed, listed: false })).resolves.toBeUndefined() // only more questions
})

test.each([
  [{ ...listed, symbol: 'USDC' }, 'on base "USDC, 8 decimals", and it is "WBTC, 8 decimals"'],
  [{ ...listed, decimals: 6 }, '"WBTC, 6 decimals", and it is "WBTC, 8 decimals"'],
  [{ ...unlisted, listed: true }, '"ODD, 6 decimals", and it is "ODD, 6 decimals, in no list"'],
  [{ ...unlisted, decimals: 18 }, 'and it is "ODD, 6 decimals, in no list"'],
  [{ ...listed, network: networkName('ethereum') }, 'and it is "a token of ethereum"'],
])('%j is refused', async (token, words) => {
  await expect(check(token)).rejects.toThrow(words)
})
