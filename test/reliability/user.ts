/** One user of one case: runs the program, and has every output judged at its moment. */
import { networkName } from '#domain/units'
import { getNetworkEntry } from '#networks/find'
import type { Draw } from './draw.ts'
import { type Endpoints, startEndpoints } from './endpoints.ts'
import { type ChainView, decodeHanded, type HandedTransaction, viewChain } from './evidence.ts'
import { type Claim, judgeClaim, type Moment, type Violation } from './judge.ts'
import { judgeApprovals, judgeApproveRun, judgeOutput, parseStatusClaim, parseSwapClaim } from './judge-output.ts'
import type { Lane } from './lane.ts'
import { createHome, type Home, type Run } from './program.ts'

/** A run with its violations. */
export interface JudgedRun extends Run {
  readonly claim: Claim
  readonly violations: readonly Violation[]
}

export interface User {
  readonly home: Home
  readonly endpoints: Endpoints
  readonly runs: readonly JudgedRun[]
  /** What the endpoints received after the first `since` byte strings. */
  handed(since?: number): readonly HandedTransaction[]
  view(): Promise<ChainView>
  run(args: readonly string[], how?: RunOptions): Promise<JudgedRun>
  close(): Promise<void>
}

export interface RunOptions {
  readonly seconds?: number
  /** All endpoints answer truthfully. */
  readonly healthy?: boolean
  /** Bytes sent before belong to another swap: the count of `endpoints.handed()` then. */
  readonly since?: number
  /** Another home than the user's own: an empty one. */
  readonly home?: Home
  readonly interrupt?: Interrupt | undefined
}

/** A signal after this many posts of the run, and this many milliseconds more. */
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
  const endpoints = await startEndpoints(lane, count)
  const runs: JudgedRun[] = []
  const handed = (since = 0) => decodeHanded(lane, endpoints.handed().slice(since))
  const view = () => viewChain(lane, account)
  const finalDepth = Math.max(1, getNetworkEntry(networkName(lane.network)).confirmations)

  async function run(args: readonly string[], how: RunOptions = {}): Promise<JudgedRun> {
    const { seconds = 4, since = 0, healthy = false } = how
    const posts = endpoints.posts()
    const started = (how.home ?? home).start(args, { urls: endpoints.urls, seconds })
    if (how.interrupt !== undefined) {
      const { signal, milliseconds, posts: after } = how.interrupt
      const heard = () => endpoints.posts() - posts >= after
      void waitForEither(heard, started.ended).then(() => setTimeout(() => started.kill(signal), milliseconds).unref())
    }
    const ran = await started.ended
    const claim = claimOf(ran)
    const moment = { view: await view(), handed: handed(since), healthy, depth: parseDepth(args, finalDepth) }
    const judged = {
      ...ran,
      claim,
      violations: [...judgeOutput(ran), ...judgeClaim(claim, moment), ...judgeSteps(ran, moment)],
    }
    runs.push(judged)
    return judged
  }
  return { home, endpoints, runs, handed, view, run, close: () => endpoints.close() }
}

function claimOf(run: Run): Claim {
  const [command] = run.args
  if (run.args.includes('--dry-run')) return 'nothing'
  if (command === 'swap') return parseSwapClaim(run, !run.args.includes('--no-wait'))
  return command === 'status' ? parseStatusClaim(run) : 'nothing'
}

function judgeSteps(run: Run, { handed, view }: Moment): readonly Violation[] {
  const [command] = run.args
  if (command === 'swap') return judgeApprovals(run, handed)
  if (command === 'approve') return judgeApproveRun(run, handed, view)
  return command === 'quote' && handed.length > 0 ? ['sent by a quote'] : []
}

/** Confirmations that "confirmed" means: the requested number, or for a status the network entry's. */
function parseDepth(args: readonly string[], finalDepth: number): number {
  const at = args.indexOf('--confirmations')
  if (at !== -1) return Number(args[at + 1])
  return args[0] === 'status' ? finalDepth : 1
}

/** Resolves when `come` holds, or `over` settles. */
export async function waitForEither(come: () => boolean, over: Promise<unknown>): Promise<void> {
  let isOver = false
  void over.then(() => {
    isOver = true
  })
  while (!come() && !isOver) await new Promise((resolve) => setTimeout(resolve, 2))
}

/** Occasionally a user interrupts a run. */
export function drawInterrupt(draw: Draw, probability: number): Interrupt | undefined {
  if (!draw.chance(probability)) return undefined
  const signal = draw.pick(['SIGINT', 'SIGTERM'] as const)
  return { signal, posts: draw.whole(1, 14), milliseconds: draw.whole(0, 150) }
}
