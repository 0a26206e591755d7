/** What a batch would cost and bring, row by row, before anything is signed. */

import type { Token } from '#domain/token'
import { type BatchOrder, laneOf } from '#domain/trade/batch/order'
import {
  type Address,
  type Amount,
  type NetworkName,
  nativeToken,
  type Ppm,
  type Seconds,
  type Wei,
} from '#domain/units'

export interface PlanNotice {
  readonly code: string
  readonly message: string
  /** The row it is about. */
  readonly row?: string
}

/** A row's quote on the state that the earlier rows of its lane leave. */
export interface PlannedQuote {
  readonly block: number
  readonly amountOut: Amount
  /** The row's slippage below it: no run accepts less. */
  readonly minimumOut: Amount
  readonly impact: Ppm | undefined
  /** By how much earlier rows of the lane reduce the output. */
  readonly lossToEarlier: Ppm
  readonly expectedGasCost: Wei
  /** The most that its gas may cost. */
  readonly maxGasCost: Wei
  readonly pools: readonly Address[]
}

export interface PlannedRow {
  readonly order: BatchOrder
  /** What it sells, at most; `undefined` if the balance of which it is a share could not be told. */
  readonly sellAmount: Amount | undefined
  readonly quote: PlannedQuote | undefined
  /** Why it would fail, as far as the plan can tell. */
  readonly problem: { readonly code: string; readonly message: string } | undefined
}

/** One approval for all merged rows of a lane that sell a token. */
export interface PlannedApproval {
  readonly network: NetworkName
  readonly account: BatchOrder['account']
  readonly token: Token
  readonly spender: Address
  /** The sum of what the rows sell. */
  readonly amount: Amount
  readonly before: Amount
  readonly transactions: 0 | 1 | 2
  readonly expectedGasCost: Wei
  readonly maxGasCost: Wei
}

export interface BatchPlan {
  readonly createdAt: Seconds
  /** In the order in which a single lane would run them. */
  readonly rows: readonly PlannedRow[]
  readonly approvals: readonly PlannedApproval[]
  readonly warnings: readonly PlanNotice[]
}

/** An amount of one token over all rows. */
export interface TokenTotal {
  readonly token: Token
  readonly amount: Amount
}

export interface GasTotal {
  readonly network: NetworkName
  readonly expected: Wei
  readonly max: Wei
}

export interface PlanTotals {
  readonly sold: readonly TokenTotal[]
  readonly bought: readonly TokenTotal[]
  readonly gas: readonly GasTotal[]
}

/** What a plan sells, buys and pays for gas in total; rows with a problem are not counted as bought. */
export function sumPlan({ rows, approvals }: Pick<BatchPlan, 'rows' | 'approvals'>): PlanTotals {
  const gas = new Map<NetworkName, { expected: bigint; max: bigint }>()
  const costs = [
    ...rows.flatMap(({ order, quote }) => (quote === undefined ? [] : [{ network: order.network, ...quote }])),
    ...approvals,
  ]
  for (const { network, expectedGasCost, maxGasCost } of costs) {
    const { expected, max } = gas.get(network) ?? { expected: 0n, max: 0n }
    gas.set(network, { expected: expected + expectedGasCost, max: max + maxGasCost })
  }
  return {
    sold: sumTokens(rows.map(({ order, sellAmount = 0n }) => ({ token: order.sell, amount: sellAmount }))),
    bought: sumTokens(rows.map(({ order, quote }) => ({ token: order.buy, amount: quote?.amountOut ?? 0n }))),
    gas: [...gas].map(([network, { expected, max }]) => ({ network, expected: expected as Wei, max: max as Wei })),
  }
}

/** Amounts added up by token; tokens of which there is nothing are left out. */
export function sumTokens(parts: readonly { readonly token: Token; readonly amount: bigint }[]): readonly TokenTotal[] {
  const sums = new Map<string, { token: Token; amount: bigint }>()
  for (const { token, amount } of parts) {
    const key = `${token.network}:${token.address}`
    sums.set(key, { token, amount: (sums.get(key)?.amount ?? 0n) + amount })
  }
  return [...sums.values()].flatMap(({ token, amount }) => (amount === 0n ? [] : [{ token, amount: amount as Amount }]))
}

/** What the rows of a lane sell of a token in total, where one exact approval is to cover them. */
export interface ApprovalSum extends Pick<BatchOrder, 'network' | 'account'> {
  readonly token: BatchOrder['sell']
  readonly amount: bigint
}

/** One for each lane and token that is approved exactly; rows whose amount is not known sell nothing of it. */
export function sumApprovals(rows: readonly Pick<PlannedRow, 'order' | 'sellAmount'>[]): readonly ApprovalSum[] {
  const sums = new Map<string, ApprovalSum>()
  for (const { order, sellAmount } of rows) {
    const { network, account, sell, approve } = order
    if (approve !== 'exact' || sell.address === nativeToken || sellAmount === undefined) continue
    const key = `${laneOf(order)}:${sell.address}`
    sums.set(key, { network, account, token: sell, amount: (sums.get(key)?.amount ?? 0n) + sellAmount })
  }
  return [...sums.values()]
}
