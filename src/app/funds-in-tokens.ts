/** What a transaction may cost its account where tokens pay for gas, as there is no native currency. */
import { addressAt, addressWord, callData, uintAt } from '#domain/calls/words'
import type { Chain } from '#domain/chain/port'
import { fail } from '#domain/errors'
import { formatDecimal } from '#domain/format-decimal'
import type { FeeToken, Network } from '#domain/network'
import { maxCostOf, type Payload } from '#domain/payload'
import type { Token } from '#domain/token'
import { type Address, type Amount, amount, type Hex, nativeToken } from '#domain/units'
import { readBalance } from '#encoding/tokens/erc20'

/** `userTokens(address)` */
const userTokens = '0xed498fa8'

/** What a transaction sells, through whatever router. */
export interface Sale {
  readonly sell: Pick<Token, 'address' | 'decimals'>
  readonly sellAmount: Amount
}

type FeeChain = Pick<Chain, 'network' | 'read'>

/** A cost in the unit of gas prices, in smallest units of a token that pays for gas, rounded up as the chain does. */
export const toFeeAmount = ({ native }: Pick<Network, 'native'>, { decimals }: FeeToken, cost: bigint): Amount => {
  const unit = 10n ** BigInt(native.decimals - decimals)
  return amount((cost + unit - 1n) / unit)
}

/**
 * The token that pays for an account's calls of our router. @throws `ESTIMATE_GAS_FAILED` if the chain does not tell:
 * then nobody knows whether the account can pay.
 */
export async function findFeeToken(chain: FeeChain, fee: FeeToken, owner: Address): Promise<Address> {
  const chosen = { to: fee.manager, data: callData(userTokens, addressWord(owner)), decode: (answer: Hex) => answer }
  const [answer] = await chain.read([chosen])
  if (answer === undefined || answer.length < 66) throw unknownFunds(chain.network, 'which token pays for its gas')
  const token = addressAt(answer, 0)
  return token === nativeToken ? fee.address : token
}

/**
 * @throws `ESTIMATE_GAS_FAILED` unless the account's balance of its fee token covers gas at its highest price, and what a
 *   swap sells of the same token: the chain takes the fee first. Also if the payload has a value, or a balance is unknown.
 */
export async function requireFeeTokenFunds(
  chain: FeeChain,
  fee: FeeToken,
  { payload, sale }: { readonly payload: Payload; readonly sale: Sale | undefined },
): Promise<void> {
  const { network } = chain
  if (payload.value !== 0n)
    throw fail('ESTIMATE_GAS_FAILED', { check: 'balance', reason: `${network.name} has no native currency to send.` })
  const token = await findFeeToken(chain, fee, payload.from)
  const [answer] = await chain.read([{ ...readBalance(token, payload.from), decode: (text: Hex) => text }])
  if (answer === undefined || answer.length < 66) throw unknownFunds(network, `its balance of ${token}`)
  const sold = sale?.sell.address === token ? sale.sellAmount : 0n
  const cost = toFeeAmount(network, fee, maxCostOf(payload))
  const balance = uintAt(answer, 0)
  if (balance >= sold + cost) return

  const symbol = network.tokens.find(({ address }) => address === token)?.symbol ?? token
  const say = (raw: bigint) => `${formatDecimal(raw, fee.decimals)} ${symbol}`
  const what = sold === 0n ? 'gas' : `the ${say(sold)} to be sold and gas`
  throw fail('ESTIMATE_GAS_FAILED', {
    check: sold > balance ? 'balance' : 'gas',
    reason: `The account holds ${say(balance)}, which pays for its gas, but ${what} may cost ${say(sold + cost)}.`,
    fix: `send ${symbol} to ${payload.from}${sold === 0n ? '' : ', or swap less'}`,
  })
}

const unknownFunds = ({ name }: Network, what: string) =>
  fail('ESTIMATE_GAS_FAILED', { check: 'gas', reason: `${name} does not tell ${what}.` })
