/** Whether an approval still does, where it is sent, what it was built for: its file may be older than the allowance. */
import type { TradeContext } from '#app/context'
import { decodeApproval } from '#app/trade/allowance/decode-approval'
import { readMostAllowed } from '#app/trade/allowance/pending'
import { offlineKey } from '#app/trade/offline/verify'
import type { Chain } from '#domain/chain/port'
import { fail } from '#domain/errors'
import { formatDecimal } from '#domain/format-decimal'
import type { JournalTx } from '#domain/journal/swap'
import { formatTokenWord } from '#domain/token'
import { isUnlimited } from '#domain/trade/allowances'
import type { UnsignedApproval } from '#domain/trade/offline'
import type { Amount } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'

/**
 * An approval is given for the allowance that its builder saw. One that would lower a larger allowance, take back what was
 * given since, or give what was taken back since, is not sent.
 * @throws `ESTIMATE_GAS_FAILED` of the check `allowance`; `TOKEN_UNREADABLE`
 */
export async function requireUnchangedAllowance(
  context: Pick<TradeContext, 'clock' | 'journal'>,
  chain: Chain,
  unsigned: UnsignedApproval,
): Promise<void> {
  const { token, amount: wanted, before } = unsigned
  const target = { token, owner: unsigned.payload.from, spender: getRouter(chain.network).address }
  const held = await readMostAllowed(context, chain, target)
  const show = (raw: Amount): string =>
    `${isUnlimited(raw) ? 'any amount of' : formatDecimal(raw, token.decimals)} ${token.symbol}`
  if (wanted > 0n && held >= wanted)
    throw refuse(
      `Our router may take ${show(held)} already: this approval of ${show(wanted)} would ${held > wanted ? 'lower' : 'not raise'} that.`,
      'build the swap: it needs no approval',
    )
  const again = `build it again: swapline approve ${formatTokenWord(token)} ${formatDecimal(wanted, token.decimals)} --build-only -n ${token.network}`
  if (before !== undefined && held > before)
    throw refuse(
      `Our router may take ${show(held)} by now, and ${show(before)} when this approval of ${show(wanted)} was built: the allowance was changed since.`,
      again,
    )
  const hash = await findChange(context, unsigned, target.spender)
  if (hash !== undefined)
    throw refuse(
      `Transaction ${hash} was signed after this approval of ${show(wanted)} was built: it takes the allowance back, or is another approval of it.`,
      again,
    )
}

const refuse = (reason: string, fix: string) => fail('ESTIMATE_GAS_FAILED', { check: 'allowance', reason, fix })

/** What this machine signed since that took the allowance back, or that will change it. One that was used up is no change. */
async function findChange(
  { journal }: Pick<TradeContext, 'journal'>,
  unsigned: UnsignedApproval,
  spender: string,
): Promise<string | undefined> {
  const { network, payload, token, builtAt } = unsigned
  const isChange = ({ step, payload: call, conclusion: { sent, depth, isFinal } }: JournalTx): boolean =>
    sent !== 'no' &&
    call.to === token.address &&
    decodeApproval(call.data)?.spender === spender &&
    (step === 'revoke' || (depth === 0 && !isFinal))
  const signed = await journal.list({ network, from: payload.from, signedSince: builtAt, limit: 0 })
  const others = signed.filter(({ key }) => key !== offlineKey(unsigned)).flatMap(({ transactions }) => transactions)
  return others.find(isChange)?.hash
}
