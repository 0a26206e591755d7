import { expect, test } from 'vitest'
import { toOrder } from '#domain/api/order'
import type { PolicySpend } from '#domain/policy/policy'
import type { Account, KeyAccounts } from '#domain/trade/accounts'
import { amount, evm, hex, seconds, wei } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'
import { getNetworkEntry } from '#networks/find'
import { createQuote } from '../../../test/store/samples.ts'
import { guardAccounts, type PolicyContext } from './guard-accounts.ts'

const base = getNetworkEntry('base')
const address = evm(`0x${'1'.repeat(40)}`)

/** Signs an order that sells 50 units of wrapped ether under a policy with this limit of a day. */
async function sign(symbol: string): Promise<unknown> {
  const made = createQuote('7b3e91c4-0000-4000-8000-000000000000')
  const terms = { swapFee: amount(0n), worth: wei(0n), nonce: 0n, deadline: seconds(60) }
  const request = { ...made.request, sell: base.wrapped, sellAmount: amount(50n) }
  const router = getRouter(base).address
  const order = toOrder({ ...made, chainId: base.chainId, router, request, gasless: terms }, (one) => one)
  const rules = { networks: [], allowTokens: [], denyTokens: [], allowRecipients: [], perTransaction: [] }
  const policy = { path: 'p', countsHere: true, ...rules, perDay: [{ token: { symbol }, limit: '1' }] }
  const context = {
    clock: { now: () => seconds(1) },
    files: { find: () => [policy] },
    journal: async () => ({ list: async (): Promise<readonly PolicySpend[]> => [] }),
    entryOf: () => base,
    lock: (work: () => unknown) => work(),
  } as unknown as PolicyContext
  const key = { address, unlock: async () => undefined, signOrder: async () => hex('0x01') }
  const accounts = { keySigner: () => key } as unknown as KeyAccounts
  return guardAccounts(context, accounts)
    .signer({ kind: 'dev' } as unknown as Account)
    .signOrder(order, base.name)
}

test('an order of what has a limit of a day is refused, as it would not count', async () => {
  await expect(sign('WETH')).rejects.toMatchObject({ code: 'POLICY_VIOLATED' })
  await expect(sign('ETH')).rejects.toMatchObject({ code: 'POLICY_VIOLATED' })
  expect(await sign('USDC')).toBe('0x01')
})
