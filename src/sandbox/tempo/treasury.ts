import { addressWord, callData, word } from '#domain/calls/words'
import { type Address, evm } from '#domain/units'
import { sandboxGround } from '#sandbox/addresses.gen'
import type { Rpc } from '#sandbox/anvil/rpc'
import { sendFrom } from '#sandbox/anvil/send-from'
import { devAccounts } from '#sandbox/dev-accounts'
import { feeManager, setUserToken } from './calls.ts'

/** The token that exists from the first block on; anvil gives its accounts 2^64 units of it. */
export const pathUsd: Address = evm('0x20C0000000000000000000000000000000000000')

const { treasury } = sandboxGround
const plenty = 10n ** 18n

/** anvil wants a native balance of who sends, although nothing on this chain has one. */
export const allowSending = (rpc: Rpc, account: Address): Promise<null> =>
  rpc('anvil_setBalance', account, `0x${(10n ** 24n).toString(16)}`)

/**
 * Lets the treasury pay for the gas of what it sends, always in pathUSD: a transfer of a token is paid in that token
 * otherwise, and only some can be exchanged for what the chain wants.
 */
export async function fundTreasury(rpc: Rpc): Promise<void> {
  await allowSending(rpc, treasury)
  const [from] = devAccounts
  if (from === undefined) throw new Error('there are no development accounts')
  const transfer = callData('0xa9059cbb', addressWord(treasury), word(plenty))
  await sendFrom(rpc, { from: from.address, to: pathUsd, data: transfer })
  await rpc('anvil_impersonateAccount', treasury)
  await sendFrom(rpc, { from: treasury, to: feeManager, data: setUserToken(pathUsd) })
  await rpc('anvil_stopImpersonatingAccount', treasury)
}
