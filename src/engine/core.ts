/** The routing cores of all networks: takes up blocks and answers questions. Runs here or in a thread of its own. */
import type { MarketAnswer, OnceAnswer, RouteQuestion, Unchosen } from '#domain/market'
import type { Clock } from '#domain/ports'
import type { Protocols } from '#domain/protocol'
import { mayUse } from '#domain/quote'
import type { ExactOutRequest, RouteRequest } from '#domain/route'
import type { Snapshot } from '#domain/snapshot'
import { type Address, amount, type NetworkName } from '#domain/units'
import { mostSold } from '#routing/least-amount'
import { createRouter, type Router } from '#routing/router'
import { type Explanation, type Used, usedBy } from './explanation.ts'

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

interface CoreContext {
  readonly protocols: Protocols
  readonly clock: Pick<Clock, 'elapsed'>
}

/** Choices of pools other than «all»: each has a market of its own, so that only a few are kept. */
const mostChoices = 4

interface Chosen {
  readonly router: Router
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
  const open = (): Chosen => ({ router: createRouter({ protocols, onProof }), seen: undefined })

  function knownOf(network: NetworkName): Known {
    const known = networks.get(network)
    if (known === undefined) throw new RangeError(`nothing was seen of ${network}`)
    return known
  }

  /** The router for a choice of pools, as far as the newest block. */
  function chosen(network: NetworkName, question: RouteQuestion): Router {
    const { all, choices, view } = knownOf(network)
    const { include, exclude, gasPrice } = question
    if (include.length === 0 && exclude.length === 0 && gasPrice === undefined) return all.router
    const key = [include.join(), exclude.join(), gasPrice].join('|')
    const one = choices.get(key) ?? open()
    choices.delete(key)
    choices.set(key, one)
    for (const old of [...choices.keys()].slice(0, -mostChoices)) choices.delete(old)
    show(one, view, question)
    return one.router
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
      const answer = timed(chosen(network, question), question.request)
      return { ...answer, block: knownOf(network).view.snapshot.block.hash }
    },
    findOnce({ snapshot, request }) {
      const { router } = open()
      router.see(snapshot, request.wrapped)
      const answer = timed(router, request)
      const unchosen = unchosenBy(router, request, usedBy(answer))
      return { ...answer, block: snapshot.block.hash, unchosen }
    },
    explain(network, { question, block, ...used }) {
      if (knownOf(network).view.snapshot.block.hash !== block) return undefined
      return unchosenBy(chosen(network, question), question.request, used)
    },
  }
}

function unchosenBy(router: Router, request: Once['request'], { used, amountIn }: Used): Unchosen {
  const unused = router.explain({ amountIn: amountIn ?? amount(mostSold), ...request }, new Set(used))
  return [...unused].map(([reason, pools]) => ({ reason, pools: pools.map(({ address }) => address) }))
}

/** Shows a router the block, through its own choice of pools and gas price. */
function show(one: Chosen, { snapshot, wrapped }: View, question?: RouteQuestion): void {
  if (one.seen === snapshot) return
  one.seen = snapshot
  const pools = question === undefined ? snapshot.pools : snapshot.pools.filter(({ pool }) => mayUse(question, pool))
  one.router.see({ ...snapshot, pools, gasPrice: question?.gasPrice ?? snapshot.gasPrice }, wrapped)
}
