/** One question to what is known of a block, and its answer. */
import type { Pool } from '#domain/protocol'
import type { Route, RouteRequest } from '#domain/route'
import type { Snapshot } from '#domain/snapshot'
import { type Answering, bestEvaluation, routeOf } from './answer.ts'
import { type Certificate, certify } from './bound/certify.ts'
import { type Evaluation, everyRouteGas, passedTokenGas } from './evaluate.ts'
import { valueGas } from './gas-value.ts'
import type { Market } from './market.ts'
import { narrowPools } from './narrow.ts'
import { aimFor } from './objective.ts'
import { provenBy } from './optimality.ts'
import type { Task } from './search/task.ts'
import { isDoubtful, remember, type Seeking, type Sought, seek, seekBeside } from './seek.ts'

export interface Answer {
  /** `undefined` where no way takes the whole amount and gives something. */
  readonly route: Route | undefined
  /** Pools whose state was read too narrowly for a trade that mattered: read them wider and ask again. */
  readonly narrow: readonly Pool[]
}

/** All that is known of a block, and what was found in it. */
export interface Sight extends Seeking {
  readonly snapshot: Snapshot
  readonly market: Market
  /** Is told that the search has ended and the proof begins, so that a caller with a clock can tell them apart. */
  readonly onProof: (() => void) | undefined
}

/** A question whose tokens the market knows, and what the search says to it. */
export interface Looked {
  readonly context: Answering
  readonly task: Task
  readonly sought: Sought
  /** What is best in integers; `undefined` where no way takes the whole amount. */
  readonly best: Evaluation | undefined
}

/**
 * `undefined` where a token is in no pool, or nothing is sold.
 * @param how the search begins: as `seek` where nothing is said
 */
export function look(sight: Sight, request: RouteRequest, how = seek): Looked | undefined {
  const { snapshot, market, room } = sight
  const source = market.numbers.get(request.tokenIn)
  const target = market.numbers.get(request.tokenOut)
  if (source === undefined || target === undefined || request.amountIn === 0n) return undefined

  const gasValue = valueGas(room.ground, target, snapshot.gasPrice)
  const aim = aimFor(request.optimizeFor, gasValue)
  const context = { market, request, gasValue, aim, source, target }
  const task: Task = {
    source,
    target,
    amount: Number(request.amountIn),
    gasValue: aim.gasEach,
    passedGas: Number(passedTokenGas),
    limits: request,
  }
  const sought = how(sight, task)
  remember(sight, task, sought)
  return { context, task, sought, best: bestEvaluation(context, room.bench, sought.searched) }
}

/**
 * The best route. Where the search went on from an earlier one and seems to have gone astray, it begins anew: then the
 * better of both.
 */
export function answerTo(sight: Sight, request: RouteRequest): Answer {
  const looked = look(sight, request)
  const { answer, certificate } = answered(sight, looked, looked?.best)
  if (looked === undefined || !isDoubtful(looked.sought, certificate)) return answer
  const anew = look(sight, request, (seeking, task) => seekBeside(seeking, task, certificate))
  if (anew?.best !== undefined && (looked.best === undefined || anew.context.aim.isBetter(anew.best, looked.best)))
    return answerOf(sight, anew, anew.best)
  remember(sight, looked.task, { ...looked.sought, certificate, by: 'start' })
  return answer
}

/** @param outcome what to answer; `undefined` for no route */
export const answerOf = (sight: Sight, looked: Looked | undefined, outcome: Evaluation | undefined): Answer =>
  answered(sight, looked, outcome).answer

interface Answered {
  readonly answer: Answer
  readonly certificate?: Certificate | undefined
}

function answered(sight: Sight, looked: Looked | undefined, outcome: Evaluation | undefined): Answered {
  sight.onProof?.()
  if (looked === undefined) return { answer: { route: undefined, narrow: [] } }
  const { context, task, sought } = looked
  const certificate = outcome && proof(sight, looked)
  const route = outcome && {
    ...routeOf(context, outcome),
    optimality: optimalityBy(certificate, looked, outcome),
  }
  const narrow = narrowPools({ ...sight.room, market: sight.market }, task, outcome && sought.searched)
  return { answer: { route, narrow }, certificate }
}

/** Nothing is proven of least gas: bounds are of outputs. */
function proof(sight: Sight, { context, task, sought }: Looked): Certificate | undefined {
  const { found } = sought
  if (found === undefined || context.request.optimizeFor === 'gas') return undefined
  const certificate = sought.certificate ?? certify(sight.proofs, task, found)
  remember(sight, task, { ...sought, certificate })
  return certificate
}

function optimalityBy(
  certificate: Certificate | undefined,
  { context: { aim } }: Looked,
  { amountOut, gas }: Evaluation,
) {
  const everyRoute = aim.gasEach * Number(everyRouteGas)
  return certificate && provenBy(certificate, everyRoute, amountOut - aim.gasCost(gas))
}
