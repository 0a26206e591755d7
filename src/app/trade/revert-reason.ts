import type { Payload } from '#domain/payload'
import type { Chain } from '#domain/ports'
import type { RevertReason } from '#domain/revert-reason'
import type { Mined } from '#domain/swap'
import type { Gas, Hex } from '#domain/units'
import { explainRevert } from '#encoding/explain-revert'

/** A transaction that was mined and reverted. */
export interface RevertedTransaction {
  readonly call: Pick<Payload, 'from' | 'to' | 'data' | 'value'>
  readonly hash: Hex
  readonly receipt: Pick<Mined, 'block' | 'gasUsed'>
  readonly gasLimit: Gas
}

export async function findRevertReason(
  chain: Pick<Chain, 'simulate'>,
  { call }: RevertedTransaction,
): Promise<RevertReason> {
  const again = await chain.simulate(call).catch(() => undefined)
  const words = again?.ok === false ? (explainRevert(again.data) ?? again.reason) : 'what made it fail has passed'
  return { class: 'unknown', words, remedy: [] }
}
