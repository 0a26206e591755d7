import type { TradeContext } from '#app/context'
import type { Token } from '#domain/token'
import type { Holding } from '#domain/trader'
import { type Address, type Amount, amount, type Hex, type NetworkName, nativeToken } from '#domain/units'
import { readAllowance, readBalance } from '#encoding/erc20'
import { routerOn } from '#encoding/router'

/** What an owner holds of each token and what our router may take of it, at one block. */
export async function balances(
  context: Pick<TradeContext, 'chain'>,
  network: NetworkName,
  owner: Address,
  tokens: readonly Token[],
): Promise<readonly Holding[]> {
  const chain = await context.chain(network)
  const router = routerOn(chain.network).address
  const contracts = tokens.filter(({ address }) => address !== nativeToken)
  const reads = contracts.flatMap(({ address }) => [readBalance(address, owner), readAllowance(address, owner, router)])
  const [native, answers] = await Promise.all([chain.balance(owner), chain.read(reads)])
  const read = (i: number) => amount(orZero(answers[i]))
  return tokens.map((token) => {
    if (token.address === nativeToken) return { token, amount: amount(native), allowance: amount(0n) }
    const i = contracts.indexOf(token) * 2
    return { token, amount: read(i), allowance: read(i + 1) }
  })
}

/** A token that does not answer holds nothing for anyone. */
const orZero = (answer: Hex | undefined): bigint =>
  answer === undefined || answer.length < 66 ? 0n : BigInt(answer.slice(0, 66))

/** Gas that is kept back for a swap of the whole native balance: a wide route's. */
const reservedGas = 1_000_000n

/** What can be sold of a token: of the native currency, all but what the gas of a swap may cost at today's price. */
export async function spendable(
  context: Pick<TradeContext, 'chain'>,
  network: NetworkName,
  owner: Address,
  token: Token,
): Promise<Amount> {
  const [holding] = await balances(context, network, owner, [token])
  const held = holding?.amount ?? amount(0n)
  if (token.address !== nativeToken) return held
  const fees = await (await context.chain(network)).fees()
  const reserve = reservedGas * (fees.type === 2 ? fees.maxFeePerGas : fees.gasPrice)
  return amount(held > reserve ? held - reserve : 0n)
}
