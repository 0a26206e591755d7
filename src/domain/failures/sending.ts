/** From handing bytes to a node onwards. */
import { row } from '#domain/failures/row'

export const sendingFailures = {
  SEND_REFUSED: row<{ reason: string }>(
    3010,
    400,
    9,
    (d) => `The node refused the transaction: ${d.reason}. It was not sent.`,
    { fix: () => ['swapline balances', 'mend what the node complains of, then swap anew'] },
  ),
  NEVER_SENT: row<{ what: string }>(
    3010,
    400,
    9,
    (d) => `${d.what} was signed in an earlier run but no node ever took it: it is void and was not sent.`,
    { fix: () => ['make a new quote; with --id, under another name'] },
  ),
  REVERTED: row<{ what: string; reason: string }>(
    2042,
    400,
    12,
    (d) => `${d.what} reverted on chain; only gas was spent.${d.reason === '' ? '' : ` Why: ${d.reason}.`}`,
    { fix: () => ['make a new quote and look again'] },
  ),
  PENDING: row<{ what: string; id: string }>(
    1503,
    503,
    13,
    (d) => `${d.what} was SENT and is not final yet; it can still go through.`,
    { fix: (d) => [`swapline status ${d.id} --watch     (never swap again)`] },
  ),
  DEADLINE_PASSED: row<{ id: string }>(
    3002,
    410,
    8,
    (d) => `No node knows the transaction of ${d.id} and its deadline has passed: it can never swap.`,
    { fix: () => ['make a new quote; the old transaction is void'] },
  ),
  REPLACED: row<{ nonce: number; id: string }>(
    2042,
    400,
    14,
    (d) => `Another transaction of this account used nonce ${d.nonce}; ours can no longer be mined.`,
    { fix: () => ['look at the account in a block explorer before swapping again'] },
  ),
  CHECK_FAILED: row<{ reason: string }>(1500, 500, 16, (d) => d.reason, {
    fix: () => ['run the same command with -vv for more'],
  }),

  INTERNAL: row<{ reason: string }>(1500, 500, 1, (d) => `A bug of swapline: ${d.reason}`, {
    fix: () => ['please report it with the output of the same command and -vv'],
  }),
} as const
