/** What `-v` and `-vv` tell of a run: the requests to endpoints, by host only, and where the time went. */
import type { RequestEvent, ResponseEvent } from '#chain/rpc/endpoint'
import type { ComposeInput } from '#cli/context'
import type { Chain } from '#domain/chain/port'
import type { ChainMemory, EndpointFacts } from '#domain/chain/survey'
import type { QuoteTimings } from '#domain/quotes/quote-record'
import type { NetworkName } from '#domain/units'

export interface ChainTrace {
  readonly onRequest: (note: RequestEvent) => void
  readonly onResponse: (note: ResponseEvent) => void
  readonly memory: (memory: ChainMemory) => ChainMemory
  readonly chain: (chain: Chain) => Chain
}

export interface RunTrace {
  readonly ofNetwork: (name: NetworkName) => ChainTrace
  readonly onTimings: (timings: QuoteTimings) => void
  /** Prints the totals, for `-v`. */
  report(): void
}

interface HostTotals {
  posts: number
  failed: number
  ms: number
  readonly methods: Map<string, number>
}

interface NetworkTotals {
  readonly hosts: Map<string, HostTotals>
  readonly work: Map<string, { count: number; ms: number }>
  readonly modes: Set<EndpointFacts['mode']>
  readonly blocks: Set<number>
  poolsKnown: number
  poolsSearched: number
}

/** Work on a chain that a user waits for, under the words that `-v` shows. */
const phases: Readonly<Partial<Record<keyof Chain, string>>> = {
  survey: 'head and pools',
  refreshStates: 'states again',
  head: 'head',
  fees: 'fees',
  nonces: 'nonces',
  allNonces: 'nonces',
  simulate: 'simulate',
  simulateCalls: 'simulate',
  estimateGas: 'estimate gas',
  broadcast: 'broadcast',
  broadcastPrivately: 'broadcast',
  receipt: 'receipt',
  checkTransaction: 'look for the transaction',
}

export function createRunTrace({ log, clock }: Pick<ComposeInput, 'log' | 'clock'>): RunTrace {
  const networks = new Map<NetworkName, NetworkTotals>()
  const quotes: QuoteTimings[] = []
  return {
    ofNetwork(name) {
      const totals = networks.get(name) ?? startTotals()
      networks.set(name, totals)
      return createChainTrace(totals, { log, clock })
    },
    onTimings: (timings) => void quotes.push(timings),
    report() {
      for (const [name, totals] of networks) for (const line of networkLines(name, totals)) log(line, 'info')
      for (const { survey, search, proof, total } of quotes)
        log(
          `quote: head and pools ${ms(survey)}, search ${ms(search)}, proof ${ms(proof)}, in all ${ms(total)}`,
          'info',
        )
    },
  }
}

const startTotals = (): NetworkTotals => ({
  hosts: new Map(),
  work: new Map(),
  modes: new Set(),
  blocks: new Set(),
  poolsKnown: 0,
  poolsSearched: 0,
})

function createChainTrace(totals: NetworkTotals, { log, clock }: Pick<ComposeInput, 'log' | 'clock'>): ChainTrace {
  return {
    onRequest: ({ host, methods }) => {
      const of = totals.hosts.get(host) ?? { posts: 0, failed: 0, ms: 0, methods: new Map<string, number>() }
      totals.hosts.set(host, of)
      of.posts += 1
      for (const method of methods) of.methods.set(method, (of.methods.get(method) ?? 0) + 1)
    },
    onResponse: ({ host, seconds, isAnswered, methods }) => {
      const of = totals.hosts.get(host)
      if (of === undefined) return
      of.ms += seconds * 1_000
      if (!isAnswered) of.failed += 1
      log(`${host}: ${countMethods(methods)}, ${isAnswered ? '' : 'no answer in '}${ms(seconds * 1_000)}`, 'debug')
    },
    memory: (memory) => ({
      ...memory,
      pools: (key) => {
        const known = memory.pools(key)
        if (known === undefined) totals.poolsSearched += 1
        else totals.poolsKnown += 1
        return known
      },
      saveEndpoint: (url, facts) => {
        totals.modes.add(facts.mode)
        memory.saveEndpoint(url, facts)
      },
      endpoint: (url) => {
        const facts = memory.endpoint(url)
        if (facts !== undefined) totals.modes.add(facts.mode)
        return facts
      },
    }),
    chain: (chain) => timeChain(chain, totals, clock),
  }
}

/** The chain with the time of its slow methods counted. */
function timeChain(chain: Chain, totals: NetworkTotals, clock: ComposeInput['clock']): Chain {
  return new Proxy(chain, {
    get(target, key) {
      const member: unknown = Reflect.get(target, key)
      const phase = typeof key === 'string' && Object.hasOwn(phases, key) ? phases[key as keyof Chain] : undefined
      if (phase === undefined || typeof member !== 'function') return member
      return async (...given: unknown[]): Promise<unknown> => {
        const from = clock.elapsed()
        try {
          const result: unknown = await Reflect.apply(member, target, given)
          noteBlock(totals, result)
          return result
        } finally {
          const spent = totals.work.get(phase) ?? { count: 0, ms: 0 }
          totals.work.set(phase, { count: spent.count + 1, ms: spent.ms + clock.elapsed() - from })
        }
      }
    },
  })
}

/** The block that a survey, nonces or a look at the head are of. */
function noteBlock(totals: NetworkTotals, result: unknown): void {
  const found = memberOf(memberOf(result, 'snapshot') ?? result, 'block') ?? memberOf(result, 'head') ?? result
  const number = memberOf(found, 'number')
  if (typeof number === 'number') totals.blocks.add(number)
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

function networkLines(name: NetworkName, totals: NetworkTotals): readonly string[] {
  const hosts = [...totals.hosts].map(([host, { posts, failed, ms: spent, methods }]) => {
    const faults = failed === 0 ? '' : `, ${failed} without an answer`
    const sent = posts === 1 ? '1 post' : `${posts} posts`
    return `${name}: ${host}, ${sent}${faults}, ${ms(spent)}: ${describeCounts(methods)}`
  })
  const facts = [
    ...(totals.blocks.size === 0 ? [] : [`block ${[...totals.blocks].join(', ')}`]),
    ...(totals.modes.size === 0 ? [] : [`pools read by ${[...totals.modes].join(', then ')}`]),
    ...(totals.poolsKnown + totals.poolsSearched === 0
      ? []
      : [`lists of pools: ${totals.poolsKnown} from the cache, ${totals.poolsSearched} searched`]),
  ]
  const work = [...totals.work].map(
    ([phase, { count, ms: spent }]) => `${phase} ${count > 1 ? `${count} × ` : ''}${ms(spent)}`,
  )
  return [
    ...hosts,
    ...(facts.length === 0 ? [] : [`${name}: ${facts.join('; ')}`]),
    ...(work.length === 0 ? [] : [`${name}: ${work.join(', ')}`]),
  ]
}

function countMethods(methods: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const method of methods) counts.set(method, (counts.get(method) ?? 0) + 1)
  return describeCounts(counts)
}

const describeCounts = (counts: ReadonlyMap<string, number>): string =>
  [...counts].map(([method, count]) => (count === 1 ? method : `${method} × ${count}`)).join(', ')

const ms = (milliseconds: number): string => `${Math.round(milliseconds)} ms`
