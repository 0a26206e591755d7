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
  readonly waiting: Waiting
}

/** How long a command waits for what others do with its allowances: for their lock and their transactions together. */
export interface Waiting {
  /** The end, as `Clock.elapsed` tells it, in milliseconds. */
  readonly until: number
  /** In all, for messages. */
  readonly seconds: number
}

/** The share of the command's time to wait in: with the rest it can still say why nothing was done. */
const waitingShare = 0.8

/** @param timeoutSeconds the command's own limit */
export function startWaiting({ elapsed }: Pick<TradeContext['clock'], 'elapsed'>, timeoutSeconds: number): Waiting {
  const seconds = Math.max(1, Math.floor(timeoutSeconds * waitingShare))
  return { until: elapsed() + seconds * 1000, seconds }
}

/**
 * Runs `work`, which plans an allowance and signs what relies on it, while no other command of this machine does so for
 * the same account and token. It may end once the swap is signed and handed to a node: from then on the journal tells
 * the next command what the swap will still take (`readAllowanceState`).
 * @throws `ALLOWANCE_BUSY` if another command holds the lock until the wait ends
 */
export function withAllowanceLock<T>(
  {
    allowanceLock,
    clock,
  }: Pick<TradeContext, 'allowanceLock'> & { readonly clock: Pick<TradeContext['clock'], 'elapsed'> },
  { chainId, account, token, waiting }: AllowanceUser,
  dialogue: Pick<Dialogue, 'tell'>,
  work: () => Promise<T>,
): Promise<T> {
  const turn = {
    chainId,
    account,
    token: token.address,
    timeoutMs: Math.max(0, waiting.until - clock.elapsed()),
    onWait: () => dialogue.tell({ what: 'allowance-wait', token }),
    createFailure: () => busyFailure(token, waiting),
  }
  return allowanceLock.withLock(turn, work)
}

/** @param pending the intent whose transaction is waited for; absent if another command holds the lock */
export const busyFailure = (token: Token, { seconds }: Pick<Waiting, 'seconds'>, pending?: string) =>
  fail('ALLOWANCE_BUSY', {
    token: token.symbol,
    word: formatTokenWord(token),
    network: token.network,
    seconds,
    ...(pending === undefined ? {} : { pending }),
  })
