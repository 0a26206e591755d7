/** What an approval that was mined has left, read where it was mined. */
import type { TradeContext } from '#app/context'
import { type AllowanceTarget, fetchAllowance, follows, type ReadState } from '#app/trade/allowance/pending'
import type { Chain } from '#domain/chain/port'
import { fail } from '#domain/errors'
import type { AgreedFacts } from '#domain/journal/swap'
import type { ApprovalPlan } from '#domain/trade/dialogue'
import { type Amount, blockNumber, noBytes } from '#domain/units'
import { readAllowance } from '#encoding/tokens/erc20'

/** How often an endpoint is asked that has not seen the approval's block yet. */
const maxReadings = 20

interface AllowanceToReadBack extends AllowanceTarget, Pick<ApprovalPlan, 'needed'> {
  /** The block of the last transaction; any block tells if there was none. */
  readonly mined: Pick<AgreedFacts, 'block' | 'blockHash'> | undefined
}

/**
 * The allowance in a state that follows the last transaction's block: one of a higher block on another branch need not have
 * the transaction at all.
 * @throws `TOKEN_UNREADABLE`; `NETWORK_UNAVAILABLE` if no endpoint has that block
 */
export async function readBack(
  { clock }: Pick<TradeContext, 'clock'>,
  chain: Chain,
  wanted: AllowanceToReadBack,
): Promise<Amount> {
  for (let left = maxReadings; ; left--) {
    const found = await fetchAllowance(chain, wanted, wanted.mined?.block)
    if (isAfterMined(found, wanted)) return found.allowance
    if (left === 0) return readBackAnywhere(chain, wanted)
    await clock.sleep(Math.min(1000, Math.max(100, chain.network.blockTimeMs / 4)))
  }
}

/** Whether a state is that of the transaction's block, or of one after it on the same branch. */
const isAfterMined = (state: ReadState, { mined }: AllowanceToReadBack): boolean =>
  mined === undefined || follows(state, { number: blockNumber(mined.block), hash: mined.blockHash })

/** By every endpoint that has the block: the first one may stay behind it. An older state tells nothing about it. */
async function readBackAnywhere(chain: Chain, wanted: AllowanceToReadBack): Promise<Amount> {
  const { token, owner, spender, needed, mined } = wanted
  const read = readAllowance(token.address, owner, spender)
  const views = (await chain.allReadsWithBlock([read], mined?.block)).filter((view) => isAfterMined(view, wanted))
  const [first, ...others] = views.map(({ answers: [answer = noBytes] }) => {
    try {
      return read.decode(answer)
    } catch (cause) {
      throw fail('TOKEN_UNREADABLE', { address: token.address, network: token.network }, { cause, sent: true })
    }
  })
  if (first === undefined) {
    const reason = `none that answers has block ${mined?.block}, which has the transaction: the allowance is unknown`
    throw fail('NETWORK_UNAVAILABLE', { network: chain.network.title, reason }, { sent: true })
  }
  // the less favourable one, if they differ
  const isWorse = (one: Amount, other: Amount) => (needed === 0n ? one > other : one < other)
  return others.reduce((worst, one) => (isWorse(one, worst) ? one : worst), first)
}
