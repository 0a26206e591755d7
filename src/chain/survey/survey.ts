import { blockOf, headCall, parseHead } from '#chain/blocks/head'
import { requestHead } from '#chain/blocks/head-request'
import { EndpointFault } from '#chain/rpc/endpoint-fault'
import { type CheckedEndpoint, describeFault } from '#chain/rpc/endpoints'
import { requireResult } from '#chain/rpc/values'
import type { ChainMemory, EndpointFacts, LensMode, PoolSurveyRequest, PoolSurveyResult } from '#domain/chain/survey'
import type { Clock } from '#domain/clock'
import { fail, type SwapError } from '#domain/errors'
import { itemAt } from '#domain/item-at'
import type { Network } from '#domain/network'
import type { Pool, Protocols, WiderRead } from '#domain/pools/protocol'
import type { Hex, Wei } from '#domain/units'
import { codeCalls, parseCodes } from './account-codes.ts'
import { takeAggregates, toAggregateCalls } from './aggregates.ts'
import { applyTransferFees } from './apply-fees.ts'
import { type BlockCache, type CachedBlock, toReadKey } from './block-cache.ts'
import { checkStamps, HeadMovedError } from './check-stamps.ts'
import { askOneByOne, type ExtraAnswers, type Extras, splitExtraAnswers, toInnerCalls } from './extras.ts'
import { createSurveyPlan, type SurveyPlan, sortAsPlanned } from './plan.ts'
import { createPoolReader, type PoolReadResult } from './read-pools.ts'
import { createTransferProbe, selectProbedTokens } from './transfer-probe.ts'

export interface SurveyContext {
  readonly clock: Clock
  readonly memory: ChainMemory
  readonly protocols: Protocols
  readonly blockCache: BlockCache
  readonly network: Network
  readonly endpoint: CheckedEndpoint
}

/** As `Chain.survey`, over one endpoint. */
export async function surveyPools(context: SurveyContext, survey: PoolSurveyRequest): Promise<PoolSurveyResult> {
  const plan = createSurveyPlan(survey, context.protocols, context.clock.now())
  const held = survey.block === undefined ? undefined : context.blockCache.get(survey.block)
  const cached = held?.pools.has(plan.set) ? await readMissing(context, { survey, plan, held }) : undefined
  if (cached !== undefined) return cached
  if (survey.block === undefined) return surveyAtHead(context, { survey, plan })
  try {
    return await attemptSurvey(context, { survey, plan, block: survey.block })
  } catch (error) {
    // nodes keep the states of some blocks only
    if (!(error instanceof EndpointFault && error.isFromNode)) throw error
    if (survey.requiresBlock) throw await explainUnavailable(context, survey.block, error)
    return surveyAtHead(context, { survey, plan })
  }
}

async function explainUnavailable(context: SurveyContext, block: number, fault: EndpointFault): Promise<SwapError> {
  const { head } = await requestHead(context, {})
  const { title } = context.network
  const reason = describeFault(context.endpoint, fault)
  return fail('BLOCK_NOT_AVAILABLE', { network: title, block, head: head.number, reason }, { cause: fault })
}

interface SurveyTask {
  readonly survey: PoolSurveyRequest
  readonly plan: SurveyPlan
}

/** At the head; if that moved while the parts were read, at the block it was at first. */
async function surveyAtHead(context: SurveyContext, wish: SurveyTask): Promise<PoolSurveyResult> {
  try {
    return await attemptSurvey(context, { ...wish, block: 'latest' })
  } catch (error) {
    if (!(error instanceof HeadMovedError)) throw error
    return attemptSurvey(context, { ...wish, block: error.from })
  }
}

/** @param wish with `anew`, ignores everything remembered */
async function attemptSurvey(
  context: SurveyContext,
  wish: SurveyTask & { block: number | 'latest'; anew?: boolean },
): Promise<PoolSurveyResult> {
  const { survey, plan, block } = wish
  const { endpoint, network, memory } = context
  const remembered = wish.anew ? undefined : memory.endpoint(endpoint.url.href)
  const known = remembered && memory.pools({ ...keyOf(remembered), set: plan.set })
  const widen = toWiderReads(survey)
  const parts = { ...context, multicall: network.multicall }
  const gathering = createPoolReader(parts, { plan, known, widen }, remembered?.mode ?? 'override')
  const inner = toInnerCalls(network.multicall, survey)
  // a token may turn a fee on at any time
  const tested = selectProbedTokens(context.network, plan, known)
  const trial = createTransferProbe(context, { tokens: tested, venues: plan.venues }, { block, mode: remembered?.mode })
  const lens = gathering.calls(block)
  const aggregate = toAggregateCalls(network.multicall, inner, block)

  const opening = await requestHead(context, {
    block,
    remembered,
    extras: [...aggregate, ...codeCalls(survey.codes)],
    lens: [...lens, ...trial.calls],
  })
  const { head, facts } = opening
  // another chain than last time: what is remembered is of the old one
  if (remembered !== undefined && facts.genesis !== remembered.genesis)
    return attemptSurvey(context, { ...wish, anew: true })

  const taxed = trial.findTaxed(opening.lens.slice(lens.length))
  const read = await gathering.finish(opening.lens.slice(0, lens.length), head.number)
  const gathered = applyTransferFees(context.protocols, read, taxed)
  const asked = { multicall: network.multicall, inner, answers: opening.extras, block: head.number }
  const extras = await takeAggregates(endpoint, asked)
  const stamps = [...gathered.stamps, ...(extras?.stamps ?? [])]
  checkStamps(stamps, block === 'latest' ? head : undefined)
  if (known !== undefined && hasLostPools(known, gathered)) return attemptSurvey(context, { ...wish, anew: true })
  // at a named block there may be fewer pools than at the head
  const found = known === undefined && survey.block === undefined ? gathered : undefined
  rememberSurvey(context, { plan, facts, found, mode: gathered.mode })

  const held = context.blockCache.getOrCreate({ block: blockOf(head), fees: opening.fees, stamp: stamps[0] })
  held.pools.set(plan.set, sortAsPlanned(plan, gathered.pools, poolOf))
  held.skipped.set(plan.set, sortAsPlanned(plan, gathered.skipped, poolOf))
  held.taxed.set(plan.set, taxed)
  storeAnswers(
    held,
    survey,
    extras ? splitExtraAnswers(survey, extras.answers) : await askOneByOne(endpoint, survey, head.number),
  )
  return toSurveyResult(context, { survey, plan, held }, parseCodes(opening.extras.slice(aggregate.length)))
}

function rememberSurvey(
  { memory, endpoint }: SurveyContext,
  input: { plan: SurveyPlan; facts: EndpointFacts; found: PoolReadResult | undefined; mode: LensMode },
): void {
  const { plan, facts, found, mode } = input
  // a mode that has worked stays the first to try: one failure may be temporary
  const before = memory.endpoint(endpoint.url.href)
  if (before?.genesis !== facts.genesis) memory.saveEndpoint(endpoint.url.href, { ...facts, mode })
  if (found !== undefined)
    memory.savePools({ ...keyOf(facts), set: plan.set }, sortAsPlanned(plan, allPools(found), poolOf).map(poolOf))
}

const keyOf = ({ chainId, genesis }: EndpointFacts) => ({ chainId, genesis })
const poolOf = ({ pool }: { readonly pool: Pool }): Pool => pool
const allPools = ({ pools, skipped }: PoolReadResult): readonly { readonly pool: Pool }[] => [...pools, ...skipped]

/** Whether a known pool no longer exists. */
function hasLostPools(known: readonly Pool[], gathered: PoolReadResult): boolean {
  const there = new Set(allPools(gathered).map(({ pool }) => pool.address))
  return known.some(({ address }) => !there.has(address))
}

/** A reader of a single block wants the whole pool at once. */
const toWiderReads = ({ widen = [] }: PoolSurveyRequest): readonly WiderRead[] =>
  widen.map((pool) => ({ pool, extent: 'whole' }))

/**
 * Answers from the cached block; reads at that block what is missing.
 * @returns `undefined` if the endpoint has not that very block, or no longer its states
 */
async function readMissing(
  context: SurveyContext,
  wish: SurveyTask & { held: CachedBlock },
): Promise<PoolSurveyResult | undefined> {
  const { survey, plan, held } = wish
  const reads = survey.reads.filter((read) => !held.answers.has(toReadKey(read)))
  const balances = survey.balances.filter((account) => !held.balances.has(account))
  const codes = codeCalls(survey.codes)
  if (reads.length + balances.length + codes.length + toWiderReads(survey).length === 0)
    return toSurveyResult(context, wish, [])
  const read = await readAtCachedBlock(context, wish, { reads, balances }).catch(undefinedIfNotThere)
  if (read === undefined) return undefined
  const { gathered, answered } = read
  storeAnswers(held, { reads, balances }, answered)
  const taxed = held.taxed.get(plan.set) ?? new Map()
  const { pools } = applyTransferFees(context.protocols, gathered, taxed)
  const wide = new Map(pools.map((live) => [live.pool.address, live]))
  const before = held.pools.get(plan.set) ?? []
  held.pools.set(
    plan.set,
    before.map((live) => wide.get(live.pool.address) ?? live),
  )
  return toSurveyResult(context, wish, parseCodes(read.codes))
}

/** @returns `undefined` if the endpoint's block of that number is another one */
async function readAtCachedBlock(
  context: SurveyContext,
  { survey, plan, held }: SurveyTask & { held: CachedBlock },
  extras: Extras,
) {
  const { endpoint, network } = context
  const { multicall } = network
  const { number: block, hash, time } = held.block
  const inner = toInnerCalls(multicall, extras)
  const mode = context.memory.endpoint(endpoint.url.href)?.mode ?? 'override'
  const request = { plan, known: [], widen: toWiderReads(survey) }
  const gathering = createPoolReader({ ...context, multicall }, request, mode)
  const lens = gathering.calls(block)
  const codes = codeCalls(survey.codes)
  const aggregate = toAggregateCalls(multicall, inner, block)
  const [head, ...answers] = await endpoint.ask([headCall(block), ...codes, ...lens, ...aggregate])
  if (parseHead(requireResult(head)).hash !== hash) return undefined
  const rest = answers.slice(codes.length)
  const gathered = await gathering.finish(rest.slice(0, lens.length), block)
  const taken = await takeAggregates(endpoint, { multicall, inner, answers: rest.slice(lens.length), block })
  const stamps = [...gathered.stamps, ...(taken?.stamps ?? [])]
  const seenAs = held.stamp ?? stamps[0]
  // blocks of fast chains have the time of others
  if (!stamps.every((stamp) => stamp.time === time && stamp.number === seenAs?.number)) return undefined
  const answered = taken ? splitExtraAnswers(extras, taken.answers) : await askOneByOne(endpoint, extras, block)
  return { gathered, answered, codes: answers.slice(0, codes.length) }
}

/** Nodes keep the states of some blocks only. */
function undefinedIfNotThere(error: unknown): undefined {
  if (!(error instanceof EndpointFault && error.isFromNode)) throw error
}

function storeAnswers(held: CachedBlock, { reads, balances }: Extras, answered: ExtraAnswers): void {
  for (const [i, read] of reads.entries()) held.answers.set(toReadKey(read), itemAt(answered.answers, i))
  for (const [i, account] of balances.entries()) held.balances.set(account, itemAt(answered.balances, i))
}

function toSurveyResult(
  { network }: SurveyContext,
  { survey, plan, held }: SurveyTask & { held: CachedBlock },
  codes: PoolSurveyResult['codes'],
): PoolSurveyResult {
  return {
    snapshot: {
      network: network.name,
      chainId: network.chainId,
      block: held.block,
      gasPrice: held.fees.expected,
      pools: held.pools.get(plan.set) ?? [],
      skipped: held.skipped.get(plan.set) ?? [],
    },
    answers: survey.reads.map((read) => held.answers.get(toReadKey(read)) as Hex),
    balances: survey.balances.map((account) => held.balances.get(account) as Wei),
    codes,
    fees: held.fees.fees,
  }
}
