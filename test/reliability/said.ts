/** What a run of the program says, as a user or a script understands it: by exit code and document. */
import type { ChainView, HandedTransaction } from './evidence.ts'
import type { Claim, Violation } from './judge.ts'
import type { Run } from './program.ts'

export interface SaidDocument {
  readonly ok?: boolean
  readonly data?: { readonly stage?: string; readonly tx?: { readonly hash?: string } }
  readonly error?: {
    readonly code?: string
    readonly sent?: boolean
    readonly txHash?: string
    readonly approvals?: unknown
  }
}

/** Exit codes by which a swap says that it was not sent. */
const notSent: ReadonlySet<number> = new Set([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 130, 143])

export function claimOfSwap({ code }: Run, waits: boolean): Claim {
  if (code === 0) return waits ? 'confirmed' : 'accepted'
  if (code === 12) return 'reverted'
  if (code === 13) return 'pending'
  if (code === 14) return 'replaced'
  return code !== null && notSent.has(code) ? 'not sent' : 'nothing'
}

/** `status` may fail over its endpoints without a word about the swap; only some of its codes are one. */
export function claimOfStatus(run: Run): Claim {
  const { code } = run
  if (code === 12) return 'reverted'
  if (code === 13) return 'pending'
  if (code === 14) return 'replaced'
  if (code === 8 || code === 9) return 'not sent'
  if (code === 6) return 'forgotten'
  return code === 0 ? claimOfStage(documentOf(run)?.data) : 'nothing'
}

function claimOfStage({ stage, tx }: NonNullable<SaidDocument['data']> = {}): Claim {
  if (stage === 'signed' || stage === 'submitted' || stage === 'unknown') return 'pending'
  // It has come no further than its approval.
  if (tx === undefined || stage === 'cancelled' || stage === 'void') return 'not sent'
  return stage === 'confirmed' || stage === 'mined' || stage === 'reverted' || stage === 'replaced' ? stage : 'pending'
}

export function documentOf({ stdout }: Run): SaidDocument | undefined {
  try {
    return JSON.parse(stdout) as SaidDocument
  } catch {
    return undefined
  }
}

const stackTrace = /^\s+at .+[:(]\d+/m
/** All but line ends and tabs: C0, DEL, C1, and what turns the direction of writing. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const controlBytes = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/

/** What no run may do, whatever it was about. A run that was ended by force owes no document. */
export function judgeManners(run: Run): readonly Violation[] {
  const text = run.stdout + run.stderr
  const killed = run.signal !== null
  return [
    ...(run.overran ? (['overran'] as const) : []),
    ...(stackTrace.test(text) ? (['stack trace'] as const) : []),
    ...(controlBytes.test(text) ? (['control bytes'] as const) : []),
    ...(run.code === 1 ? (['internal error'] as const) : []),
    ...(!killed && documentOf(run) === undefined ? (['no document'] as const) : []),
  ]
}

/** A swap that failed after its approval went out has to name it. */
export function judgeApprovals(run: Run, handed: readonly HandedTransaction[]): readonly Violation[] {
  const sent = handed.filter(({ step }) => step === 'approval').map(({ hash }) => hash)
  if (sent.length === 0 || run.code === 0 || run.code === null) return []
  const named = documentOf(run)?.error?.approvals
  const isNamed = Array.isArray(named) && named.some((hash) => sent.includes(String(hash).toLowerCase()))
  return isNamed ? [] : ['approval not named']
}

/** An approval is no swap, but «not sent» and «done» can be as false of it. */
export function judgeApproveRun(run: Run, handed: readonly HandedTransaction[], view: ChainView): readonly Violation[] {
  const { code } = run
  if (handed.length === 0 || code === null) return []
  if (code === 0) return handed.some(({ hash }) => view.mined.get(hash)?.success) ? [] : ['false confirmed']
  return notSent.has(code) && documentOf(run)?.error?.sent !== true ? ['approval not named'] : []
}
