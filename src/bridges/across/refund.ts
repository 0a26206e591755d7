/**
 * Whether Across paid an expired deposit back. It repays in sums: one amount per address and asset, for all that is owed
 * since the last bundle, without a deposit's number. So a deposit counts as repaid only if what was paid cannot be
 * explained without it.
 */
import { addressWord } from '#domain/calls/words'
import type { BridgeLog, CrossingReader } from '#domain/crossing/bridge'
import { type Address, type Hex, hex, seconds } from '#domain/units'
import { decodeAddress } from '#encoding/words'
import { type AcrossDeposit, depositedTopic, readDeposit } from './deposit.ts'

/** keccak-256 of ExecutedRelayerRefundRoot(uint256,uint256,uint256[],uint32,uint32,address,address[],bool,address) */
export const refundedTopic = '0xf4ad92585b1bc117fbdd644990adf0827bc4c95baeae8a23322af807b6d0020e' as Hex
/** More sums of deposits than these can form are not looked through. */
const maxOpenDeposits = 12
/** Deposits that are older by this were repaid before. */
const olderSeconds = 7 * 86_400

/** What one leaf of a bundle paid to one address in one asset. */
interface Repayment {
  readonly amount: bigint
  readonly transaction: Hex
}

export interface RefundQuery {
  readonly spokePool: Address
  readonly reader: CrossingReader
  /** True if the other network's pool paid this deposit; `undefined` if it cannot be asked. */
  isPaid(deposit: AcrossDeposit): Promise<boolean | undefined>
}

export interface Refund {
  /** `undefined` if it is repaid, but which of several repayments was its own cannot be told. */
  readonly transaction: Hex | undefined
  /** The transactions of all repayments of which it is one. */
  readonly among: readonly Hex[]
}

/**
 * @param deposit expired and unpaid, the caller has checked that
 * @returns `undefined` if no repayment of it can be shown
 */
export async function findRefund(
  deposit: AcrossDeposit,
  { spokePool, reader, isPaid }: RefundQuery,
): Promise<Refund | undefined> {
  const logs = await reader.logs(spokePool, [refundedTopic], deposit.at)
  const repayments = logs.flatMap((log) => readRepayments(log, deposit))
  if (repayments.length === 0) return undefined
  const since = seconds(Math.max(0, deposit.at - olderSeconds))
  const owner = hex(`0x${addressWord(deposit.refundTo)}`)
  const found = await reader.logs(spokePool, [depositedTopic, null, null, owner], since)
  const now = await reader.now()
  const others: bigint[] = []
  for (const other of found.flatMap((log) => readDeposit(log) ?? [])) {
    if (other.id === deposit.id || other.asset !== deposit.asset || other.deadline >= now) continue
    if ((await isPaid(other)) !== true) others.push(other.amount)
    if (others.length >= maxOpenDeposits) return undefined
  }
  return explainRepayments(deposit.amount, others, repayments)
}

/** What a leaf pays to the deposit's owner in its asset. One that the asset refused to pay out is none. */
export function readRepayments(
  { data, topics, transaction }: BridgeLog,
  { asset, refundTo }: Pick<AcrossDeposit, 'asset' | 'refundTo'>,
): readonly Repayment[] {
  if (topics[0] !== refundedTopic) return []
  const words = (data.slice(2).match(/.{64}/g) ?? []).map((text) => BigInt(`0x${text}`))
  const list = (at: number): readonly bigint[] => {
    const start = Number(words[at] ?? 0n) / 32
    return words.slice(start + 1, start + 1 + Number(words[start] ?? 0n))
  }
  const [amounts, owners] = [list(1), list(3)]
  if (decodeAddress(words[2] ?? -1n) !== asset || words[4] !== 0n || amounts.length !== owners.length) return []
  return owners.flatMap((owner, index) =>
    decodeAddress(owner) === refundTo ? [{ amount: amounts[index] ?? 0n, transaction }] : [],
  )
}

/**
 * @param amount of the deposit
 * @param others amounts that may be owed to the same owner too
 */
function explainRepayments(
  amount: bigint,
  others: readonly bigint[],
  repayments: readonly Repayment[],
): Refund | undefined {
  const transactionsOf = (some: readonly Repayment[]): readonly Hex[] => [
    ...new Set(some.map((one) => one.transaction)),
  ]
  const sums = subsetSums(others)
  const own = repayments.filter((repaid) => !sums.has(repaid.amount) && sums.has(repaid.amount - amount))
  if (own.length > 0)
    return { transaction: own.length === 1 ? own[0]?.transaction : undefined, among: transactionsOf(own) }
  const total = repayments.reduce((sum, repaid) => sum + repaid.amount, 0n)
  const owed = others.reduce((sum, other) => sum + other, amount)
  return total === owed ? { transaction: undefined, among: transactionsOf(repayments) } : undefined
}

function subsetSums(amounts: readonly bigint[]): ReadonlySet<bigint> {
  const sums = new Set([0n])
  for (const one of amounts) for (const sum of [...sums]) sums.add(sum + one)
  return sums
}
