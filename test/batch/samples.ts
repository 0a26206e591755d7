/** Batches of sales of ether, as the store of batches takes them. */
import type { BatchDraft } from '#domain/trade/batch/batches'
import type { BatchOrder } from '#domain/trade/batch/order'
import { amount, nativeToken, networkName, ppm } from '#domain/units'
import { account, createTrade, idOf, now } from '../store/samples.ts'

export const network = networkName('sandbox')
export const native = { network, address: nativeToken, symbol: 'ETH', decimals: 18, listed: true } as const
export const dollar = createTrade(idOf(1)).buy
export const runId = (n: number): string => n.toString(16).padStart(32, '0')

export function orderOf(id: string, sold = 1n): BatchOrder {
  return {
    ...{ id, line: 1, network, account: { name: 'dev0', address: account }, sell: native, buy: dollar },
    ...{ amount: { raw: amount(sold) }, minimumOut: undefined, slippage: ppm(1), maxImpact: ppm(1), to: account },
    ...{ approve: 'exact', after: [], notBefore: undefined, deadlineSeconds: 60, note: undefined },
  }
}

export function draftOf(n: number, orders: readonly BatchOrder[]): BatchDraft {
  const rows = orders.map((order) => ({ order, sellAmount: amount(1n), quote: undefined, problem: undefined }))
  const plan = { createdAt: now, rows, approvals: [], warnings: [] }
  return { id: runId(n), plan, limits: { maxGas: {}, onError: 'stop', maxFailures: undefined } }
}
