/** The routing core with a memory: it keeps what it knows of the pools from block to block, and what it found last. */
import type { Pool, Protocols } from '#domain/protocol'
import type { Route, RouteRequest } from '#domain/route'
import type { LivePool, Snapshot } from '#domain/snapshot'
import type { Address } from '#domain/units'
import { bestEvaluation, routeOf } from './answer.ts'
import { pairsOfEnd } from './book/pairs.ts'
import { passedTokenGas } from './evaluate.ts'
import { type Explained, explain } from './explain.ts'
import { valueGas } from './gas-value.ts'
import { openGround, renewGround } from './ground.ts'
import { type Edge, type Market, openMarket } from './market.ts'
import { narrowPools } from './narrow.ts'
import type { Found } from './search/found.ts'
import { foundBy, openRoom, type Room, search } from './search/search.ts'
import type { Task } from './search/task.ts'

export interface Answer {
  /** `undefined` where no way takes the whole amount and gives something. */
  readonly route: Route | undefined
  /** Pools whose state was read too narrowly for a trade that mattered: read them wider and ask again. */
  readonly narrow: readonly Pool[]
}

export interface Router {
  /** Takes up a block: everything anew where its pools are others than before, else only what has changed. */
  see(snapshot: Snapshot, wrapped: Address): void
  /** The route that gives most of `tokenOut` after gas over the pools last seen. @throws RangeError before any were */
  find(request: RouteRequest): Answer
  /** Why the pools that are not in a route are not. */
  explain(request: RouteRequest, route: Route | undefined): Explained
}

interface Sight {
  readonly snapshot: Snapshot
  readonly market: Market
  readonly room: Room
  /** By the pair asked for, what was found in the block before and in this one: answers of one block do not depend on each other. */
  readonly before: ReadonlyMap<string, Found>
  readonly now: Map<string, Found>
}

export function createRouter(context: { readonly protocols: Protocols }): Router {
  let sight: Sight | undefined
  const seen = (): Sight => {
    if (sight === undefined) throw new RangeError('no snapshot was seen')
    return sight
  }
  return {
    see(snapshot, wrapped) {
      if (sight !== undefined && isSameMarket(sight.snapshot, snapshot)) sight = renewed(sight, snapshot)
      else {
        const market = openMarket(context, snapshot.pools)
        const ground = openGround(market, { wrapped, gasPrice: snapshot.gasPrice })
        sight = { snapshot, market, room: openRoom(ground), before: new Map(), now: new Map() }
      }
    },
    find: (request) => find(seen(), request),
    explain: (request, route) => explain(seen(), request, route),
  }
}

const isSameMarket = (before: Snapshot, now: Snapshot) =>
  before.chainId === now.chainId &&
  before.pools.length === now.pools.length &&
  before.pools.every(({ pool }, i) => pool.address === now.pools[i]?.pool.address)

function renewed(sight: Sight, snapshot: Snapshot): Sight {
  const now = new Map<Address, LivePool>()
  snapshot.pools.forEach((live, i) => {
    if (live.state !== sight.snapshot.pools[i]?.state) now.set(live.pool.address, live)
  })
  const changed: Edge[] = []
  for (const edge of sight.market.edges) {
    const live = now.get(edge.live.pool.address)
    if (live === undefined) continue
    edge.live = live
    changed.push(edge)
  }
  renewGround(sight.room.ground, changed, Number(snapshot.gasPrice))
  sight.room.kept.age()
  return { ...sight, snapshot, before: new Map([...sight.before, ...sight.now]), now: new Map() }
}

function find({ snapshot, market, room, before, now }: Sight, request: RouteRequest): Answer {
  const source = market.numbers.get(request.tokenIn)
  const target = market.numbers.get(request.tokenOut)
  if (source === undefined || target === undefined || request.amountIn === 0n) return { route: undefined, narrow: [] }

  const gasValue = valueGas(room.ground, target, snapshot.gasPrice)
  const context = { market, request, gasValue, source, target }
  const task: Task = {
    source,
    target,
    amount: Number(request.amountIn),
    gasValue: gasValue.each,
    passedGas: Number(passedTokenGas),
    limits: request,
  }
  const key = `${source} ${target}`
  const found = search(room, task, before.get(key))
  if (found !== undefined) now.set(key, foundBy(room, found))
  const evaluation = bestEvaluation(context, room.bench, found)
  const branches = [source, target].flatMap((token) => pairsOfEnd(room.ground.pairs, token))
  return {
    route: evaluation && routeOf(context, evaluation),
    narrow: narrowPools({ ...room, market }, { source, target, branches }, evaluation && found),
  }
}
