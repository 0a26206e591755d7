/** The states of pools that are known already, at the head: what a service asks once a block. */
import type { LeftOutPool } from '#domain/left-out'
import type { Renewal, Renewed } from '#domain/ports'
import { resultOf } from './answer.ts'
import { EndpointFault } from './endpoint-fault.ts'
import { startGathering } from './gather.ts'
import { blockOf, type Head, headCall, headOf } from './head.ts'
import type { RpcAnswer } from './json-rpc.ts'
import { checkStamps, HeadMoved } from './one-block.ts'
import { open } from './opening.ts'
import type { SurveyContext } from './survey.ts'

/** As `Chain.renew`, over one endpoint. Nothing is remembered but the lens mode of an endpoint that was asked before. */
export async function renew(context: Omit<SurveyContext, 'held'>, renewal: Renewal): Promise<Renewed> {
  try {
    return await attempt(context, renewal, 'latest')
  } catch (error) {
    if (!(error instanceof HeadMoved)) throw error
    return attempt(context, renewal, error.from)
  }
}

async function attempt(
  context: Omit<SurveyContext, 'held'>,
  { pools, wider, since }: Renewal,
  block: number | 'latest',
): Promise<Renewed> {
  const { endpoint, network, memory } = context
  const remembered = memory.endpoint(endpoint.url.href)
  const isWider = new Set(wider.map(({ pool }) => pool.address))
  const wanted = {
    plan: { tokens: [], venues: [], known: [], set: '' },
    known: pools.filter(({ address }) => !isWider.has(address)),
    widen: wider,
  }
  const parts = { ...context, multicall: network.multicall }
  const gathering = startGathering(parts, wanted, remembered?.mode ?? 'override')
  const before = since === undefined ? [] : [headCall(since.number)]

  const opening = await open(context, { block, remembered, extras: before, lens: gathering.calls(block) })
  const { head, fees } = opening
  const gathered = await gathering.finish(opening.lens, head.number)
  checkStamps(gathered.stamps, block === 'latest' ? head : undefined)
  return {
    snapshot: {
      network: network.name,
      chainId: network.chainId,
      block: blockOf(head),
      gasPrice: fees.expected,
      pools: inOrderOf(pools, gathered.pools),
      leftOut: leftOutOf(pools, gathered.leftOut),
    },
    since: since === undefined ? undefined : whatBecame(since, opening.extras[0], head),
  }
}

/** As they were asked for: whoever keeps them from block to block finds each where it was. */
function inOrderOf(pools: Renewal['pools'], read: Renewed['snapshot']['pools']): Renewed['snapshot']['pools'] {
  const live = new Map(read.map((one) => [one.pool.address, one]))
  return pools.flatMap((pool) => {
    const one = live.get(pool.address)
    return one === undefined ? [] : [{ pool, state: one.state }]
  })
}

function leftOutOf(pools: Renewal['pools'], leftOut: readonly LeftOutPool[]): readonly LeftOutPool[] {
  const reasons = new Map(leftOut.map(({ pool, reason }) => [pool.address, reason]))
  return pools.flatMap((pool) => {
    const reason = reasons.get(pool.address)
    return reason === undefined ? [] : [{ pool, reason }]
  })
}

/** A node that does not know the block is behind it, or the chain has gone back. */
function whatBecame(since: { readonly hash: string }, answer: RpcAnswer | undefined, head: Head): Renewed['since'] {
  if (head.hash === since.hash) return 'stands'
  try {
    return headOf(resultOf(answer)).hash === since.hash ? 'stands' : 'replaced'
  } catch (error) {
    if (error instanceof EndpointFault && error.said) return 'missing'
    throw error
  }
}
