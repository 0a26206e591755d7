/** What the conformance suite needs of a family: which pools to create, which trades to try, how they are played. */
import fc from 'fast-check'
import type { Protocol, Trade } from '#domain/pools/protocol'
import type { GasCase } from './adapters/gas.ts'
import { type LocalChain, startChain } from './chain.ts'
import { type Replayed, replay, tradesOf } from './replay.ts'

/** What the real contract did with a trade. */
export interface TradeOutcome<State> {
  /** 0 if it refused: then its state must be unchanged. */
  readonly out: bigint
  /** The visible part of its state after the trade; compared with ours. */
  readonly state?: Partial<State> | undefined
}

/** The contract on a local chain, deployed for every scenario. */
export interface FamilyHarness<State, Scenario> {
  /** The state our adapter starts from. */
  start(scenario: Scenario): Promise<State>
  /**
   * @param ours our adapter's answers to the trades: a contract that is given the output and only checks it can be
   * asked if it accepts exactly that, and not one unit more
   */
  play(
    scenario: Scenario,
    trades: readonly Trade[],
    ours: readonly Replayed<State>[],
  ): Promise<readonly TradeOutcome<State>[]>
}

/** By how much a contract breaks a law of the suite, as its numbers are rounded or its fee changes. */
export interface Leeway<State> {
  /**
   * By how much of the output the fee may differ between two trades, as a fraction. With a fee that depends on the
   * trade, a larger trade gives less if its fee on the whole input is higher.
   */
  maxFeeSpread?(state: State): number
  /** By how many smallest units of the output a larger trade may give less. */
  maxOutputStep?(state: State, to: number): bigint
  /**
   * The largest gain of a round trip, in smallest units of the input.
   * @param after its first trade
   */
  maxRoundTripGain?(state: State, sold: number, after: State): bigint
}

/**
 * A swap through one venue of the sandbox: tokens by symbol, the amount in smallest units. It takes one pool, unless it
 * may be split.
 */
export type SandboxTrade = readonly [venue: string, sell: string, buy: string, amountIn: bigint, how?: 'split']

/** What suites over all families have to know of one of them. */
export interface Traits<State> {
  readonly leeway?: Leeway<State>
  /** Trades through its adapter whose gas is predicted. */
  readonly gas?: readonly GasCase<State>[]
  readonly sandboxTrades?: readonly SandboxTrade[]
}

export interface Family<State, Scenario> extends Traits<State> {
  readonly protocol: Protocol<State>
  /** The contract and its version. */
  readonly source: string
  readonly scenarios: fc.Arbitrary<Scenario>
  /** Chooses a trade by the pool's current state: of any size, from one unit to more than the pool can take. */
  readonly plans: fc.Arbitrary<(state: State) => Trade>
  /** Number recorded for `vectors.json`; 50 if absent. */
  readonly recorded?: number
  /** If its contract is a part of another chain. */
  startChain?(): Promise<LocalChain>
  open(chain: LocalChain): Promise<FamilyHarness<State, Scenario>>
}

/** One pool, its trades one after another, and their results. */
export interface PlayedScenario {
  readonly state: unknown
  readonly trades: readonly Trade[]
  readonly ours: readonly TradeOutcome<unknown>[]
  readonly theirs: readonly TradeOutcome<unknown>[]
}

interface SampleOptions {
  readonly seed: number
  readonly scenarios: number
  /** Trades of each. */
  readonly trades: number
}

/** A family with its own types closed in. */
export interface Conformance extends Traits<unknown> {
  readonly kind: string
  readonly protocol: Protocol<unknown>
  readonly source: string
  readonly recorded: number
  /** On its own chain, which ends with the work. */
  withRunner<T>(work: (stage: ConformanceRunner) => Promise<T>): Promise<T>
}

export interface ConformanceRunner {
  /** Plays random scenarios until `each` throws, then looks for a smaller one that makes it throw. */
  check(choice: SampleOptions, each: (played: PlayedScenario) => void): Promise<void>
  /** Plays the scenarios of a seed. */
  sample(choice: SampleOptions): Promise<readonly PlayedScenario[]>
}

export function defineFamily<State, Scenario>(family: Family<State, Scenario>): Conformance {
  const {
    protocol,
    source,
    scenarios,
    recorded = 50,
    plans: anyPlan,
    startChain: start = startChain,
    open,
    ...traits
  } = family
  const chosen = (trades: number) =>
    fc.tuple(scenarios, fc.array(anyPlan, { minLength: trades, maxLength: trades, size: 'max' }))

  return {
    ...(traits as Traits<unknown>),
    kind: protocol.kind,
    protocol: protocol as Protocol<unknown>,
    source,
    recorded,
    async withRunner(work) {
      const chain = await start()
      try {
        const theatre = await open(chain)
        const play = async ([scenario, plans]: [Scenario, ((state: State) => Trade)[]]): Promise<PlayedScenario> => {
          const state = await theatre.start(scenario)
          const trades = tradesOf(protocol, state, plans)
          const ours = replay(protocol, state, trades)
          const theirs = await theatre.play(scenario, trades, ours)
          return {
            state,
            trades,
            theirs,
            ours: ours.map((one, i) => ({ ...one, state: pickSameParts(one.state, theirs[i]) })),
          }
        }
        return await work({
          async check({ seed, scenarios: numRuns, trades }, each) {
            const property = fc.asyncProperty(chosen(trades), async (sample) => each(await play(sample)))
            await fc.assert(property, { seed, numRuns })
          },
          async sample({ seed, scenarios: numRuns, trades }) {
            const played: PlayedScenario[] = []
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

/** The parts of our state that are visible in theirs. */
function pickSameParts<State>(state: State, seen: TradeOutcome<State> | undefined): Partial<State> | undefined {
  if (seen?.state === undefined) return undefined
  const names = new Set(Object.keys(seen.state))
  return Object.fromEntries(Object.entries(state as object).filter(([name]) => names.has(name))) as Partial<State>
}
