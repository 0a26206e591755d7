import { expect, test } from 'vitest'
import { toSwapTypedData } from '#domain/api/typed-data'
import type { Network } from '#domain/network'
import { noRules, type PolicyRules, type TokenLimit } from '#domain/policy/policy'
import type { Account, KeyAccounts, KeySigner } from '#domain/trade/accounts'
import { amount, evm, hex, seconds } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'
import { getNetworkEntry } from '#networks/find'
import { guardAccounts } from './guard-accounts.ts'

const base = getNetworkEntry('base')
const sender = evm(`0x${'1'.repeat(40)}`)
const usdc = evm('0x833589fcd6edb6e08f4c7c32d4f71b54bda02913')
const signed = hex('0x5e')

const order = toSwapTypedData({
  ...{ chainId: base.chainId, router: getRouter(base).address, sender, recipient: sender },
  ...{ fromAsset: usdc, toAsset: base.wrapped, deadline: seconds(1_800_000_300), amountOutMin: amount(1n) },
  ...{ sellAmount: amount(100_000_000n), swapFee: amount(1_000_000n), affiliate: undefined, nonce: 7n },
})

/** Signs the order under a policy with these rules. */
function signOrder(
  rules: Partial<PolicyRules>,
  what: { readonly on: Network; readonly order: typeof order } = { on: base, order },
) {
  const policy = { ...noRules, ...rules, path: '/keys/.policy.json', stateDirectory: '/state', countsHere: true }
  const key = { address: sender, unlock: async () => undefined, signOrder: async () => signed } as unknown as KeySigner
  const accounts = guardAccounts(
    {
      clock: { now: () => seconds(1_800_000_000) },
      files: { find: () => [policy], save: () => [] },
      journal: async () => ({ list: async () => [] }),
      entryOf: getNetworkEntry,
      lock: (work) => work(),
    },
    { keySigner: () => key } as unknown as KeyAccounts,
  )
  return accounts
    .signer({ kind: 'keystore', path: '/keys/a.json' } as unknown as Account)
    .signOrder(what.order, what.on.name)
}

const limitOf = (symbol: string, limit: string): readonly TokenLimit[] => [{ token: { symbol }, limit }]

test('an order counts towards the limit of a transaction, its fees included', async () => {
  expect(await signOrder({ perTransaction: limitOf('USDC', '100') })).toBe(signed)
  await expect(signOrder({ perTransaction: limitOf('USDC', '99.9') })).rejects.toThrow('asks for 100 USDC')
})

test('a limit of a day refuses orders that sell its token: the journal, where it is counted, has none', async () => {
  await expect(signOrder({ perDay: limitOf('USDC', '1000') })).rejects.toMatchObject({
    code: 'POLICY_VIOLATED',
    message: expect.stringContaining('its limit of a day for USDC does not count orders'),
  })
  expect(await signOrder({ perDay: limitOf('WETH', '1') })).toBe(signed)
})

test('a symbol holds where only the published list names its token', async () => {
  const ethereum = getNetworkEntry('ethereum')
  const eurc = evm('0x1aBaEA1f7C830bD89Acc67eC4af516284b1bC33c')
  const ofEurc = toSwapTypedData({
    ...{ chainId: 1, router: getRouter(ethereum).address, sender, recipient: sender },
    ...{ fromAsset: eurc, toAsset: ethereum.wrapped, deadline: seconds(1_800_000_300), amountOutMin: amount(1n) },
    ...{ sellAmount: amount(100_000_000n), swapFee: amount(0n), affiliate: undefined, nonce: 7n },
  })
  const what = { on: ethereum, order: ofEurc }
  expect(await signOrder({ perTransaction: limitOf('EURC', '100') }, what)).toBe(signed)
  await expect(signOrder({ perTransaction: limitOf('EURC', '99') }, what)).rejects.toThrow('asks for 100 EURC')
  await expect(signOrder({ perDay: limitOf('EURC', '1000') }, what)).rejects.toThrow('a day for EURC')
  await expect(signOrder({ denyTokens: [{ symbol: 'eurc' }] }, what)).rejects.toThrow('is a denied token')
  await expect(signOrder({ allowTokens: [{ symbol: 'WETH' }] }, what)).rejects.toThrow('not among the allowed tokens')
  expect(await signOrder({ allowTokens: [{ symbol: 'WETH' }, { symbol: 'EURC' }] }, what)).toBe(signed)
})
