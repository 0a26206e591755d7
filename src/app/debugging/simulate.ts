import type { HeldTrade } from '#app/holdings'
import { findToken } from '#app/tokens'
import { readPayload } from '#app/trade/explain/read-payload'
import { getRemedies, toRevertedTerms } from '#app/trade/explain/revert-remedies'
import { assumeHoldings, type HoldingsState } from '#app/trade/simulation/assume-holdings'
import { uintAt } from '#domain/calls/words'
import type { Chain, Simulation } from '#domain/chain/port'
import type { SimulatedTransaction, SimulationQuery, SimulationReport } from '#domain/debugging/simulation'
import type { RevertReason } from '#domain/failures/revert-reason'
import type { RouterCall } from '#domain/payload'
import type { Token } from '#domain/token'
import { type Address, amount, hex, nativeToken, seconds, wei } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'
import { classifyRevert } from '#encoding/revert/classify'
import { encodeSwap } from '#encoding/swap/encode'

/** Of a quote's swap, from the head's time on. */
const deadlineSeconds = 600

/**
 * Executes a transaction at the head by `eth_call`: with balance and allowance assumed where its sender lacks them, unless
 * the query forbids that. Nothing is signed, and no quote is used up.
 * @throws `TOKEN_UNREADABLE`, `NETWORK_UNAVAILABLE`
 */
export async function simulateTransaction(chain: Chain, query: SimulationQuery): Promise<SimulationReport> {
  const head = await chain.head()
  const transaction = 'transaction' in query ? query.transaction : encodeQuote(query, head.time)
  const isOurs = transaction.to === getRouter(chain.network).address
  const read = isOurs ? readPayload(transaction.data) : undefined
  const call = read?.entry === 'swap' ? read.call : undefined
  const [sell, buy] =
    call === undefined
      ? [undefined, undefined]
      : await Promise.all([findToken(chain, call.tokenIn), findToken(chain, call.tokenOut)])
  const holdings = await findHoldings(chain, query, { transaction, call, sell })
  const facts = { block: head.number, transaction, read, sell, buy }
  const nothing = { amountOut: undefined, gasUsed: undefined, revert: undefined, assumed: [], unsimulated: undefined }
  if ('lacking' in holdings) return { ...facts, ...nothing, isGood: undefined, unsimulated: holdings.lacking }
  const simulated = await chain.simulate(transaction, holdings.state)
  if (!simulated.ok) {
    const found = explainFailure(chain, simulated, { transaction, read, sell, buy })
    const revert = query.held === undefined ? found : { ...found, remedy: toHeldRemedy(chain, found, query.held) }
    return { ...facts, ...nothing, isGood: false, assumed: holdings.assumed, revert }
  }
  const [tried] = (await chain.simulateCalls([transaction], holdings.state)) ?? []
  const isAmount = call !== undefined && simulated.data.length === 66
  return {
    ...facts,
    ...nothing,
    isGood: call === undefined || isAmount,
    amountOut: isAmount ? amount(uintAt(simulated.data, 0)) : undefined,
    gasUsed: tried?.ok === true && tried.data === simulated.data ? tried.gasUsed : undefined,
    assumed: holdings.assumed,
  }
}

function encodeQuote(
  { quote, sender }: Extract<SimulationQuery, { readonly sender: Address }>,
  now: number,
): SimulatedTransaction {
  const { minimumOut, request, router } = quote
  const deadline = seconds(now + deadlineSeconds)
  return {
    from: sender,
    to: router,
    data: encodeSwap({ quote, recipient: sender, minimumOut, deadline }),
    value: wei(request.sell === nativeToken ? request.sellAmount : 0n),
  }
}

interface ReadSwap {
  readonly transaction: SimulatedTransaction
  readonly call: RouterCall | undefined
  readonly sell: Token | undefined
}

/** Of a transaction that is no swap of ours only the value is known to be needed. */
async function findHoldings(
  chain: Chain,
  { isReal }: Pick<SimulationQuery, 'isReal'>,
  { transaction: { from, to, value }, call, sell }: ReadSwap,
): Promise<HoldingsState> {
  const { network } = chain
  const native: Token = { ...network.native, network: network.name, address: nativeToken, listed: true }
  const isSale = call !== undefined && sell !== undefined && call.permit === undefined
  const quote: HeldTrade = {
    sell: isSale ? sell : native,
    router: to,
    request: isSale
      ? { sell: call.tokenIn, sellAmount: call.amountIn }
      : { sell: nativeToken, sellAmount: amount(value) },
  }
  return assumeHoldings(chain, { quote, owner: from, gasCost: wei(0n), isReal })
}

function explainFailure(
  { network }: Chain,
  { data, reason }: Simulation,
  { transaction, read, sell, buy }: Pick<SimulationReport, 'transaction' | 'read' | 'sell' | 'buy'>,
): RevertReason {
  const { class: name, words } = classifyRevert(data, reason)
  const swap = read?.entry === 'swap' ? { read, seller: transaction.from } : undefined
  const terms = swap && { ...toRevertedTerms(swap), sellToken: sell, buyToken: buy }
  const remedy = getRemedies(name, { network, hash: hex('0x'), terms })
  // No explorer has it.
  return { class: name, words, remedy: name === 'panic' || name === 'unknown' ? remedy.slice(1) : remedy }
}

/** No command that swaps: what is signed may still be mined. */
const toHeldRemedy = ({ network }: Chain, { remedy }: RevertReason, held: string): readonly string[] => [
  `swapline status ${held} -n ${network.name}`,
  'it may be signed already: never swap again before that has ended',
  ...remedy.filter((one) => !one.startsWith('swapline swap ')),
]
