/** The routing cores of all networks: takes up blocks and answers questions. Runs here or in a thread of its own. */
import type { MarketAnswer, OnceAnswer, RouteQuestion, Unchosen } from '#domain/market'
import type { Clock } from '#domain/ports'
import type { Protocols } from '#domain/protocol'
import { mayUse } from '#domain/quote'
import type { ExactOutRequest, Route, RouteRequest } from '#domain/route'
import type { LivePool, Snapshot } from '#domain/snapshot'
import { type Address, type Amount, amount, type NetworkName } from '#domain/units'
import { mostSold } from '#routing/least-amount'
import { createRouter, type Router } from '#routing/router'

/** A block to take up. */
export interface View {
  readonly snapshot: Snapshot
  /** The network's wrapped native token. */
  readonly wrapped: Address
}

export interface Core {
  see(view: View): void
  /** Over the block that was last seen of the network. @throws RangeError before one was */
  find(network: NetworkName, question: RouteQuestion): MarketAnswer
  /** Why the pools that are not in the route are not; `undefined` where another block was seen since. */
  explain(network: NetworkName, asked: Explanation): Unchosen | undefined
  /** Over pools of its own, of which nothing is kept. */
  findOnce(asked: Once): OnceAnswer
}

export interface Once {
  readonly snapshot: Snapshot
  readonly request: RouteRequest | ExactOutRequest
}

export interface Explanation {
  readonly question: RouteQuestion
  readonly route: Route | undefined
  /** The hash of the block that the route is of. */
  readonly block: string
}

interface CoreContext {
  readonly protocols: Protocols
  readonly clock: Pick<Clock, 'elapsed'>
}

/** Choices of pools other than «all»: each has a market of its own, so that only a few are kept. */
const mostChoices = 4

interface Chosen {
  readonly router: Router
  pools: readonly LivePool[]
  seen: Snapshot | undefined
}

interface Known {
  readonly all: Chosen
  readonly choices: Map<string, Chosen>
  view: View
}

export function createCore({ protocols, clock }: CoreContext): Core {
  const networks = new Map<NetworkName, Known>()
  let proofBegan = 0
  const onProof = () => {
    proofBegan = clock.elapsed()
  }
  const open = (): Chosen => ({ router: createRouter({ protocols, onProof }), pools: [], seen: undefined })

  function knownOf(network: NetworkName): Known {
    const known = networks.get(network)
    if (known === undefined) throw new RangeError(`nothing was seen of ${network}`)
    return known
  }

  /** The router for a choice of pools, as far as the newest block. */
  function chosen(network: NetworkName, question: RouteQuestion): Chosen {
    const { all, choices, view } = knownOf(network)
    const { include, exclude, gasPrice } = question
    if (include.length === 0 && exclude.length === 0 && gasPrice === undefined) return all
    const key = [include.join(), exclude.join(), gasPrice].join('|')
    const one = choices.get(key) ?? open()
    choices.delete(key)
    choices.set(key, one)
    for (const old of [...choices.keys()].slice(0, -mostChoices)) choices.delete(old)
    show(one, view, question)
    return one
  }

  function timed(router: Router, request: Once['request']) {
    const began = clock.elapsed()
    proofBegan = 0
    const answer = 'amountIn' in request ? router.find(request) : router.findExactOut(request)
    const ended = clock.elapsed()
    const searched = proofBegan === 0 ? ended : proofBegan
    return { mostOut: undefined, ...answer, spent: { search: searched - began, proof: ended - searched } }
  }

  return {
    see(view) {
      const { network } = view.snapshot
      const known = networks.get(network) ?? { all: open(), choices: new Map(), view }
      networks.set(network, known)
      known.view = view
      show(known.all, view)
    },
    find(network, question) {
      const answer = timed(chosen(network, question).router, question.request)
      return { ...answer, block: knownOf(network).view.snapshot.block.hash }
    },
    findOnce({ snapshot, request }) {
      const { router } = open()
      router.see(snapshot, request.wrapped)
      const answer = timed(router, request)
      const unchosen = unchosenBy(router, request, answer.route)
      return { ...answer, block: snapshot.block.hash, unchosen }
    },
    explain(network, { question, route, block }) {
      if (knownOf(network).view.snapshot.block.hash !== block) return undefined
      const { router, pools } = chosen(network, question)
      return unchosenBy(router, question.request, own(route, pools))
    },
  }
}

function unchosenBy(router: Router, request: Once['request'], route: Route | undefined): Unchosen {
  const unused = router.explain({ ...request, amountIn: soldIn(request, route) }, route)
  return [...unused].map(([reason, pools]) => ({ reason, pools: pools.map(({ address }) => address) }))
}

const soldIn = (request: Once['request'], route: Route | undefined): Amount =>
  'amountIn' in request ? request.amountIn : (route?.amountIn ?? amount(mostSold))

/** The route with the core's own pools, by which the router knows them: what came from another thread is a copy. */
function own(route: Route | undefined, pools: readonly LivePool[]): Route | undefined {
  if (route === undefined) return undefined
  const known = new Map(pools.map(({ pool }) => [pool.address, pool]))
  return { ...route, legs: route.legs.map((leg) => ({ ...leg, pool: known.get(leg.pool.address) ?? leg.pool })) }
}

/** Shows a router the block, through its own choice of pools and gas price. */
function show(one: Chosen, { snapshot, wrapped }: View, question?: RouteQuestion): void {
  if (one.seen === snapshot) return
  one.seen = snapshot
  one.pools = question === undefined ? snapshot.pools : snapshot.pools.filter(({ pool }) => mayUse(question, pool))
  one.router.see({ ...snapshot, pools: one.pools, gasPrice: question?.gasPrice ?? snapshot.gasPrice }, wrapped)
}
