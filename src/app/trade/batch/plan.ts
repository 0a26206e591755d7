import type { QuoteContext } from '#app/context'
import { boundApprovalGas } from '#app/trade/allowance/approve'
import { fetchAllowance } from '#app/trade/allowance/pending'
import { compareAllowance } from '#app/trade/allowance/plan'
import { type PlannedLane, planRow } from '#app/trade/batch/plan-row'
import { openPlannedBalances } from '#app/trade/batch/planned-balances'
import { createPlannedMarket, createSurveyCache } from '#app/trade/batch/planned-market'
import type { Chain } from '#domain/chain/port'
import { fail } from '#domain/errors'
import { formatDecimal } from '#domain/format-decimal'
import type { BatchObserver } from '#domain/trade/batch/batches'
import { type BatchOrder, laneOf, sortByDependency } from '#domain/trade/batch/order'
import {
  type ApprovalSum,
  type BatchPlan,
  type PlanNotice,
  type PlannedApproval,
  type PlannedRow,
  sumApprovals,
} from '#domain/trade/batch/plan'
import { amount, type NetworkName } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'

/**
 * Quotes every row on the state that the earlier rows of its lane leave, with the balances that they leave. Nothing is
 * signed or stored.
 * @throws what the endpoints throw; a failure of one row is that row's problem
 */
export async function planBatch(
  context: QuoteContext,
  orders: readonly BatchOrder[],
  observer: Pick<BatchObserver, 'tell'>,
): Promise<BatchPlan> {
  const sorted = sortByDependency(orders)
  if (sorted === undefined) throw fail('USAGE', { reason: 'Some rows wait for each other.' })
  const lanes = createLanes(context)
  const rows: PlannedRow[] = []
  const notices: PlanNotice[] = []
  for (const [i, order] of sorted.entries()) {
    observer.tell({ what: 'planning', row: order.id, done: i, total: sorted.length })
    const planned = await planRow(context, await lanes.get(order), order)
    rows.push(planned.row)
    notices.push(...planned.notices)
  }
  const approvals: PlannedApproval[] = []
  for (const sum of sumApprovals(rows)) {
    const lane = await lanes.get(sum)
    approvals.push(await planLaneApproval(lane, sum))
  }
  return {
    createdAt: context.clock.now(),
    rows,
    approvals,
    warnings: [...mergeNotices(notices), ...findSharedPools(lanes.all()), ...findGasShortfalls(lanes.all(), approvals)],
  }
}

/** One lane per network and account, over one set of readings per network. */
function createLanes(context: QuoteContext) {
  const chains = new Map<NetworkName, Promise<Chain>>()
  const lanes = new Map<string, PlannedLane>()
  const chainOf = (network: NetworkName): Promise<Chain> => {
    const chain = chains.get(network) ?? context.chain(network).then(createSurveyCache)
    chains.set(network, chain)
    return chain
  }
  return {
    all: () => [...lanes.values()],
    async get(order: Pick<BatchOrder, 'network' | 'account'>): Promise<PlannedLane> {
      const known = lanes.get(laneOf(order))
      if (known !== undefined) return known
      const chain = await chainOf(order.network)
      const { address: owner, name } = order.account
      const balances = await openPlannedBalances(context, chain, owner)
      const market = createPlannedMarket(chain, context.protocols)
      const lane = { chain, owner, name, market, balances, pools: new Set<never>() }
      lanes.set(laneOf(order), lane)
      return lane
    },
  }
}

async function planLaneApproval({ chain, owner }: PlannedLane, sum: ApprovalSum): Promise<PlannedApproval> {
  const spender = getRouter(chain.network).address
  const { network, account, token } = sum
  const needed = amount(sum.amount)
  const target = { token, owner, spender }
  const { allowance } = await fetchAllowance(chain, target)
  const wanted = { ...target, needed, max: false, reset: 'auto' } as const
  const plan = await compareAllowance(chain, wanted, { before: allowance, reserved: amount(0n) })
  const gas = await boundApprovalGas(chain, { plan, owner, nativeUsd: undefined })
  const { before, action } = plan
  const transactions = action === 'none' ? 0 : action === 'approve' ? 1 : 2
  const { expectedGasCost, maxGasCost } = gas
  return { network, account, token, spender, amount: needed, before, transactions, expectedGasCost, maxGasCost }
}

/** What several rows are warned about in the same words is said once, with the first of them. */
function mergeNotices(notices: readonly PlanNotice[]): readonly PlanNotice[] {
  const first = new Map<string, PlanNotice>()
  for (const notice of notices) {
    const key = `${notice.code}:${notice.message}`
    if (!first.has(key)) first.set(key, notice)
  }
  return [...first.values()]
}

/** Lanes run at the same time, so which of them moves a shared pool first is open. */
function findSharedPools(lanes: readonly PlannedLane[]): readonly PlanNotice[] {
  return lanes.flatMap((lane, i) => {
    const other = lanes
      .slice(i + 1)
      .find(
        ({ chain, pools }) => chain.network === lane.chain.network && [...pools].some((pool) => lane.pools.has(pool)),
      )
    if (other === undefined) return []
    const message = `${lane.name} and ${other.name} use the same pools on ${lane.chain.network.name} at the same time: their prices depend on who is first.`
    return [{ code: 'SHARED_POOLS', message }]
  })
}

function findGasShortfalls(
  lanes: readonly PlannedLane[],
  approvals: readonly PlannedApproval[],
): readonly PlanNotice[] {
  return lanes.flatMap(({ chain, owner, name, balances }) => {
    const own = approvals.filter(({ network, account }) => network === chain.network.name && account.address === owner)
    const { token, left } = balances.leftForGas(own.reduce((sum, { expectedGasCost }) => sum + expectedGasCost, 0n))
    if (left >= 0n) return []
    const message = `${name} lacks ${formatDecimal(-left, token.decimals)} ${token.symbol} on ${chain.network.name} for gas.`
    return [{ code: 'GAS_SHORT', message }]
  })
}
