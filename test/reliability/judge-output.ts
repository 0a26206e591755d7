/** What a user or a script concludes from a run: by exit code and document. */
import type { ChainView, HandedTransaction } from './evidence.ts'
import type { Claim, Violation } from './judge.ts'
import type { Run } from './program.ts'

export interface OutputDocument {
  readonly ok?: boolean
  readonly data?: { readonly stage?: string; readonly tx?: { readonly hash?: string } }
  readonly error?: {
    readonly code?: string
    readonly sent?: boolean
    readonly txHash?: string
    readonly approvals?: unknown
  }
}

/** Exit codes by which a swap claims that it was not sent. */
const notSent: ReadonlySet<number> = new Set([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 130, 143])

export function parseSwapClaim({ code }: Run, waits: boolean): Claim {
  if (code === 0) return waits ? 'confirmed' : 'accepted'
  if (code === 12) return 'reverted'
  if (code === 13) return 'pending'
  if (code === 14) return 'replaced'
  return code !== null && notSent.has(code) ? 'not sent' : 'nothing'
}

/** `status` may fail over its endpoints without a claim about the swap; only some of its codes are one. */
export function parseStatusClaim(run: Run): Claim {
  const { code } = run
  if (code === 12) return 'reverted'
  if (code === 13) return 'pending'
  if (code === 14) return 'replaced'
  if (code === 8 || code === 9) return 'not sent'
  if (code === 6) return 'forgotten'
  return code === 0 ? toClaim(parseDocument(run)?.data) : 'nothing'
}

function toClaim({ stage, tx }: NonNullable<OutputDocument['data']> = {}): Claim {
  if (stage === 'signed' || stage === 'submitted' || stage === 'unknown') return 'pending'
  // It has got no further than its approval.
  if (tx === undefined || stage === 'cancelled' || stage === 'void') return 'not sent'
  return stage === 'confirmed' || stage === 'mined' || stage === 'reverted' || stage === 'replaced' ? stage : 'pending'
}

export function parseDocument({ stdout }: Run): OutputDocument | undefined {
  try {
    return JSON.parse(stdout) as OutputDocument
  } catch {
    return undefined
  }
}

const stackTrace = /^\s+at .+[:(]\d+/m
/** All except line ends and tabs: C0, DEL, C1, and characters that change the writing direction. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const controlBytes = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/

/** Faults of any run, independent of its subject. A killed run needs no document. */
export function judgeOutput(run: Run): readonly Violation[] {
  const text = run.stdout + run.stderr
  const killed = run.signal !== null
  return [
    ...(run.overran ? (['overran'] as const) : []),
    ...(stackTrace.test(text) ? (['stack trace'] as const) : []),
    ...(controlBytes.test(text) ? (['control bytes'] as const) : []),
    ...(run.code === 1 ? (['internal error'] as const) : []),
    ...(!killed && parseDocument(run) === undefined ? (['no document'] as const) : []),
  ]
}

/** A swap that failed after its approval was sent has to name it. */
export function judgeApprovals(run: Run, handed: readonly HandedTransaction[]): readonly Violation[] {
  const sent = handed.filter(({ step }) => step === 'approval').map(({ hash }) => hash)
  if (sent.length === 0 || run.code === 0 || run.code === null) return []
  const named = parseDocument(run)?.error?.approvals
  const isNamed = Array.isArray(named) && named.some((hash) => sent.includes(String(hash).toLowerCase()))
  return isNamed ? [] : ['approval not named']
}

/** An approval is not a swap, but "not sent" and "done" can be as false about it. */
export function judgeApproveRun(run: Run, handed: readonly HandedTransaction[], view: ChainView): readonly Violation[] {
  const { code } = run
  if (handed.length === 0 || code === null) return []
  if (code === 0) return handed.some(({ hash }) => view.mined.get(hash)?.success) ? [] : ['false confirmed']
  return notSent.has(code) && parseDocument(run)?.error?.sent !== true ? ['approval not named'] : []
}
