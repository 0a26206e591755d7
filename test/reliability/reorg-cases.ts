/**
 * Workload (b): a mined swap is removed by a reorganization of 1 to 32 blocks, while a witness waits for more blocks
 * than that or has looked before it was final. On a chain whose entry requires ten blocks.
 */
import { devAccounts } from '#sandbox/dev-accounts'
import { createDraw } from './draw.ts'
import { acceptTransaction } from './endpoints.ts'
import type { ChainView, HandedTransaction } from './evidence.ts'
import type { CaseResult } from './fault-cases.ts'
import { type Claim, judgeEnd, judgeSignatures, type Violation } from './judge.ts'
import type { Lane } from './lane.ts'
import { createUser, type JudgedRun, type User, waitForEither } from './user.ts'

/** What happens to a removed swap. */
const fates = ['mined again', 'reverted', 'revived', 'replaced', 'never mined again', 'void'] as const
/**
 * The running command at that time; `confirmed swap` has ended by then, with the one confirmation it waits for by
 * default.
 */
const witnesses = ['swap', 'confirmed swap', 'status', 'status --watch'] as const

export interface ReorgCase {
  readonly name: string
  readonly depth: number
  readonly fate: (typeof fates)[number]
  readonly witness: (typeof witnesses)[number]
}

export const reorgCases = (count: number): readonly ReorgCase[] =>
  Array.from({ length: count }, (_, i) => {
    // Eleven and thirty-two are coprime: each depth occurs once in 32 cases, shallow and deep ones early.
    const depth = ((i * 11) % 32) + 1
    const fate = fates[i % fates.length] ?? 'mined again'
    // Each fate meets each witness.
    const witness = witnesses[Math.floor(i / fates.length + i) % witnesses.length] ?? 'swap'
    return { name: `reorgs/${depth}/${fate}/${witness}/${i}`, depth, fate, witness }
  })

/** Confirmations that the entry of base requires for a final result. */
const finalDepth = 10

interface CaseContext {
  readonly lane: Lane
  readonly user: User
  readonly one: ReorgCase
  readonly address: string
  /** More than the depth of the reorganization. */
  readonly confirmations: number
  /** Blocks made before the removed swap comes back. */
  readonly gap: number
  /** A witness that waits for more blocks looks once more at the full depth, beyond the entry's ten. */
  readonly looksDeep: boolean
}

export async function runReorgCase(bin: string, lane: Lane, one: ReorgCase, seed: number): Promise<CaseResult> {
  const draw = createDraw(seed, one.name)
  const account = draw.pick(devAccounts.slice(0, -1))
  const confirmations = one.depth + draw.whole(1, 8)
  const gap = draw.whole(1, 3)
  const looksDeep = draw.chance(0.5)
  await lane.reset()
  await lane.mining('none')
  const user = await createUser({ bin, lane, account: account.address, endpoints: 1 })
  try {
    const stage = { lane, user, one, address: account.address, confirmations, gap, looksDeep }
    const violations = await runFate(stage, account.name)
    const all = [...user.runs.flatMap((run) => run.violations), ...violations]
    const drawn = JSON.stringify({ account: account.name, confirmations, gap, looksDeep })
    return { name: one.name, drawn, runs: user.runs, violations: [...new Set(all)] }
  } finally {
    await user.close()
  }
}

async function runFate(stage: CaseContext, account: string): Promise<readonly Violation[]> {
  const { lane, user, one, confirmations } = stage
  const swap = ['swap', '0.01', 'ETH', 'USDC', '-y', '-a', account, '--id', 'first']
  const wanted = ['--confirmations', String(confirmations)]
  const isOpen = one.fate === 'never mined again'
  const seconds = isOpen ? 8 : 15

  const live = startSwap(stage, swap, wanted, seconds)
  // It is awaited below, where its failure counts; until then it is ignored.
  live?.catch(() => undefined)
  if (live === undefined) await user.run([...swap, '--no-wait'], { seconds: 20 })
  await untilWaiting(stage, live ?? Promise.resolve())
  const before = await lane.rpc<string>('evm_snapshot')
  const watching = await mineAndLook(stage, () =>
    one.witness === 'status --watch' ? user.run(['status', 'first', '--watch', ...wanted], { seconds }) : live,
  )

  // A rebroadcast brings the bytes back; that is one more fate, and another case.
  if (isOpen)
    user.endpoints.rules([
      [{ method: 'eth_sendRawTransaction', fault: { kind: 'withhold', answer: acceptTransaction } }],
    ])
  await lane.rpc('evm_revert', before)
  await lane.rpc('anvil_dropAllTransactions')
  const looks = one.witness === 'status' || one.witness === 'confirmed swap'
  if (looks) await user.run(['status', 'first'], { seconds: 20 })
  await meetFate(stage)
  await lane.mine(confirmations + finalDepth + 2)
  await watching.ended

  const last = await user.run(['status', 'first', '--watch', '--until', 'final', ...wanted], {
    seconds: isOpen ? 6 : 20,
  })
  const view = await user.view()
  const handed = user.handed()
  const right = last.claim === truthOf(view, handed, one)
  return [...(right ? [] : (['wrong final word'] as const)), ...judgeSignatures(handed), ...judgeEnd(view, 1)]
}

function startSwap(
  { user, one }: CaseContext,
  swap: readonly string[],
  wanted: readonly string[],
  seconds: number,
): Promise<JudgedRun> | undefined {
  if (one.witness === 'swap') return user.run([...swap, ...wanted], { seconds })
  return one.witness === 'confirmed swap' ? user.run(swap, { seconds }) : undefined
}

/** Until the node has the bytes and would mine them, or no process is left to broadcast them. */
async function untilWaiting({ lane, user }: CaseContext, over: Promise<unknown>): Promise<void> {
  await waitForEither(() => user.endpoints.handed().length > 0, over)
  for (let tries = 0; tries < 500; tries++) {
    const { pending } = await lane.rpc<{ pending: string }>('txpool_status')
    if (Number(pending) > 0) return
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  throw new Error('the swap never reached the node')
}

/** Mines the swap and the blocks to be removed, and ensures that the witness has seen it mined. */
async function mineAndLook({ lane, user, one, looksDeep }: CaseContext, watch: () => Promise<JudgedRun> | undefined) {
  // At ten blocks the swap is final by the entry; a witness that asks for no more must not be wrong then.
  const seen = Math.min(one.depth, finalDepth - 1)
  // Mined too late, it reverts; once the reorganization has reset the clock, it swaps.
  if (one.fate === 'revived') await lane.rpc('evm_increaseTime', 2_000)
  const looked = async (run: Promise<unknown>): Promise<void> => {
    const posts = user.endpoints.posts()
    await waitForEither(() => user.endpoints.posts() > posts + 3, run)
  }
  await lane.mine(seen)
  const ended = watch()
  ended?.catch(() => undefined)
  const waits = one.witness === 'confirmed swap' ? undefined : ended
  if (waits === undefined) await ended
  else await looked(waits)
  if (one.witness === 'status') await user.run(['status', 'first'], { seconds: 20 })
  await lane.mine(one.depth - seen)
  if (waits !== undefined && looksDeep) await looked(waits)
  return { ended }
}

async function meetFate({ lane, user, one, address, gap }: CaseContext): Promise<void> {
  const raw = user.endpoints.handed()[0]?.raw
  if (one.fate === 'replaced') await replace(lane, address, user.handed()[0]?.nonce ?? 0)
  if (one.fate === 'reverted' || one.fate === 'void') await lane.rpc('evm_increaseTime', 2_000)
  await lane.mine(gap)
  // The program may have been faster.
  if (one.fate === 'mined again' || one.fate === 'revived' || one.fate === 'reverted')
    await lane.rpc('eth_sendRawTransaction', raw).catch(() => undefined)
  await lane.mine(1)
}

/** By a transfer to oneself that pays more than the swap, so that it also wins in the mempool. */
async function replace({ rpc }: Lane, from: string, nonce: number): Promise<void> {
  const gwei = (count: bigint): string => `0x${(count * 10n ** 9n).toString(16)}`
  const fees = { maxFeePerGas: gwei(1_000n), maxPriorityFeePerGas: gwei(500n) }
  await rpc('anvil_impersonateAccount', from)
  await rpc('eth_sendTransaction', { from, to: from, value: '0x1', nonce: `0x${nonce.toString(16)}`, ...fees })
  await rpc('anvil_stopImpersonatingAccount', from)
}

/** By the chain's final state. */
function truthOf(view: ChainView, handed: readonly HandedTransaction[], { fate }: ReorgCase): Claim {
  const [swap] = handed
  const landed = swap === undefined ? undefined : view.mined.get(swap.hash)
  if (landed !== undefined) return landed.success ? 'confirmed' : 'reverted'
  if (swap !== undefined && view.nonce > swap.nonce) return 'replaced'
  return fate === 'never mined again' ? 'pending' : 'not sent'
}
