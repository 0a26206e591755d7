import { type CountedSpend, spendsOf, sumOf } from '#app/policy/counted-spends'
import type { Outflow } from '#app/policy/outflow'
import { isCoveredBy, limitOf } from '#app/policy/token-rules'
import { formatTime } from '#domain/api/plain'
import { fail, type SwapError } from '#domain/errors'
import { formatDecimal } from '#domain/format-decimal'
import type { Network } from '#domain/network'
import {
  type Policy,
  type PolicySpend,
  policyDaySeconds,
  policyDecimals,
  type StoredPolicy,
  type TokenLimit,
} from '#domain/policy/policy'
import { type Address, type NetworkName, nativeToken, type Seconds, seconds } from '#domain/units'

export interface PolicyQuestion {
  /** As `entryOf` gives them: with the tokens that a rule's symbol may mean. */
  readonly network: Network
  readonly sender: Address
  readonly outflow: Outflow
  /** Where a crossing's token is bought, with the same tokens. */
  readonly destination?: Network | undefined
  /** What was spent in the last 24 hours. */
  readonly spent: readonly PolicySpend[]
  /** The nonce of the transaction that is signed, as `nonceOf` names it: others with it can no longer act beside it. */
  readonly nonce?: string | undefined
  readonly entryOf: (name: NetworkName) => Network
}

/** @throws `POLICY_VIOLATED` with the first rule that it breaks. */
export function checkPolicy(policy: StoredPolicy, question: PolicyQuestion): void {
  const { network, sender, outflow } = question
  checkNetwork(policy, network)
  for (const token of outflow.tokens) checkToken(policy, network, token)
  checkArrival(policy, question)
  if (policy.allowRecipients.length > 0)
    for (const recipient of outflow.recipients)
      if (recipient !== sender && !policy.allowRecipients.includes(recipient))
        throw violation(policy, { rule: `${recipient} is not among the allowed recipients` })
  for (const limit of policy.perTransaction) checkTransaction(policy, limit, question)
  if (policy.perDay.length === 0) return
  requireOwnJournal(policy)
  for (const limit of policy.perDay) checkDay(policy, limit, question)
}

export function checkNetwork(policy: StoredPolicy, { name }: Network): void {
  if (policy.networks.length > 0 && !policy.networks.includes(name))
    throw violation(policy, { rule: `${name} is not among the allowed networks` })
}

/** A token of another network is judged there: here its address, or the one of the native currency, may mean another token. */
function checkArrival(policy: StoredPolicy, { outflow: { arrival }, destination }: PolicyQuestion): void {
  if (arrival === undefined) return
  if (destination?.chainId !== arrival.chainId)
    throw violation(policy, { rule: `no network that we know has the chain id ${arrival.chainId}` })
  checkNetwork(policy, destination)
  checkToken(policy, destination, arrival.token)
}

export function checkToken(policy: StoredPolicy, network: Network, token: Address): void {
  const shown = token === nativeToken ? network.native.symbol : token
  if (isCoveredBy(policy.denyTokens, network, token)) throw violation(policy, { rule: `${shown} is a denied token` })
  if (policy.allowTokens.length > 0 && !isCoveredBy(policy.allowTokens, network, token))
    throw violation(policy, { rule: `${shown} is not among the allowed tokens` })
}

/** Another journal would count from zero again. @throws `POLICY_VIOLATED` */
export function requireOwnJournal(policy: StoredPolicy): void {
  if (!policy.countsHere)
    throw violation(policy, {
      rule: `its limits of a day are counted in ${policy.stateDirectory}, which this command does not use`,
      fix: ['run it without --state-dir and SWAPLINE_STATE_DIR'],
    })
}

function checkTransaction(policy: StoredPolicy, limit: TokenLimit, { network, outflow }: PolicyQuestion): void {
  const amounts = [
    sumOf(limit, network, outflow.spends),
    ...outflow.allowances.map((one) => sumOf(limit, network, [one])),
  ]
  const asked = amounts.reduce((a, b) => (a > b ? a : b), 0n)
  const max = limitOf(limit)
  if (asked > max) throw violation(policy, { limit, per: 'transaction', asked, max })
}

/** An allowance for our router is spent by later signatures, and counts then; it may not be larger than what is left. */
function checkDay(policy: StoredPolicy, limit: TokenLimit, question: PolicyQuestion): void {
  const { network, outflow, spent, nonce, entryOf } = question
  const paid = sumOf(limit, network, outflow.spends)
  const allowed = sumOf(limit, network, outflow.allowances)
  const asked = paid + allowed
  const counted = spendsOf({ limit, on: network.name, spent, entryOf, beside: { nonce, paid } })
  const total = counted.reduce((sum, { amount }) => sum + amount, 0n)
  const max = limitOf(limit)
  // What needs nothing of the token is not stopped by a limit that others have used up.
  if (asked === 0n || total + asked <= max) return
  throw violation(policy, { limit, per: 'day', asked, max, spent: total, room: findRoom(counted, asked, max) })
}

/** When enough is older than a day, `undefined` if it never fits. */
function findRoom(spent: readonly CountedSpend[], asked: bigint, max: bigint): Seconds | undefined {
  if (asked > max) return undefined
  let left = spent.reduce((sum, { amount }) => sum + amount, 0n)
  for (const { at, amount } of [...spent].sort((a, b) => a.at - b.at)) {
    left -= amount
    if (left + asked <= max) return seconds(at + policyDaySeconds + 1)
  }
  return undefined
}

interface Violation {
  readonly limit: TokenLimit
  readonly per: 'transaction' | 'day'
  readonly asked: bigint
  readonly max: bigint
  readonly spent?: bigint
  readonly room?: Seconds | undefined
}

export function violation(
  { path }: Pick<Policy & StoredPolicy, 'path'>,
  broken: Violation | { readonly rule: string; readonly fix?: readonly string[] },
): SwapError {
  if ('rule' in broken) return fail('POLICY_VIOLATED', { path, ...broken })
  const { limit, per, asked, max, spent, room } = broken
  const { symbol } = limit.token
  const show = (amount: bigint): string => `${formatDecimal(amount, policyDecimals)} ${symbol}`
  return fail('POLICY_VIOLATED', {
    path,
    rule: `at most ${show(max)} per ${per}, and this asks for ${asked >= unlimited ? `${symbol} without limit` : show(asked)}`,
    limit: show(max),
    asked: show(asked),
    ...(spent === undefined ? {} : { spent: show(spent), left: show(max > spent ? max - spent : 0n) }),
    ...(room === undefined ? {} : { room: formatTime(room) }),
  })
}

/** No token has 2^128 whole tokens: only an approval without limit asks for so much. */
const unlimited = (1n << 128n) * 10n ** BigInt(policyDecimals)
