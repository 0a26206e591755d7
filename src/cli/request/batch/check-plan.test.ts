import { expect, test } from 'vitest'
import type { Token } from '#domain/token'
import type { BatchOrder } from '#domain/trade/batch/order'
import type { PlannedApproval, PlannedQuote, PlannedRow } from '#domain/trade/batch/plan'
import { amount, blockNumber, evm, networkName, ppm, wei } from '#domain/units'
import { requireConsistent } from './check-plan.ts'

const network = networkName('base')
const account = { name: 'dev0', address: evm(`0x${'a1'.repeat(20)}`) }
const sell: Token = { network, address: evm(`0x${'b2'.repeat(20)}`), symbol: 'ODD', decimals: 6, listed: true }
const buy: Token = { ...sell, address: evm(`0x${'c3'.repeat(20)}`), symbol: 'EVEN' }
const gasCost = { expectedGasCost: wei(1n), maxGasCost: wei(2n) }

const quote: PlannedQuote = {
  ...{ block: blockNumber(1), amountOut: amount(1_000n), minimumOut: amount(900n), impact: ppm(0) },
  ...{ lossToEarlier: ppm(0), pools: [], ...gasCost },
}

function rowOf(id: string, change: Partial<PlannedRow> = {}, order: Partial<BatchOrder> = {}): PlannedRow {
  const asked: BatchOrder = {
    ...{ id, line: 2, network, account, sell, buy, amount: { raw: amount(5n) }, minimumOut: undefined },
    ...{ slippage: ppm(100_000), maxImpact: ppm(1), to: account.address, approve: 'exact', after: [] },
    ...{ notBefore: undefined, deadlineSeconds: 60, note: undefined, ...order },
  }
  return { order: asked, sellAmount: amount(5n), quote, problem: undefined, ...change }
}

const approvalOf = (value: bigint, change: Partial<PlannedApproval> = {}): PlannedApproval => ({
  ...{ network, account, token: sell, spender: account.address, amount: amount(value), before: amount(0n) },
  ...{ transactions: 1, ...gasCost, ...change },
})

const check = (rows: readonly PlannedRow[], approvals: readonly PlannedApproval[]) =>
  requireConsistent('plan.json', { rows, approvals })

const share = { amount: { share: ppm(500_000) } }
const problem = { code: 'NO_ROUTE', message: 'no route' }

test('a plan whose rows and approvals agree is taken, with shares of the balance and rows that are not possible', () => {
  const failed = { quote: undefined, problem }
  check([rowOf('a'), rowOf('b', { sellAmount: amount(3n) }, share)], [approvalOf(8n)])
  check([rowOf('a', failed), rowOf('b', { ...failed, sellAmount: undefined }, share)], [approvalOf(5n)])
  check([rowOf('a', {}, { approve: 'max' })], [])
})

test.each([
  ['more than is shown', { sellAmount: amount(4n) }, 'row a sells 0.000005 ODD, and is shown to sell 0.000004 ODD'],
  ['what is not shown', { sellAmount: undefined, quote: undefined, problem }, 'is shown to sell 0 ODD'],
  ['no quote and no problem', { quote: undefined }, 'row a needs either a quote or a problem'],
  ['a problem beside its quote', { problem }, 'row a needs either a quote or a problem'],
  ['a low minimum', { quote: { ...quote, minimumOut: amount(899n) } }, 'a minimum below its output less its slippage'],
])('a row with %s is refused', (_, change, words) => {
  const act = () => check([rowOf('a', change)], [approvalOf(5n)])
  expect(act).toThrow(words)
  expect(act).toThrow(expect.objectContaining({ code: 'BATCH_PLAN_CHANGED', exit: 2 }))
})

test('a share of the balance that has a quote sells something', () => {
  expect(() => check([rowOf('a', { sellAmount: undefined }, share)], [])).toThrow(
    'row a has a quote, and sells nothing',
  )
})

test.each([
  ['less than their sum', [approvalOf(9n)], 'it approves 0.000009 ODD, and its rows sell 0.00001 ODD'],
  ['two of one token', [approvalOf(10n), approvalOf(10n)], 'and its rows sell 0 ODD'],
  ['one of a token that no row sells', [approvalOf(10n), approvalOf(1n, { token: buy })], 'it approves 0.000001 EVEN'],
  ['one of another account', [approvalOf(10n, { account: { ...account, name: 'dev1' } })], 'and its rows sell 0 ODD'],
  ['none', [], 'its rows sell 0.00001 ODD, and no approval'],
])('approvals that are not the sums of the rows are refused: %s', (_, approvals, words) => {
  expect(() => check([rowOf('a'), rowOf('b')], approvals)).toThrow(words)
})

test('rows are in an order in which none waits for a later one, and each is there once', () => {
  check([rowOf('a'), rowOf('b', {}, { after: ['a'] })], [approvalOf(10n)])
  const refuse = (rows: readonly PlannedRow[], words: string) => expect(() => check(rows, [])).toThrow(words)
  refuse([rowOf('a', {}, { after: ['nobody'] })], 'row a comes after row nobody, which is not before it')
  refuse([rowOf('a', {}, { after: ['a'] })], 'row a comes after row a, which is not before it')
  refuse([rowOf('b', {}, { after: ['a'] }), rowOf('a')], 'row b comes after row a, which is not before it')
  refuse([rowOf('a'), rowOf('a')], 'row a is there twice')
})
