import type { TradeContext } from '#app/context'
import { disagreement } from '#app/disagreement'
import { fetchSwapReserve } from '#app/funds'
import { findFeeToken } from '#app/funds-in-tokens'
import { readNativeBalance } from '#domain/calls/multicall3'
import type { Chain } from '#domain/chain/port'
import type { Token } from '#domain/token'
import type { TokenBalance } from '#domain/trade/trader'
import { type Address, type Amount, amount, type Hex, type NetworkName, nativeToken } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'
import { readAllowance, readBalance } from '#encoding/tokens/erc20'

/** An owner's balance of each token and its allowance for our router, at one block. */
export async function readBalances(
  context: Pick<TradeContext, 'chain'>,
  network: NetworkName,
  owner: Address,
  tokens: readonly Token[],
): Promise<readonly TokenBalance[]> {
  const chain = await context.chain(network)
  const router = getRouter(chain.network).address
  const contracts = tokens.filter(({ address }) => address !== nativeToken)
  const reads = contracts.flatMap(({ address }) => [readBalance(address, owner), readAllowance(address, owner, router)])
  const holdsNative = contracts.length < tokens.length
  const [native, answers] = await Promise.all([holdsNative ? chain.balance(owner) : 0n, chain.read(reads)])
  const read = (i: number) => amount(decodeOrZero(answers[i]))
  return tokens.map((token) => {
    if (token.address === nativeToken) return { token, amount: amount(native), allowance: amount(0n) }
    const i = contracts.indexOf(token) * 2
    return { token, amount: read(i), allowance: read(i + 1) }
  })
}

/** A token that does not answer counts as 0. */
const decodeOrZero = (answer: Hex | undefined): bigint =>
  answer === undefined || answer.length < 66 ? 0n : BigInt(answer.slice(0, 66))

/** How often endpoints that contradict each other are asked once more: one may not have the newest block yet. */
const maxRepeats = 3

/**
 * An owner's balance, of which a share or all is to be sold: the smallest that an endpoint tells, for the sum that is signed is
 * not one endpoint's to enlarge. Balances that accrue interest differ a little between two blocks: by up to a thousandth.
 * @throws `CHECK_FAILED` if endpoints contradict each other; `NETWORK_UNAVAILABLE`, `WRONG_CHAIN`
 */
export async function readHeld(
  { clock }: Pick<TradeContext, 'clock'>,
  chain: Pick<Chain, 'network' | 'eachReadsWithBlock'>,
  owner: Address,
  token: Token,
): Promise<Amount> {
  const { network } = chain
  const { address } = token
  const read = address === nativeToken ? readNativeBalance(network.multicall, owner) : readBalance(address, owner)
  for (let left = maxRepeats; ; left--) {
    const told = (await chain.eachReadsWithBlock([read])).map(({ answers }) => decodeOrZero(answers[0]))
    told.sort((a, b) => (a < b ? -1 : 1))
    const [smallest = 0n, largest = 0n] = [told[0], told.at(-1)]
    if ((largest - smallest) * 1_000n <= largest) return amount(smallest)
    if (left === 0) throw disagreement(network, `how much ${token.symbol} ${owner} holds`, 'Name the amount itself')
    await clock.sleep(Math.min(1000, Math.max(100, network.blockTimeMs)))
  }
}

/**
 * The amount of a token that can be sold: for native currency, under whatever address, or for the token that pays for gas,
 * the balance minus the highest gas cost of a swap now.
 * @throws as {@link readHeld}
 */
export async function readSpendable(
  context: Pick<TradeContext, 'chain' | 'clock'>,
  network: NetworkName,
  owner: Address,
  token: Token,
): Promise<Amount> {
  const chain = await context.chain(network)
  const held = await readHeld(context, chain, owner, token)
  const reserve = await fetchGasReserve(chain, owner, token)
  return amount(held > reserve ? held - reserve : 0n)
}

/** What a sale of all of a token leaves for gas, in its smallest units; 0 if it pays for none. */
export async function fetchGasReserve(chain: Chain, owner: Address, token: Token): Promise<bigint> {
  const { native, nativeTwins = [], feeToken } = chain.network
  const payers = feeToken === undefined ? [nativeToken, ...nativeTwins] : [await findFeeToken(chain, feeToken, owner)]
  if (!payers.includes(token.address)) return 0n
  return rescaleUp(await fetchSwapReserve(chain, owner), native.decimals - token.decimals)
}

/** @param fewer by how many decimals the result has fewer; 0 or more */
const rescaleUp = (raw: bigint, fewer: number): bigint => {
  const unit = 10n ** BigInt(fewer)
  return (raw + unit - 1n) / unit
}
