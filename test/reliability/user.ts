/** One user of one case: runs the program, and has every word of it judged at the moment it was said. */
import { networkName } from '#domain/units'
import { entryOf } from '#networks/find'
import type { Draw } from './draw.ts'
import { type Endpoints, openEndpoints } from './endpoints.ts'
import { type ChainView, type HandedTransaction, handedTransactions, viewChain } from './evidence.ts'
import { type Claim, judgeClaim, type Moment, type Violation } from './judge.ts'
import type { Lane } from './lane.ts'
import { createHome, type Home, type Run } from './program.ts'
import { claimOfStatus, claimOfSwap, judgeApprovals, judgeApproveRun, judgeManners } from './said.ts'

/** A run with what was found wrong in it. */
export interface JudgedRun extends Run {
  readonly claim: Claim
  readonly violations: readonly Violation[]
}

export interface User {
  readonly home: Home
  readonly endpoints: Endpoints
  readonly runs: readonly JudgedRun[]
  /** What the endpoints were handed since `since` bytes had been handed. */
  handed(since?: number): readonly HandedTransaction[]
  view(): Promise<ChainView>
  run(args: readonly string[], how?: RunOptions): Promise<JudgedRun>
  close(): Promise<void>
}

export interface RunOptions {
  readonly seconds?: number
  /** All endpoints answer truly. */
  readonly healthy?: boolean
  /** Bytes handed before belong to another swap: as many as `endpoints.handed()` had then. */
  readonly since?: number
  /** Another home than the user's own: one that knows nothing. */
  readonly home?: Home
  readonly interrupt?: Interrupt | undefined
}

/** A signal once the endpoints have seen so many posts of the run, and so many milliseconds more. */
export interface Interrupt {
  readonly signal: NodeJS.Signals
  readonly posts: number
  readonly milliseconds: number
}

export interface UserInput {
  readonly bin: string
  readonly lane: Lane
  readonly account: string
  readonly endpoints: number
}

export async function createUser({ bin, lane, account, endpoints: count }: UserInput): Promise<User> {
  const home = createHome(bin, lane)
  const endpoints = await openEndpoints(lane, count)
  const runs: JudgedRun[] = []
  const handed = (since = 0) => handedTransactions(lane, endpoints.handed().slice(since))
  const view = () => viewChain(lane, account)
  const finalDepth = Math.max(1, entryOf(networkName(lane.network)).confirmations)

  async function run(args: readonly string[], how: RunOptions = {}): Promise<JudgedRun> {
    const { seconds = 4, since = 0, healthy = false } = how
    const posts = endpoints.posts()
    const started = (how.home ?? home).start(args, { urls: endpoints.urls, seconds })
    if (how.interrupt !== undefined) {
      const { signal, milliseconds, posts: after } = how.interrupt
      const heard = () => endpoints.posts() - posts >= after
      void whenever(heard, started.ended).then(() => setTimeout(() => started.kill(signal), milliseconds).unref())
    }
    const ran = await started.ended
    const claim = claimOf(ran)
    const moment = { view: await view(), handed: handed(since), healthy, depth: depthAsked(args, finalDepth) }
    const judged = {
      ...ran,
      claim,
      violations: [...judgeManners(ran), ...judgeClaim(claim, moment), ...judgeSteps(ran, moment)],
    }
    runs.push(judged)
    return judged
  }
  return { home, endpoints, runs, handed, view, run, close: () => endpoints.close() }
}

function claimOf(run: Run): Claim {
  const [command] = run.args
  if (run.args.includes('--dry-run')) return 'nothing'
  if (command === 'swap') return claimOfSwap(run, !run.args.includes('--no-wait'))
  return command === 'status' ? claimOfStatus(run) : 'nothing'
}

function judgeSteps(run: Run, { handed, view }: Moment): readonly Violation[] {
  const [command] = run.args
  if (command === 'swap') return judgeApprovals(run, handed)
  if (command === 'approve') return judgeApproveRun(run, handed, view)
  return command === 'quote' && handed.length > 0 ? ['sent by a quote'] : []
}

/** Blocks that «confirmed» stands for: as many as were asked for, of a status else as many as the network's entry says. */
function depthAsked(args: readonly string[], finalDepth: number): number {
  const at = args.indexOf('--confirmations')
  if (at !== -1) return Number(args[at + 1])
  return args[0] === 'status' ? finalDepth : 1
}

/** Resolves when `come` holds, or `over` is. */
export async function whenever(come: () => boolean, over: Promise<unknown>): Promise<void> {
  let isOver = false
  void over.then(() => {
    isOver = true
  })
  while (!come() && !isOver) await new Promise((resolve) => setTimeout(resolve, 2))
}

/** Now and then a user loses patience in the middle of a run. */
export function drawInterrupt(draw: Draw, probability: number): Interrupt | undefined {
  if (!draw.chance(probability)) return undefined
  const signal = draw.pick(['SIGINT', 'SIGTERM'] as const)
  return { signal, posts: draw.whole(1, 14), milliseconds: draw.whole(0, 150) }
}
