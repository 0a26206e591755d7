/**
 * Workload (a): one fault, one command. Then the endpoints are healed, blocks are mined, the user asks for the status
 * and follows the program's advice: swaps again after "not sent", watches and never swaps again after "pending".
 */
import { devAccounts } from '#sandbox/dev-accounts'
import type { Rule } from '../chain/faults.ts'
import { createDraw, type Draw } from './draw.ts'
import { type FaultName, faultNames, faults } from './faults.ts'
import { judgeEnd, judgeSignatures, type Violation } from './judge.ts'
import type { Lane, Mining } from './lane.ts'
import { createUser, drawInterrupt, type JudgedRun, type User } from './user.ts'

export const commands = ['quote', 'approve', 'swap native', 'swap token', 'watch', 'resume'] as const
export type Command = (typeof commands)[number]

export interface FaultCase {
  readonly name: string
  readonly fault: FaultName
  readonly command: Command
}

export const faultCases = (seeds: number): readonly FaultCase[] =>
  Array.from({ length: seeds }, (_, i) =>
    faultNames.flatMap((fault) =>
      commands.map((command) => ({ name: `faults/${fault}/${command}/${i}`, fault, command })),
    ),
  ).flat()

export interface CaseResult {
  readonly name: string
  /** The seed's choices, in words. */
  readonly drawn: string
  readonly runs: readonly JudgedRun[]
  readonly violations: readonly Violation[]
}

/** Everything the seed decides. */
interface Plan {
  readonly account: (typeof devAccounts)[number]
  readonly endpoints: number
  /** Which endpoints have the fault. */
  readonly faulty: readonly number[]
  readonly mining: Mining
  /** How the bytes of a resumed run were broadcast. */
  readonly before: 'in the mempool' | 'kept private' | 'never arrived'
  readonly noWait: boolean
  /** When withheld bytes reach the chain: before the user looks again, or after everything else. */
  readonly release: 'early' | 'late'
  /** The chain's clock passes the deadline before the user looks again. */
  readonly lateChain: boolean
}

const layouts: readonly Pick<Plan, 'endpoints' | 'faulty'>[] = [
  { endpoints: 1, faulty: [0] },
  { endpoints: 1, faulty: [0] },
  { endpoints: 1, faulty: [0] },
  { endpoints: 2, faulty: [0] },
  { endpoints: 2, faulty: [0] },
  { endpoints: 2, faulty: [1] },
  { endpoints: 2, faulty: [0, 1] },
]

function drawPlan(draw: Draw, { fault, command }: FaultCase): Plan {
  const layout = fault === 'private mempool' ? { endpoints: 2, faulty: [0] } : draw.pick(layouts)
  return {
    ...layout,
    account: draw.pick(devAccounts.slice(0, -1)),
    mining: draw.pick(['each', 'each', 'interval', 'none']),
    before:
      fault === 'private mempool' ? 'kept private' : draw.pick(['in the mempool', 'kept private', 'never arrived']),
    noWait: command.startsWith('swap') && draw.chance(0.2),
    release: draw.pick(['early', 'late']),
    lateChain: draw.chance(0.08),
  }
}

const trades = {
  native: ['0.01 ETH USDC', '0.5 ETH DAI', '2 ETH USDT', '0.03 ETH WBTC'],
  token: ['25 USDC ETH', '40 DAI USDC', '0.02 WETH USDC', '12.5 USDT DAI'],
} as const

export async function runFaultCase(bin: string, lane: Lane, one: FaultCase, seed: number): Promise<CaseResult> {
  const draw = createDraw(seed, one.name)
  const planned = drawPlan(draw, one)
  await lane.reset()
  const user = await createUser({ bin, lane, account: planned.account.address, endpoints: planned.endpoints })
  try {
    const violations = await runPlan({ lane, user, draw, one, plan: planned })
    const all = [...user.runs.flatMap((run) => run.violations), ...violations]
    return { name: one.name, drawn: wordsOf(planned), runs: user.runs, violations: [...new Set(all)] }
  } finally {
    await user.close()
  }
}

const wordsOf = ({ account, ...rest }: Plan): string => JSON.stringify({ account: account.name, ...rest })

interface CaseContext {
  readonly lane: Lane
  readonly user: User
  readonly draw: Draw
  readonly one: FaultCase
  readonly plan: Plan
}

async function runPlan(stage: CaseContext): Promise<readonly Violation[]> {
  const { lane, user, draw, one, plan: planned } = stage
  const trade = draw.pick(one.command === 'swap token' ? trades.token : trades.native).split(' ')
  const swap = ['swap', ...trade, '-y', '-a', planned.account.name]
  if (one.command === 'watch' || one.command === 'resume') await runBefore(stage, swap)

  await lane.mining(planned.mining)
  await spoilEndpoints(stage)
  const interrupt = drawInterrupt(draw, one.command === 'quote' ? 0 : 0.15)
  const said = await user.run(argsOf(stage, swap), { interrupt })
  await heal(stage)
  if (one.command === 'quote') return []
  if (one.command === 'approve') return judgeEnd(await user.view(), 0)
  const signatures = judgeSignatures(user.handed())
  const followed = await followAdvice(stage, swap, said)
  await user.endpoints.mempool.release()
  await lane.mine(2)
  return [...signatures, ...followed, ...judgeEnd(await user.view(), 1)]
}

/** A run before the faulty one, so that there is something to watch or to resume. */
async function runBefore({ lane, user, plan: { before } }: CaseContext, swap: readonly string[]): Promise<void> {
  const { mempool } = user.endpoints
  await lane.mining('none')
  const send = 'eth_sendRawTransaction'
  const rules: Readonly<Record<Plan['before'], readonly Rule[]>> = {
    'in the mempool': [],
    'kept private': [{ method: send, fault: { kind: 'withhold', answer: mempool.keep } }],
    'never arrived': [{ method: send, fault: { kind: 'reset' } }],
  }
  user.endpoints.rules(user.endpoints.urls.map(() => rules[before]))
  await user.run([...swap, '--id', 'first', '--no-wait'], { seconds: 10 })
}

async function spoilEndpoints({ lane, user, draw, one, plan: { faulty, account } }: CaseContext): Promise<void> {
  const head = Number(await lane.rpc<string>('eth_blockNumber'))
  const { mempool, urls } = user.endpoints
  const reads = one.command === 'quote'
  const { rules } = faults[one.fault]({ draw, lane, head, mempool, account: account.address, reads })
  user.endpoints.rules(urls.map((_, i) => (faulty.includes(i) ? rules : [])))
}

function argsOf({ one, plan: { account, noWait }, draw }: CaseContext, swap: readonly string[]): readonly string[] {
  switch (one.command) {
    case 'quote':
      return ['quote', ...draw.pick([...trades.native, ...trades.token]).split(' ')]
    case 'approve':
      return ['approve', draw.pick(['USDC', 'DAI', 'WETH']), '12.5', '-y', '-a', account.name]
    case 'watch':
      return ['status', 'first', '--watch']
    default:
      return [...swap, '--id', 'first', ...(noWait ? ['--no-wait'] : [])]
  }
}

/** The endpoints answer truthfully again and blocks are made. */
async function heal({ lane, user, plan: { release, lateChain } }: CaseContext): Promise<void> {
  user.endpoints.heal()
  await lane.lowerBaseFee()
  if (lateChain) await lane.rpc('evm_increaseTime', 1_000)
  if (release === 'early') await user.endpoints.mempool.release()
  await lane.mining('each')
  await lane.mine(2)
}

/** Long enough for a loaded machine: the awaited state is already there. */
const patient = { seconds: 20, healthy: true } as const

async function followAdvice(
  stage: CaseContext,
  swap: readonly string[],
  said: JudgedRun,
): Promise<readonly Violation[]> {
  const { user, draw } = stage
  const looked = await user.run(['status', 'first'], patient)
  if (mayGoOn.has(said.claim) || mayGoOn.has(looked.claim)) {
    // If no bytes were sent, a second swap proves little, so one in five suffices.
    const since = user.endpoints.handed().length
    if (since > 0 || draw.chance(0.2)) await user.run([...swap, '--id', 'second'], { ...patient, since })
    return []
  }
  if (looked.claim === 'confirmed' || looked.claim === 'mined') return []
  const watched = await user.run(['status', 'first', '--watch'], patient)
  return watched.claim === 'pending' || watched.claim === 'nothing' ? ['unsettled'] : []
}

/** Claims after which a user who still wants the swap begins a new one. */
const mayGoOn: ReadonlySet<JudgedRun['claim']> = new Set(['not sent', 'reverted', 'replaced', 'forgotten'])
