/** The states of pools already known: a service asks for them once a block. */

import { blockOf, type Head, headCall, parseHead } from '#chain/blocks/head'
import { requestHead } from '#chain/blocks/head-request'
import { EndpointFault } from '#chain/rpc/endpoint-fault'
import type { RpcAnswer } from '#chain/rpc/json-rpc'
import { requireResult } from '#chain/rpc/values'
import type { StateRefreshRequest, StateRefreshResult } from '#domain/chain/survey'
import type { SkippedPool } from '#domain/pools/skipped-pool'
import { applyTransferFees } from './apply-fees.ts'
import { checkStamps, HeadMovedError } from './check-stamps.ts'
import { createPoolReader } from './read-pools.ts'
import type { SurveyContext } from './survey.ts'
import { createTransferProbe } from './transfer-probe.ts'

/** As `Chain.refreshStates`, over one endpoint. Stores only the lens mode, and only of an endpoint used before. */
export async function refreshStates(
  context: Omit<SurveyContext, 'blockCache'>,
  renewal: StateRefreshRequest,
): Promise<StateRefreshResult> {
  try {
    return await attemptRefresh(context, renewal, renewal.at ?? 'latest')
  } catch (error) {
    if (!(error instanceof HeadMovedError)) throw error
    return attemptRefresh(context, renewal, error.from)
  }
}

async function attemptRefresh(
  context: Omit<SurveyContext, 'blockCache'>,
  { pools, wider, since, tested = [] }: StateRefreshRequest,
  block: number | 'latest',
): Promise<StateRefreshResult> {
  const { endpoint, network, memory } = context
  const remembered = memory.endpoint(endpoint.url.href)
  const isWider = new Set(wider.map(({ pool }) => pool.address))
  const wanted = {
    plan: { tokens: [], venues: [], known: [], set: '' },
    known: pools.filter(({ address }) => !isWider.has(address)),
    widen: wider,
  }
  const parts = { ...context, multicall: network.multicall }
  const gathering = createPoolReader(parts, wanted, remembered?.mode ?? 'override')
  const before = since === undefined ? [] : [headCall(since.number)]
  const trial = createTransferProbe(
    context,
    { tokens: tested, venues: network.venues },
    { block, mode: remembered?.mode },
  )
  const lens = gathering.calls(block)

  const asked = { block, remembered, extras: before, lens: [...lens, ...trial.calls] }
  const opening = await requestHead(context, asked)
  const { head, fees } = opening
  const read = await gathering.finish(opening.lens.slice(0, lens.length), head.number)
  // transfer fees are not applied here, so pools that have some are skipped
  const gathered = applyTransferFees(context.protocols, read, new Map())
  checkStamps(gathered.stamps, block === 'latest' ? head : undefined)
  return {
    snapshot: {
      network: network.name,
      chainId: network.chainId,
      block: blockOf(head),
      gasPrice: fees.expected,
      pools: sortAsRequested(pools, gathered.pools),
      skipped: sortSkipped(pools, gathered.skipped),
    },
    since: since === undefined ? undefined : compareWithSince(since, opening.extras[0], head),
    taxed: [...trial.findTaxed(opening.lens.slice(lens.length)).keys()],
  }
}

/** In the order of the request, so that a caller that keeps them from block to block finds each in its place. */
function sortAsRequested(
  pools: StateRefreshRequest['pools'],
  read: StateRefreshResult['snapshot']['pools'],
): StateRefreshResult['snapshot']['pools'] {
  const live = new Map(read.map((one) => [one.pool.address, one]))
  return pools.flatMap((pool) => {
    const one = live.get(pool.address)
    return one === undefined ? [] : [{ pool, state: one.state }]
  })
}

function sortSkipped(pools: StateRefreshRequest['pools'], skipped: readonly SkippedPool[]): readonly SkippedPool[] {
  const reasons = new Map(skipped.map(({ pool, reason }) => [pool.address, reason]))
  return pools.flatMap((pool) => {
    const reason = reasons.get(pool.address)
    return reason === undefined ? [] : [{ pool, reason }]
  })
}

/** A node that does not know the block is behind it, or the chain has been reorganized. */
function compareWithSince(
  since: { readonly hash: string },
  answer: RpcAnswer | undefined,
  head: Head,
): StateRefreshResult['since'] {
  if (head.hash === since.hash) return 'stands'
  try {
    return parseHead(requireResult(answer)).hash === since.hash ? 'stands' : 'replaced'
  } catch (error) {
    if (error instanceof EndpointFault && error.isFromNode) return 'missing'
    throw error
  }
}
