/** What the conformance suite has to be told of a family: which pools to make, which trades to try, how they are played. */
import fc from 'fast-check'
import type { Protocol, Trade } from '#domain/protocol'
import { type LocalChain, startChain } from './chain.ts'
import { type Replayed, replay, tradesOf } from './replay.ts'

/** What the real contract did with a trade. */
export interface Seen<State> {
  /** 0 where it refused: then it has to be as it was before. */
  readonly out: bigint
  /** As much of its state after the trade as can be seen; compared with ours. */
  readonly state?: Partial<State> | undefined
}

/** The contract on a chain of our own, made anew for every scenario. */
export interface Theatre<State, Scenario> {
  /** The state our adapter starts from. */
  start(scenario: Scenario): Promise<State>
  /**
   * @param ours what our adapter says to the trades: a contract that is told the output and only checks it can be asked
   * whether it takes exactly that, and no unit more
   */
  play(scenario: Scenario, trades: readonly Trade[], ours: readonly Replayed<State>[]): Promise<readonly Seen<State>[]>
}

export interface Family<State, Scenario> {
  readonly protocol: Protocol<State>
  /** Which contract, of which version. */
  readonly source: string
  readonly scenarios: fc.Arbitrary<Scenario>
  /** Choose a trade by what the pool has become: of any size, from one unit to more than the pool can take. */
  readonly plans: fc.Arbitrary<(state: State) => Trade>
  /** Recorded for `vectors.json`; 50 where absent. */
  readonly recorded?: number
  open(chain: LocalChain): Promise<Theatre<State, Scenario>>
}

/** One pool, the trades it saw one after another, and what came of them. */
export interface Played {
  readonly state: unknown
  readonly trades: readonly Trade[]
  readonly ours: readonly Seen<unknown>[]
  readonly theirs: readonly Seen<unknown>[]
}

interface Choice {
  readonly seed: number
  readonly scenarios: number
  /** Trades of each. */
  readonly trades: number
}

/** A family with its own types closed in. */
export interface Conformance {
  readonly kind: string
  readonly source: string
  readonly recorded: number
  /** On a chain of its own, which ends with the work. */
  withStage<T>(work: (stage: OpenStage) => Promise<T>): Promise<T>
}

export interface OpenStage {
  /** Plays random scenarios until `each` throws, then looks for a smaller one that makes it throw. */
  check(choice: Choice, each: (played: Played) => void): Promise<void>
  /** Plays the scenarios that a seed stands for. */
  sample(choice: Choice): Promise<readonly Played[]>
}

export function defineFamily<State, Scenario>(family: Family<State, Scenario>): Conformance {
  const { protocol, source, scenarios, recorded = 50 } = family
  const chosen = (trades: number) =>
    fc.tuple(scenarios, fc.array(family.plans, { minLength: trades, maxLength: trades, size: 'max' }))

  return {
    kind: protocol.kind,
    source,
    recorded,
    async withStage(work) {
      const chain = await startChain()
      try {
        const theatre = await family.open(chain)
        const play = async ([scenario, plans]: [Scenario, ((state: State) => Trade)[]]): Promise<Played> => {
          const state = await theatre.start(scenario)
          const trades = tradesOf(protocol, state, plans)
          const ours = replay(protocol, state, trades)
          const theirs = await theatre.play(scenario, trades, ours)
          return {
            state,
            trades,
            theirs,
            ours: ours.map((one, i) => ({ ...one, state: sameParts(one.state, theirs[i]) })),
          }
        }
        return await work({
          async check({ seed, scenarios: numRuns, trades }, each) {
            const property = fc.asyncProperty(chosen(trades), async (sample) => each(await play(sample)))
            await fc.assert(property, { seed, numRuns })
          },
          async sample({ seed, scenarios: numRuns, trades }) {
            const played: Played[] = []
            for (const sample of fc.sample(chosen(trades), { seed, numRuns })) played.push(await play(sample))
            return played
          },
        })
      } finally {
        chain.stop()
      }
    },
  }
}

/** Of our state what was seen of theirs. */
function sameParts<State>(state: State, seen: Seen<State> | undefined): Partial<State> | undefined {
  if (seen?.state === undefined) return undefined
  const names = new Set(Object.keys(seen.state))
  return Object.fromEntries(Object.entries(state as object).filter(([name]) => names.has(name))) as Partial<State>
}
