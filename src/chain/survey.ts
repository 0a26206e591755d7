import { fail, type SwapError } from '#domain/errors'
import type { Network } from '#domain/network'
import type { ChainMemory, Clock, EndpointFacts, LensMode, Survey, Surveyed } from '#domain/ports'
import type { Pool, Protocols, Wider } from '#domain/protocol'
import type { Hex, Wei } from '#domain/units'
import { codeCalls, codesIn } from './codes.ts'
import { EndpointFault } from './endpoint-fault.ts'
import { type CheckedEndpoint, describe } from './endpoints.ts'
import {
  aggregateAnswers,
  aggregateCalls,
  askSingly,
  type ExtraAnswers,
  type Extras,
  extraAnswers,
  innerCalls,
} from './extras.ts'
import { type Gathered, startGathering } from './gather.ts'
import { blockOf } from './head.ts'
import { type HeldBlock, type HeldStates, readKey } from './held-states.ts'
import { checkStamps, HeadMoved } from './one-block.ts'
import { open } from './opening.ts'
import { inOrder, planOf, type SurveyPlan } from './survey-plan.ts'
import { noTrial, transferTrial, withoutTaxed } from './transfer-probe.ts'

export interface SurveyContext {
  readonly clock: Clock
  readonly memory: ChainMemory
  readonly protocols: Protocols
  readonly held: HeldStates
  readonly network: Network
  readonly endpoint: CheckedEndpoint
}

/** As `Chain.survey`, over one endpoint. */
export async function takeSurvey(context: SurveyContext, survey: Survey): Promise<Surveyed> {
  const plan = planOf(survey, context.protocols, context.clock.now())
  const held = survey.block === undefined ? undefined : context.held.at(survey.block)
  if (held?.pools.has(plan.set)) return topUp(context, { survey, plan, held })
  if (survey.block === undefined) return atHead(context, { survey, plan })
  try {
    return await attempt(context, { survey, plan, block: survey.block })
  } catch (error) {
    // nodes keep the states of some blocks only
    if (!(error instanceof EndpointFault && error.said)) throw error
    if (survey.exactly) throw await unavailable(context, survey.block, error)
    return atHead(context, { survey, plan })
  }
}

async function unavailable(context: SurveyContext, block: number, fault: EndpointFault): Promise<SwapError> {
  const { head } = await open(context, {})
  const { title } = context.network
  const reason = describe(context.endpoint, fault)
  return fail('BLOCK_NOT_AVAILABLE', { network: title, block, head: head.number, reason }, { cause: fault })
}

interface Wish {
  readonly survey: Survey
  readonly plan: SurveyPlan
}

/** At the head; if that moved while the parts were read, at the block it was at first. */
async function atHead(context: SurveyContext, wish: Wish): Promise<Surveyed> {
  try {
    return await attempt(context, { ...wish, block: 'latest' })
  } catch (error) {
    if (!(error instanceof HeadMoved)) throw error
    return attempt(context, { ...wish, block: error.from })
  }
}

/** @param wish.anew takes nothing that is remembered for granted */
async function attempt(
  context: SurveyContext,
  wish: Wish & { block: number | 'latest'; anew?: boolean },
): Promise<Surveyed> {
  const { survey, plan, block } = wish
  const { endpoint, network, memory } = context
  const remembered = wish.anew ? undefined : memory.endpoint(endpoint.url.href)
  const known = remembered && memory.pools({ ...keyOf(remembered), set: plan.set })
  const widen = widenOf(survey)
  const parts = { ...context, multicall: network.multicall }
  const gathering = startGathering(parts, { plan, known, widen }, remembered?.mode ?? 'override')
  const inner = innerCalls(network.multicall, survey)
  // what is remembered of a pool says it already
  const trial = known === undefined ? transferTrial(context, plan, { block, mode: remembered?.mode }) : noTrial
  const lens = gathering.calls(block)
  const aggregate = aggregateCalls(network.multicall, inner, block)

  const opening = await open(context, {
    block,
    remembered,
    extras: [...aggregate, ...codeCalls(survey.codes)],
    lens: [...lens, ...trial.calls],
  })
  const { head, facts } = opening
  // another chain than last time: what is remembered is of the old one
  if (remembered !== undefined && facts.genesis !== remembered.genesis) return attempt(context, { ...wish, anew: true })

  const taxed = trial.taxed(opening.lens.slice(lens.length))
  const gathered = withoutTaxed(await gathering.finish(opening.lens.slice(0, lens.length), head.number), taxed)
  const extras = aggregateAnswers(inner.length, opening.extras)
  checkStamps([...gathered.stamps, ...(extras?.stamps ?? [])], block === 'latest' ? head : undefined)
  if (known !== undefined && lost(known, gathered)) return attempt(context, { ...wish, anew: true })
  // at a block that was named there may be fewer pools than at the head
  const found = known === undefined && survey.block === undefined ? gathered : undefined
  remember(context, { plan, facts, found, mode: gathered.mode })

  const held = context.held.open(blockOf(head), opening.fees)
  held.pools.set(plan.set, inOrder(plan, gathered.pools, poolOf))
  held.leftOut.set(plan.set, inOrder(plan, gathered.leftOut, poolOf))
  keep(held, survey, extras ? extraAnswers(survey, extras.answers) : await askSingly(endpoint, survey, head.number))
  return surveyed(context, { survey, plan, held }, codesIn(opening.extras.slice(aggregate.length)))
}

function remember(
  { memory, endpoint }: SurveyContext,
  input: { plan: SurveyPlan; facts: EndpointFacts; found: Gathered | undefined; mode: LensMode },
): void {
  const { plan, facts, found, mode } = input
  // a mode that has worked stays the one to try first: that it fails once may be the node's bad moment
  const before = memory.endpoint(endpoint.url.href)
  if (before?.genesis !== facts.genesis) memory.saveEndpoint(endpoint.url.href, { ...facts, mode })
  if (found !== undefined)
    memory.savePools({ ...keyOf(facts), set: plan.set }, inOrder(plan, all(found), poolOf).map(poolOf))
}

const keyOf = ({ chainId, genesis }: EndpointFacts) => ({ chainId, genesis })
const poolOf = ({ pool }: { readonly pool: Pool }): Pool => pool
const all = ({ pools, leftOut }: Gathered): readonly { readonly pool: Pool }[] => [...pools, ...leftOut]

/** Whether a pool that was known is there no more. */
function lost(known: readonly Pool[], gathered: Gathered): boolean {
  const there = new Set(all(gathered).map(({ pool }) => pool.address))
  return known.some(({ address }) => !there.has(address))
}

/** Who asks once wants to ask no more. */
const widenOf = ({ widen = [] }: Survey): readonly Wider[] => widen.map((pool) => ({ pool, extent: 'whole' }))

/** What is held of a block answers; what is missing of it is read at that block. */
async function topUp(context: SurveyContext, { survey, plan, held }: Wish & { held: HeldBlock }): Promise<Surveyed> {
  const { endpoint, network } = context
  const block = held.block.number
  const reads = survey.reads.filter((read) => !held.answers.has(readKey(read)))
  const balances = survey.balances.filter((account) => !held.balances.has(account))
  const widen = widenOf(survey)
  const inner = innerCalls(network.multicall, { reads, balances })
  const mode = context.memory.endpoint(endpoint.url.href)?.mode ?? 'override'
  const gathering = startGathering({ ...context, multicall: network.multicall }, { plan, known: [], widen }, mode)
  const lens = gathering.calls(block)
  const codes = codeCalls(survey.codes)
  if (inner.length === 0 && widen.length === 0 && codes.length === 0)
    return surveyed(context, { survey, plan, held }, [])

  const answers = await endpoint.ask([...codes, ...lens, ...aggregateCalls(network.multicall, inner, block)])
  const [codeAnswers, rest] = [answers.slice(0, codes.length), answers.slice(codes.length)]
  const gathered = await gathering.finish(rest.slice(0, lens.length), block)
  const extras = aggregateAnswers(inner.length, rest.slice(lens.length))
  checkStamps([...gathered.stamps, ...(extras?.stamps ?? [])], undefined)
  const answered = extras
    ? extraAnswers({ reads, balances }, extras.answers)
    : await askSingly(endpoint, { reads, balances }, block)
  keep(held, { reads, balances }, answered)
  const wide = new Map(gathered.pools.map((live) => [live.pool.address, live]))
  const before = held.pools.get(plan.set) ?? []
  held.pools.set(
    plan.set,
    before.map((live) => wide.get(live.pool.address) ?? live),
  )
  return surveyed(context, { survey, plan, held }, codesIn(codeAnswers))
}

function keep(held: HeldBlock, { reads, balances }: Extras, answered: ExtraAnswers): void {
  for (const [i, read] of reads.entries()) held.answers.set(readKey(read), answered.answers[i] as Hex)
  for (const [i, account] of balances.entries()) held.balances.set(account, answered.balances[i] as Wei)
}

function surveyed(
  { network }: SurveyContext,
  { survey, plan, held }: Wish & { held: HeldBlock },
  codes: Surveyed['codes'],
): Surveyed {
  return {
    snapshot: {
      network: network.name,
      chainId: network.chainId,
      block: held.block,
      gasPrice: held.fees.expected,
      pools: held.pools.get(plan.set) ?? [],
      leftOut: held.leftOut.get(plan.set) ?? [],
    },
    answers: survey.reads.map((read) => held.answers.get(readKey(read)) as Hex),
    balances: survey.balances.map((account) => held.balances.get(account) as Wei),
    codes,
    fees: held.fees.fees,
  }
}
