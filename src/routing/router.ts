/** The routing core with a memory: it keeps what it knows of the pools from block to block, and what it found last. */
import type { Protocols } from '#domain/protocol'
import type { ExactOutRequest, RouteRequest } from '#domain/route'
import type { LivePool, Snapshot } from '#domain/snapshot'
import type { Address } from '#domain/units'
import { openProofRoom } from './bound/work.ts'
import { type ExactOutAnswer, findExactOut } from './exact-out.ts'
import { openGround, renewGround } from './ground.ts'
import { type Answer, answerTo, type Sight } from './look.ts'
import { type Edge, openMarket } from './market.ts'
import { openMemory } from './memory.ts'
import { openRoom } from './search/room.ts'
import { type Unused, unusedBy } from './unused.ts'

export interface RouterContext {
  readonly protocols: Protocols
  /** Is told that the search of a question has ended and the proof of its answer begins. */
  readonly onProof?: (() => void) | undefined
}

export interface Router {
  /** Takes up a block: everything anew where its pools are others than before, else only what has changed. */
  see(snapshot: Snapshot, wrapped: Address): void
  /** The route that is best for what the request optimises for, over the pools last seen. @throws RangeError before any were */
  find(request: RouteRequest): Answer
  /** The route that buys at least what is wanted, and sells least. @throws RangeError before any pools were seen */
  findExactOut(request: ExactOutRequest): ExactOutAnswer
  /** Why all pools but those that its route uses are not in it. */
  explain(request: RouteRequest, used: ReadonlySet<Address>): Unused
}

interface Block {
  readonly snapshot: Snapshot
  readonly wrapped: Address
}

export function createRouter(context: RouterContext): Router {
  let block: Block | undefined
  const sights = new Map<boolean, Sight>()

  /** What is ranked or rejected by its gas is so at the block's price: where gas counts nothing, all is seen at 0. */
  const sightFor = ({ optimizeFor }: Pick<RouteRequest, 'optimizeFor'>): Sight => {
    if (block === undefined) throw new RangeError('no snapshot was seen')
    const countsGas = optimizeFor !== 'output'
    const known = sights.get(countsGas)
    if (known?.snapshot === block.snapshot) return known
    const gasPrice = countsGas ? block.snapshot.gasPrice : 0n
    const isSame = known !== undefined && isSameMarket(known.snapshot, block.snapshot)
    const sight = isSame ? renewed(known, block.snapshot, gasPrice) : opened(context, block, gasPrice)
    sights.set(countsGas, sight)
    return sight
  }
  return {
    see(snapshot, wrapped) {
      block = { snapshot, wrapped }
      sightFor({})
    },
    find: (request) => answerTo(sightFor(request), request),
    findExactOut: (request) => findExactOut(sightFor(request), request),
    explain: (request, used) => unusedBy(sightFor(request), request, used),
  }
}

function opened(context: RouterContext, { snapshot, wrapped }: Block, gasPrice: bigint): Sight {
  const market = openMarket(context, snapshot.pools)
  const ground = openGround(market, { wrapped, gasPrice })
  const room = openRoom(ground)
  const { onProof } = context
  return { snapshot, market, room, proofs: openProofRoom(room), onProof, memory: openMemory() }
}

const isSameMarket = (before: Snapshot, now: Snapshot) =>
  before.chainId === now.chainId &&
  before.pools.length === now.pools.length &&
  before.pools.every(({ pool }, i) => pool.address === now.pools[i]?.pool.address)

function renewed(sight: Sight, snapshot: Snapshot, gasPrice: bigint): Sight {
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
  sight.room.kept.age(renewGround(sight.room.ground, changed, Number(gasPrice)))
  sight.memory.age()
  return { ...sight, snapshot }
}
