import { findListedToken } from '#app/tokens'
import { decodeApproval } from '#app/trade/allowance/decode-approval'
import type { LeftoverAllowance, SwapError } from '#domain/errors'
import { formatDecimal } from '#domain/format-decimal'
import { callOutcomeOf } from '#domain/journal/call-outcome'
import { type Intent, type JournalTx, purposeOf, transactionOf } from '#domain/journal/swap'
import { formatTokenWord, type Token } from '#domain/token'
import { isUnlimited } from '#domain/trade/allowances'
import type { Address } from '#domain/units'
import { getNetworkEntry } from '#networks/find'

/**
 * As far as the journal alone tells: for a command that was ended from outside. The chain may know of a later change.
 * @param further the intent's approvals that are intents of their own
 * @returns `failure` with what the last of them left behind
 */
export function nameRecordedLeftover(intent: Intent, further: readonly Intent[], failure: SwapError): SwapError {
  if (failure.context.leftover !== undefined) return failure
  const leftover = findRecordedLeftover(intent, further)
  return leftover === undefined ? failure : failure.withContext({ leftover })
}

/** What the last approval for a swap left behind, if it was for a listed token. */
export function findRecordedLeftover(intent: Intent, further: readonly Intent[]): LeftoverAllowance | undefined {
  if (intent.kind !== 'swap' && intent.kind !== 'cross') return undefined
  const { network, from: account } = intent
  const approval = findUnusedApproval(intent, further)
  const given = approval === undefined ? undefined : decodeApproval(approval.payload.data)
  if (approval === undefined || given === undefined) return undefined
  const token = findListedToken(getNetworkEntry(network), approval.payload.to)
  if (token === undefined) return undefined
  return describeLeftover({
    token,
    spender: given.spender,
    raw: given.value,
    account,
    say: (much) => `The approval of ${much} that was sent for it was not used by it.`,
  })
}

/** The last mined approval of a swap that was not signed, or that took nothing and cannot any more. */
export function findUnusedApproval(intent: Intent, further: readonly Intent[]): JournalTx | undefined {
  const swap = purposeOf(intent)
  const outcome = swap && callOutcomeOf(swap.conclusion)
  if (outcome === 'made' || outcome === 'open') return undefined
  const approvals = [intent, ...further].flatMap((one) => transactionOf(one, 'approve') ?? [])
  return approvals.findLast(({ conclusion }) => callOutcomeOf(conclusion) === 'made')
}

interface LeftoverInput {
  readonly token: Token
  readonly spender: Address
  readonly raw: bigint
  /** By name or address. */
  readonly account: string
  readonly say: (much: string) => string
}

export function describeLeftover({ token, spender, raw, account, say }: LeftoverInput): LeftoverAllowance {
  const much = isUnlimited(raw) ? 'any amount of' : formatDecimal(raw, token.decimals)
  return {
    token: token.address,
    spender,
    allowance: raw,
    words: say(`${much} ${token.symbol}`),
    command: `swapline revoke ${formatTokenWord(token)} -n ${token.network} -a ${account}`,
  }
}
