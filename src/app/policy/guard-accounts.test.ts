import { join } from 'node:path'
import { expect, test } from 'vitest'
import { toSwapTypedData } from '#domain/api/typed-data'
import type { Journal } from '#domain/journal/journal'
import { noRules, type PolicyRules, type TokenLimit } from '#domain/policy/policy'
import type { Account, KeyAccounts, KeySigner } from '#domain/trade/accounts'
import { amount, evm, hex, seconds } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'
import { getNetworkEntry } from '#networks/find'
import { createJournal } from '#store/journal/journal'
import { openOnce } from '#store/sqlite/open'
import { temporaryDirectory } from '../../../test/store/temporary-directory.ts'
import { guardAccounts } from './guard-accounts.ts'

const base = getNetworkEntry('base')
const sender = evm(`0x${'1'.repeat(40)}`)
const usdc = evm('0x833589fcd6edb6e08f4c7c32d4f71b54bda02913')
const signed = hex('0x5e')

const now = 1_800_000_000

const journalAt = (path: string): Journal => createJournal({ database: openOnce({ path }), finalDepth: () => 3 })
const orderOf = (sellAmount: bigint, nonce: bigint) =>
  toSwapTypedData({
    ...{ chainId: base.chainId, router: getRouter(base).address, sender, recipient: sender },
    ...{ fromAsset: usdc, toAsset: base.wrapped, deadline: seconds(now + 300), amountOutMin: amount(1n) },
    ...{ sellAmount: amount(sellAmount), swapFee: amount(1_000_000n), affiliate: undefined, nonce },
  })
const order = orderOf(100_000_000n, 7n)

/** Signs orders under a policy with these rules. */
function createOrderSigner(rules: Partial<PolicyRules>, journal = journalAt(join(temporaryDirectory(), 'journal.db'))) {
  const policy = { ...noRules, ...rules, path: '/keys/.policy.json', stateDirectory: '/state', countsHere: true }
  const key = { address: sender, unlock: async () => undefined, signOrder: async () => signed } as unknown as KeySigner
  const accounts = guardAccounts(
    {
      clock: { now: () => seconds(now) },
      files: { find: () => [policy], change: async () => [] },
      journal: async () => journal,
      entryOf: getNetworkEntry,
      bridges: async () => [],
      lock: (work) => work(),
    },
    { keySigner: () => key } as unknown as KeyAccounts,
  )
  const signer = accounts.signer({ kind: 'keystore', path: '/keys/a.json' } as unknown as Account)
  return (one = order, on = base) => signer.signOrder(one, on.name)
}

const limitOf = (symbol: string, limit: string): readonly TokenLimit[] => [{ token: { symbol }, limit }]

test('an order counts towards the limit of a transaction, its fees included', async () => {
  expect(await createOrderSigner({ perTransaction: limitOf('USDC', '100') })()).toBe(signed)
  await expect(createOrderSigner({ perTransaction: limitOf('USDC', '99.9') })()).rejects.toThrow('asks for 100 USDC')
})

test('an order is a spend of the day from its signature on, once, until it is void', async () => {
  const path = join(temporaryDirectory(), 'journal.db')
  const sign = createOrderSigner({ perDay: limitOf('USDC', '250') }, journalAt(path))
  expect(await sign()).toBe(signed)
  expect(await sign(orderOf(100_000_000n, 8n))).toBe(signed)
  // As another process reads it.
  const other = createOrderSigner({ perDay: limitOf('USDC', '250') }, journalAt(path))
  await expect(other(orderOf(100_000_000n, 9n))).rejects.toThrow('this asks for 100 USDC; 200 USDC were signed')
  expect(await other(orderOf(50_000_000n, 9n))).toBe(signed)
  expect(await other()).toBe(signed) // the same order again is no other spend
  await expect(other(orderOf(10_000_000n, 10n))).rejects.toMatchObject({ code: 'POLICY_VIOLATED' })

  const [first] = await journalAt(path).listOrders(seconds(0))
  if (first === undefined) throw new Error('no order')
  expect(first).toMatchObject({ token: usdc, amount: 100_000_000n, nonce: 7n, deadline: now + 300, signedAt: now })
  await journalAt(path).voidOrder(first.digest)
  expect(await other(orderOf(10_000_000n, 10n))).toBe(signed)
})

test('a signature of an order that could not be stored does not leave the signer', async () => {
  const journal = journalAt(join(temporaryDirectory(), 'journal.db'))
  const broken = { ...journal, recordOrder: () => Promise.reject(new Error('the disk is full')) }
  await expect(createOrderSigner({}, broken)()).rejects.toThrow('the disk is full')
})

test('signed orders are kept as they are, and stay void', async () => {
  const path = join(temporaryDirectory(), 'journal.db')
  await createOrderSigner({}, journalAt(path))()
  const db = await openOnce({ path })()
  expect(() => db.run("UPDATE orders SET amount = '1'")).toThrow()
  expect(() => db.run('DELETE FROM orders')).toThrow()
  db.run('UPDATE orders SET is_void = 1')
  expect(() => db.run('UPDATE orders SET is_void = 0')).toThrow()
})

test('a symbol holds where only the published list names its token', async () => {
  const ethereum = getNetworkEntry('ethereum')
  const eurc = evm('0x1aBaEA1f7C830bD89Acc67eC4af516284b1bC33c')
  const ofEurc = toSwapTypedData({
    ...{ chainId: 1, router: getRouter(ethereum).address, sender, recipient: sender },
    ...{ fromAsset: eurc, toAsset: ethereum.wrapped, deadline: seconds(1_800_000_300), amountOutMin: amount(1n) },
    ...{ sellAmount: amount(100_000_000n), swapFee: amount(0n), affiliate: undefined, nonce: 7n },
  })
  const sign = (rules: Partial<PolicyRules>) => createOrderSigner(rules)(ofEurc, ethereum)
  expect(await sign({ perTransaction: limitOf('EURC', '100') })).toBe(signed)
  await expect(sign({ perTransaction: limitOf('EURC', '99') })).rejects.toThrow('asks for 100 EURC')
  expect(await sign({ perDay: limitOf('EURC', '100') })).toBe(signed)
  await expect(sign({ perDay: limitOf('EURC', '99') })).rejects.toThrow('asks for 100 EURC')
  await expect(sign({ denyTokens: [{ symbol: 'eurc' }] })).rejects.toThrow('is a denied token')
  await expect(sign({ allowTokens: [{ symbol: 'WETH' }] })).rejects.toThrow('not among the allowed tokens')
  expect(await sign({ allowTokens: [{ symbol: 'WETH' }, { symbol: 'EURC' }] })).toBe(signed)
})
