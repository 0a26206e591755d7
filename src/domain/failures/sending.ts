/**
 * Failures after signing: what the recorded evidence says of a transaction. `known` is a sentence of
 * `domain/journal/evidence.ts`.
 */

import { getRemediesNow, type RevertReason } from '#domain/failures/revert-reason'
import { type NoDetails, row } from '#domain/failures/row'
import type { stepNames } from '#domain/journal/outcome'
import type { Step } from '#domain/journal/swap'

/** What must be said of a transaction whose outcome is not proven. */
interface UnprovenDetails {
  readonly what: string
  readonly id: string
  readonly known: string
}

function describeRevert(d: {
  what: string
  reason: { words: string } | undefined
  block: number | undefined
  gasUsed: string | undefined
}): string {
  const where = d.block === undefined ? '' : ` in block ${d.block}`
  const gas = d.gasUsed === undefined ? '' : ` (${d.gasUsed})`
  const why = d.reason === undefined || d.reason.words === '' ? '' : ` Why: ${d.reason.words}.`
  return `${d.what} reverted on chain${where}; only gas was spent${gas}.${why}`
}

/** The end of a sentence about a block that the chain may still undo: what lost its nonce could be mined then. */
const notFinal = ', unless the chain is reorganized: it is not final yet.'
const waitFix = ({ what, id }: { readonly what: string; readonly id: string }): string =>
  isRepeatable(what)
    ? `swapline status ${id} --watch     (run the same command again once that is final)`
    : `swapline status ${id} --watch     (never swap again before that is final)`

/** Steps that sell nothing: run again, their command finds what was done. Whatever else is named may be a sale. */
const repeatable: ReadonlySet<string> = new Set([
  'The approval',
  'The allowance reset',
  'The revocation',
  'The deployment',
  'The call for the claim',
] satisfies readonly (typeof stepNames)[Step][])
const isRepeatable = (what: string): boolean => repeatable.has(what)

/** After the command that looks the transaction up. @param does what that command does besides */
function fixOfOpen({ what, id }: UnprovenDetails, does?: string): string {
  const then = isRepeatable(what) ? 'then run the same command again' : 'never swap again'
  return `swapline status ${id} --watch     (${does === undefined ? '' : `${does}; `}${then})`
}

interface ReplacedDetails {
  readonly what: string
  readonly nonce: number
  readonly id: string
  readonly by?: string
  readonly block?: number
  readonly isFinal?: boolean
  /** The network, if the other transaction made the same call: what was to be done was done by that one. */
  readonly doneOn?: string
}

function describeReplaced({ what, nonce, by, block, isFinal, doneOn }: ReplacedDetails): string {
  const other = `Another transaction of this account${by === undefined ? '' : `, ${by},`}`
  const where = block === undefined ? '' : ` in block ${block}`
  const step = what.replace(/^T/, 't')
  const end = isFinal === false ? notFinal : '.'
  return doneOn === undefined
    ? `${other} used nonce ${nonce}${where}: ${step} can no longer be mined${end}`
    : `${other} made the same call with nonce ${nonce}${where}: ${step} is done if that one succeeded${end}`
}

function fixOfReplaced({ what, id, by, isFinal, doneOn }: ReplacedDetails): readonly string[] {
  const wait = isFinal === false ? [waitFix({ what, id })] : []
  if (doneOn === undefined)
    return [...wait, `look at that transaction before ${isRepeatable(what) ? 'you repeat this' : 'swapping again'}`]
  const never = isRepeatable(what) ? '' : '; never swap again if it did'
  return [...wait, `swapline status ${by} -n ${doneOn}     (whether it succeeded${never})`]
}

const lookCommand = ({ id, batch }: { readonly id?: string | undefined; readonly batch?: string }): string =>
  batch === undefined ? `swapline status ${id ?? 'last'}` : `swapline batch report ${batch}`

export const sendingFailures = {
  REVERTED: row<{
    what: string
    reason: Pick<RevertReason, 'words' | 'remedy'> | undefined
    block: number | undefined
    gasUsed: string | undefined
    id: string
    isFinal: boolean
  }>(2042, 400, 12, (d) => describeRevert(d), {
    states: 'fate',
    sent: true,
    fix: ({ reason, id, isFinal }) => {
      const remedy =
        reason === undefined || reason.remedy.length === 0 ? ['make a new quote and look again'] : reason.remedy
      return getRemediesNow({ remedy }, { isFinal, reference: id })
    },
  }),
  PENDING: row<UnprovenDetails>(1503, 503, 13, (d) => `${d.what} was SENT. ${d.known}`, {
    states: 'fate',
    sent: true,
    fix: (d) => [fixOfOpen(d)],
  }),
  /** `isFiled`: its bytes are in a file, and nothing but `tx send` with that sends them. */
  OUTCOME_UNKNOWN: row<UnprovenDetails & { readonly isFiled?: true }>(
    1503,
    503,
    13,
    (d) => `${d.what} is signed and can still go through. ${d.known}`,
    {
      states: 'fate',
      sent: true,
      fix: (d) =>
        d.isFiled
          ? [
              `swapline status ${d.id} --watch     (asks the chain${isRepeatable(d.what) ? '' : '; never swap again'})`,
              'swapline tx send <the signed file>     (the same bytes: sends them once, and follows them)',
            ]
          : [fixOfOpen(d, 'sends the same bytes again')],
    },
  ),
  RECEIVED_UNKNOWN: row<{ id: string; block: number }>(
    1503,
    503,
    13,
    (d) =>
      `The swap was mined with success in block ${d.block}, but neither its logs nor balances tell what was received.`,
    { states: 'fate', sent: true, fix: (d) => ['swapline balances', `swapline status ${d.id}     (never swap again)`] },
  ),
  /** What an endpoint shows under a hash does not have it, or endpoints show different transactions. */
  TRANSACTION_DISPUTED: row<{ hash: string; network: string; reason: string }>(
    1503,
    503,
    13,
    (d) => `What became of ${d.hash} is not known: ${d.reason}.`,
    {
      fix: (d) => [`swapline status ${d.hash} -n ${d.network} --rpc-url <another endpoint>     (never swap again)`],
    },
  ),
  DEADLINE_PASSED: row<UnprovenDetails>(
    3002,
    410,
    8,
    (d) => `${d.what} did not happen and cannot any more. ${d.known}`,
    {
      states: 'unsent',
      fix: () => ['make a new quote; the old transaction is void'],
    },
  ),
  REPLACED: row<ReplacedDetails>(2042, 400, 14, describeReplaced, { states: 'fate', sent: true, fix: fixOfReplaced }),
  CANCELLED: row<{ what: string; nonce: number; id: string; by: string; block: number; isFinal: boolean }>(
    2042,
    400,
    14,
    (d) =>
      `${d.what} was cancelled: the transaction ${d.by}, which was sent for that, used nonce ${d.nonce} in block ${d.block}. Only its gas was spent${d.isFinal ? '.' : notFinal}`,
    {
      states: 'fate',
      sent: true,
      fix: (d) => [d.isFinal ? 'make a new quote; the old transaction can no longer be mined' : waitFix(d)],
    },
  ),
  /** The transaction to cancel was mined first. */
  CANCEL_TOO_LATE: row<{ what: string; id: string; by: string; known: string }>(
    2042,
    400,
    14,
    (d) => `${d.what} was SENT and mined before it could be cancelled. ${d.known}`,
    { states: 'fate', sent: true, fix: (d) => [`swapline status ${d.id}`] },
  ),
  /** Nothing was signed to replace it; `known` says what is known of the transaction itself. */
  NOT_REPLACEABLE: row<{ what: string; id: string; reason: string; known: string }>(
    2042,
    400,
    9,
    (d) => `${d.what} was not replaced: ${d.reason}. ${d.known}`,
    {
      states: 'fate',
      fix: (d) => [
        `swapline status ${d.id} --watch     (${isRepeatable(d.what) ? 'wait until it has ended' : 'never swap again before it ends'})`,
      ],
    },
  ),
  /**
   * `--nonce` names one that is used, or that another transaction waits on; or another program's transaction may wait on that of
   * a file, or on the next one. `fix` if leaving `--nonce` out is none.
   */
  NONCE_TAKEN: row<{ nonce: number; next: number; reason: string; fix?: readonly string[] }>(
    2042,
    400,
    9,
    (d) => `Nonce ${d.nonce} cannot be used: ${d.reason}.`,
    { fix: (d) => d.fix ?? [`leave --nonce out: the next free one is ${d.next}`] },
  ),
  /** `id` is a swap's, `batch` a batch's; neither is known where something else was worked on. */
  JOURNAL_UNREADABLE: row<{ id?: string | undefined; batch?: string; reason: string }>(
    1503,
    503,
    13,
    (d) => `Whether a transaction was sent is unknown, as the journal cannot be read: ${d.reason}`,
    {
      states: 'fate',
      sent: 'maybe',
      fix: (d) => ['make the journal readable again, and keep it', `${lookCommand(d)}     (never swap again)`],
    },
  ),
  CHECK_FAILED: row<{ reason: string }>(1500, 500, 16, (d) => d.reason, {
    fix: () => ['run the same command with -vv for more'],
  }),

  /** A part of the program could not be loaded, or is of another build: the parts are read when they are needed. */
  PROGRAM_REPLACED: row<NoDetails>(
    1500,
    500,
    1,
    () => 'A part of swapline is missing or of another build: it was installed again meanwhile, or in part.',
    { fix: () => ['run the same command again', 'if it fails again, install swapline again'] },
  ),
  INTERNAL: row<{ reason: string }>(1500, 500, 1, (d) => `A bug of swapline: ${d.reason}`, {
    fix: () => ['please report it with the output of the same command and -vv'],
  }),
} as const
