import type { TradeContext } from '#app/context'
import { fail } from '#domain/errors'
import { formatTokenWord, type Token } from '#domain/token'
import type { Dialogue } from '#domain/trade/dialogue'
import type { Address } from '#domain/units'

/** The allowances that one command relies on. */
export interface AllowanceUser {
  readonly chainId: number
  readonly account: Address
  readonly token: Token
  /** The command's own limit. */
  readonly timeoutSeconds: number
}

/** The share of the command's time to wait in: with the rest it can still say why nothing was done. */
const waitingShare = 0.8

/** How long a command waits for what others do with an allowance. @param timeoutSeconds its own limit */
export const toWaitingSeconds = (timeoutSeconds: number): number =>
  Math.max(1, Math.floor(timeoutSeconds * waitingShare))

/**
 * Runs `work`, which plans an allowance and signs what relies on it, while no other command of this machine does so for
 * the same account and token. It may end once the swap is signed and handed to a node: from then on the journal tells
 * the next command what the swap will still take (`readAllowanceState`).
 * @throws `ALLOWANCE_BUSY` if another command holds the lock for four fifths of the command's time.
 */
export function withAllowanceLock<T>(
  { allowanceLock }: Pick<TradeContext, 'allowanceLock'>,
  { chainId, account, token, timeoutSeconds }: AllowanceUser,
  dialogue: Pick<Dialogue, 'tell'>,
  work: () => Promise<T>,
): Promise<T> {
  const seconds = toWaitingSeconds(timeoutSeconds)
  const turn = {
    chainId,
    account,
    token: token.address,
    timeoutMs: seconds * 1000,
    onWait: () => dialogue.tell({ what: 'allowance-wait', token }),
    createFailure: () => busyFailure(token, seconds),
  }
  return allowanceLock.withLock(turn, work)
}

/** @param pending the intent whose transaction is waited for; absent if another command holds the lock */
export const busyFailure = (token: Token, seconds: number, pending?: string) =>
  fail('ALLOWANCE_BUSY', {
    token: token.symbol,
    word: formatTokenWord(token),
    network: token.network,
    seconds,
    ...(pending === undefined ? {} : { pending }),
  })
