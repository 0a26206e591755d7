/**
 * Workload (c): the program is killed at random moments, repeatedly, behind two endpoints that lose answers, and rerun
 * with the same `--id` until it ends. Each id has to swap exactly once.
 */
import { devAccounts } from '#sandbox/dev-accounts'
import type { Rule } from '../chain/faults.ts'
import { createDraw, type Draw } from './draw.ts'
import type { CaseResult } from './fault-cases.ts'
import { judgeEnd, judgeSignatures, type Violation } from './judge.ts'
import type { Lane } from './lane.ts'
import { createUser, type JudgedRun, type User } from './user.ts'

export interface KillCase {
  readonly name: string
  readonly kills: number
}

const killsOfCase = 5

export const killCases = (kills: number): readonly KillCase[] =>
  Array.from({ length: Math.ceil(kills / killsOfCase) }, (_, i) => ({
    name: `kills/${i}`,
    kills: Math.min(killsOfCase, kills - i * killsOfCase),
  }))

export async function runKillCase(bin: string, lane: Lane, one: KillCase, seed: number): Promise<CaseResult> {
  const draw = createDraw(seed, one.name)
  const account = draw.pick(devAccounts.slice(0, -1))
  const mining = draw.pick(['each', 'each', 'interval'] as const)
  await lane.reset()
  await lane.mining(mining)
  const user = await createUser({ bin, lane, account: account.address, endpoints: 2 })
  try {
    const { ids, violations } = await killAll(user, draw, { account: account.name, kills: one.kills })
    await lane.mining('each')
    await lane.mine(2)
    const view = await user.view()
    const all = [...user.runs.flatMap((run) => run.violations), ...violations, ...judgeEnd(view, ids)]
    const drawn = JSON.stringify({ account: account.name, mining, ids })
    return { name: one.name, drawn, runs: user.runs, violations: [...new Set(all)] }
  } finally {
    await user.close()
  }
}

interface Swap {
  readonly id: string
  readonly args: readonly string[]
  /** The number of bytes sent before it. */
  readonly since: number
}

async function killAll(user: User, draw: Draw, { account, kills }: { account: string; kills: number }) {
  const violations: Violation[] = []
  let ids = 0
  const begin = (): Swap => {
    ids++
    const trade = draw.chance(0.25) ? ['25', 'USDC', 'ETH'] : ['0.01', 'ETH', 'USDC']
    const id = `swap-${ids}`
    return { id, args: ['swap', ...trade, '-y', '-a', account, '--id', id], since: user.endpoints.handed().length }
  }
  let swap = begin()
  let killed = 0
  // A run that ends before its kill time is an attempt that killed nothing.
  for (let tries = 0; killed < kills && tries < 3 * kills; tries++) {
    const run = await runToDeath(user, draw, swap)
    if (run.code === null) killed++
    if (run.claim === 'confirmed') {
      violations.push(...(await settle(user, swap)))
      swap = begin()
    }
  }
  violations.push(...(await settle(user, swap)))
  return { ids, violations }
}

function runToDeath(user: User, draw: Draw, { id, args, since }: Swap): Promise<JudgedRun> {
  user.endpoints.rules([lossy(draw), lossy(draw)])
  const handed = user.endpoints.handed().length > since
  const watches = handed && draw.chance(0.3)
  return user.run(watches ? ['status', id, '--watch'] : args, {
    since,
    interrupt: { signal: 'SIGKILL', posts: draw.whole(0, watches ? 5 : 16), milliseconds: draw.whole(0, 120) },
  })
}

/** One answer in a few is lost, before or after its effect, mostly of broadcasts. */
function lossy(draw: Draw): readonly Rule[] {
  const kind = draw.pick(['reset', 'lose', 'truncate', 'html'] as const)
  const times = draw.whole(1, 2)
  const place = draw.fraction()
  if (place < 0.35) return [{ method: 'eth_sendRawTransaction', times, fault: { kind } }]
  if (place < 0.5) return [{ method: 'eth_getTransactionReceipt', times, fault: { kind } }]
  if (place < 0.75) return [{ after: draw.whole(0, 10), times, fault: { kind } }]
  return []
}

/** As a user would: the same command until it ends, with a network that has recovered by the second attempt. */
async function settle(user: User, { id, args, since }: Swap): Promise<readonly Violation[]> {
  let last: JudgedRun | undefined
  for (let attempt = 0; attempt < 4 && last?.claim !== 'confirmed'; attempt++) {
    if (attempt > 0) user.endpoints.heal()
    last = await user.run(args, { since, seconds: 20 })
  }
  user.endpoints.heal()
  const looked = await user.run(['status', id], { since, seconds: 20, healthy: true })
  const isKnown = looked.claim === 'confirmed' || looked.claim === 'mined'
  return [
    ...judgeSignatures(user.handed(since)),
    ...(last?.claim === 'confirmed' ? [] : (['unsettled'] as const)),
    ...(isKnown ? [] : (['lost'] as const)),
  ]
}
