/** One question to what is known of a block, and its answer. */
import type { Pool } from '#domain/protocol'
import type { Route, RouteRequest } from '#domain/route'
import type { Snapshot } from '#domain/snapshot'
import { type Answering, bestEvaluation, routeOf } from './answer.ts'
import { pairsOfEnd } from './book/pairs.ts'
import { certify } from './bound/certify.ts'
import { type Evaluation, everyRouteGas, passedTokenGas } from './evaluate.ts'
import { valueGas } from './gas-value.ts'
import type { Market } from './market.ts'
import type { Memory, Remembered } from './memory.ts'
import { narrowPools } from './narrow.ts'
import { aimFor } from './objective.ts'
import { provenBy } from './optimality.ts'
import { foundBy } from './search/carry.ts'
import type { Found, Searched } from './search/found.ts'
import type { Task } from './search/task.ts'
import { type Solving, solve } from './solve.ts'

export interface Answer {
  /** `undefined` where no way takes the whole amount and gives something. */
  readonly route: Route | undefined
  /** Pools whose state was read too narrowly for a trade that mattered: read them wider and ask again. */
  readonly narrow: readonly Pool[]
}

/** All that is known of a block, and what was found in it. */
export interface Sight extends Solving {
  readonly snapshot: Snapshot
  readonly market: Market
  /** Is told that the search has ended and the proof begins, so that a caller with a clock can tell them apart. */
  readonly onProof: (() => void) | undefined
  readonly memory: Memory
}

/** A question whose tokens the market knows, and what the search says to it. */
export interface Looked {
  readonly context: Answering
  readonly task: Task
  /** Where the search went on from; `undefined` where it began anew. */
  readonly last: Remembered | undefined
  readonly searched: Searched | undefined
  readonly found: Found | undefined
  /** What is best in integers; `undefined` where no way takes the whole amount. */
  readonly best: Evaluation | undefined
}

/**
 * `undefined` where a token is in no pool, or nothing is sold.
 * @param isAnew takes nothing that was found before for a start
 */
export function look(sight: Sight, request: RouteRequest, isAnew = false): Looked | undefined {
  const { snapshot, market, room, memory } = sight
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
  const last = memory.recall(task)
  const searched = solve(sight, task, isAnew ? undefined : last?.found)
  const found = searched && { ...foundBy(room, searched), proven: last?.found.proven }
  if (found !== undefined) memory.keep(task, { found })
  return {
    context,
    task,
    last: isAnew ? undefined : last,
    searched,
    found,
    best: bestEvaluation(context, room.bench, searched),
  }
}

/** Of what the proof left open when the search last began anew, in millionths: more than this, and it begins anew. */
const doubtPpm = 100

/**
 * The best route. Where the search went on from an earlier one and the proof leaves more open than it did there, it may
 * have gone astray: then once more from nothing, and the better of both.
 */
export function answerTo(sight: Sight, request: RouteRequest): Answer {
  const looked = look(sight, request)
  const answer = answerOf(sight, looked, looked?.best)
  if (looked?.last === undefined || !isDoubtful(answer, looked.last)) return answer
  const anew = look(sight, request, true)
  const isBetter =
    anew?.best !== undefined && (looked.best === undefined || anew.context.aim.isBetter(anew.best, looked.best))
  const { task, found } = looked
  if (isBetter) return answerOf(sight, anew, anew.best)
  if (found !== undefined) sight.memory.keep(task, { found, openPpm: answer.route?.optimality?.gapPpm })
  return answer
}

const isDoubtful = ({ route }: Answer, { openPpm }: Remembered): boolean =>
  openPpm !== undefined && (route?.optimality?.gapPpm ?? 0) > openPpm + doubtPpm

/** @param outcome what to answer; `undefined` for no route */
export function answerOf(sight: Sight, looked: Looked | undefined, outcome: Evaluation | undefined): Answer {
  sight.onProof?.()
  if (looked === undefined) return { route: undefined, narrow: [] }
  const { context, searched } = looked
  const { source, target } = context
  const branches = [source, target].flatMap((token) => pairsOfEnd(sight.room.ground.pairs, token))
  return {
    route: outcome && { ...routeOf(context, outcome), optimality: proof(sight, looked, outcome) },
    narrow: narrowPools({ ...sight.room, market: sight.market }, { source, target, branches }, outcome && searched),
  }
}

/** Nothing is proven of least gas: bounds are of outputs. */
function proof({ proofs, memory }: Sight, { context, task, last, found }: Looked, { amountOut, gas }: Evaluation) {
  const { request, aim } = context
  if (found === undefined || request.optimizeFor === 'gas') return undefined
  const everyRoute = aim.gasEach * Number(everyRouteGas)
  const certificate = certify(proofs, task, found)
  const optimality = provenBy(certificate, everyRoute, amountOut - aim.gasCost(gas))
  if (certificate !== undefined) {
    const openPpm = last === undefined ? optimality?.gapPpm : last.openPpm
    memory.keep(task, { found: { ...found, proven: certificate.prices }, openPpm })
  }
  return optimality
}
