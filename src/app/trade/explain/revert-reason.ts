import { findToken } from '#app/tokens'
import { isConnectionFailure } from '#app/trade/explain/connection-failure'
import {
  archiveCommand,
  getRemedies,
  type RevertContext,
  type RevertedSwapTerms,
  toRevertedTerms,
} from '#app/trade/explain/revert-remedies'
import { readRouterSwap } from '#app/trade/explain/router-swap'
import { formatTime } from '#domain/api/plain'
import type { Read } from '#domain/calls/reads'
import type { Chain, PastSimulation } from '#domain/chain/port'
import type { RevertClass, RevertReason } from '#domain/failures/revert-reason'
import { formatDecimal } from '#domain/format-decimal'
import type { MinedFacts } from '#domain/journal/swap'
import type { Payload } from '#domain/payload'
import type { Token } from '#domain/token'
import { type Amount, type Gas, type Hex, nativeToken, type Seconds, wei } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'
import { classifyRevert, decodeShortfall } from '#encoding/revert/classify'
import type { ClassifiedRevert } from '#encoding/revert/tables'
import { readAllowance, readBalance } from '#encoding/tokens/erc20'

/** The part of a chain that this analysis needs. */
export type ReasonChain = Pick<Chain, 'network' | 'read' | 'simulate' | 'simulateAt' | 'traceRevert'>

/** A transaction that was mined and reverted. */
export interface RevertedTransaction {
  readonly call: Pick<Payload, 'from' | 'to' | 'data' | 'value'>
  readonly hash: Hex
  readonly receipt: Pick<MinedFacts, 'block' | 'gasUsed'>
  readonly gasLimit: Gas
}

type RevertVerdict = Pick<RevertReason, 'class' | 'words'>

/**
 * Why a transaction reverted: from the node's trace, else from the same call on the states before and after its block.
 * Never throws for a node's failure: an undetermined reason has class `unknown`, and its words say why.
 */
export async function findRevertReason(chain: ReasonChain, reverted: RevertedTransaction): Promise<RevertReason> {
  const paid = readPayment(chain, reverted.call)
  const on = { network: chain.network, hash: reverted.hash, terms: await findTerms(chain, paid) }
  const outcome = await replay(chain, reverted)
  if (outcome.result === 'failed') {
    const verdict = await classifyFailure(chain, reverted, { paid, on, failure: outcome.failure })
    return { ...verdict, remedy: getRemedies(verdict.class, on) }
  }
  const { receipt, gasLimit } = reverted
  if (tellsGas(chain) && receipt.gasUsed === gasLimit)
    return { ...outOfGasVerdict(chain, reverted), remedy: getRemedies('out-of-gas', on) }
  if (outcome.result === 'succeeds') return explainTransient(chain, reverted, on)
  const words = [outcome.why, explainGasUse(chain, reverted), await explainCurrentFailure(chain, reverted)].filter(
    (one) => one !== undefined,
  )
  return { class: 'unknown', words: words.join('; '), remedy: [archiveCommand(on), ...getRemedies('unknown', on)] }
}

type Failure = Pick<PastSimulation, 'data' | 'reason' | 'isOutOfGas'>

type Outcome =
  | { readonly result: 'failed'; readonly failure: Failure }
  | { readonly result: 'succeeds' }
  | { readonly result: 'untold'; readonly why: string }

/** The state within a block differs from the states before and after it: only a trace shows it. */
async function replay(chain: ReasonChain, { call, hash, receipt, gasLimit }: RevertedTransaction): Promise<Outcome> {
  const traced = await catchConnectionFailure(() => chain.traceRevert(hash))
  const failure = typeof traced === 'object' ? traced : undefined
  if (failure !== undefined && (failure.isOutOfGas || failure.data !== '0x')) return { result: 'failed', failure }
  const limited = { ...call, gasLimit }
  const states = [receipt.block - 1, receipt.block]
  let last: PastSimulation | string | undefined
  for (const block of states) {
    const simulated = await catchConnectionFailure(() => chain.simulateAt(limited, block))
    if (typeof simulated === 'object' && !simulated.ok) return { result: 'failed', failure: simulated }
    last = typeof simulated === 'object' ? simulated : (last ?? simulated)
  }
  if (failure !== undefined) return { result: 'failed', failure } // some tracers omit the revert data
  if (typeof last === 'object') return { result: 'succeeds' }
  const lost = `the node no longer has the state of block ${receipt.block}: an archive node can tell`
  return { result: 'untold', why: last ?? lost }
}

/** Returns the message of a connection failure in place of a result. */
async function catchConnectionFailure<T>(work: () => Promise<T>): Promise<T | string> {
  try {
    return await work()
  } catch (error) {
    if (!isConnectionFailure(error)) throw error
    return `the state of its block cannot be read: ${error.message.replace(/\.$/, '')}`
  }
}

interface RevertEvidence {
  readonly paid: Payment | undefined
  readonly on: RevertContext
  readonly failure: Failure
}

async function classifyFailure(
  chain: ReasonChain,
  reverted: RevertedTransaction,
  evidence: RevertEvidence,
): Promise<RevertVerdict> {
  const { paid, on, failure } = evidence
  if (failure.isOutOfGas || (await succeedsWithMoreGas(chain, reverted))) return outOfGasVerdict(chain, reverted)
  const classified = classifyRevert(failure.data, failure.reason)
  const isOfHoldings = classified.class === 'allowance' || classified.class === 'balance'
  const isWorthALook = paid !== undefined && (isOfHoldings || !classified.isCertain)
  const lacking = isWorthALook ? await findShortHolding(chain, reverted, { paid, on }) : undefined
  return lacking ?? { class: classified.class, words: describeRevert(classified, failure.data, evidence) }
}

/** False where the whole limit is paid for: receipts may name it as the gas used, whatever was used. */
const tellsGas = ({ network }: ReasonChain): boolean => network.gas?.unusedChargedPercent !== 100

const outOfGasVerdict = (chain: ReasonChain, { receipt, gasLimit }: RevertedTransaction): RevertVerdict => ({
  class: 'out-of-gas',
  words: tellsGas(chain)
    ? `it ran out of gas: it used ${receipt.gasUsed} of ${gasLimit}`
    : `it ran out of gas: its limit was ${gasLimit}`,
})

/**
 * Each call withholds a 64th of its gas, so a call eight levels deep can run out with up to an eighth left. The same
 * call without that limit then shows whether gas was the reason.
 */
async function succeedsWithMoreGas(chain: ReasonChain, { call, receipt, gasLimit }: RevertedTransaction) {
  if (receipt.gasUsed * 8n < gasLimit * 7n) return false
  const roomy = await catchConnectionFailure(() => chain.simulateAt(call, receipt.block - 1))
  return typeof roomy === 'object' && roomy.ok
}

/** The call succeeds on the states before and after the block, so the cause came and went within the block. */
function explainTransient(chain: ReasonChain, reverted: RevertedTransaction, on: RevertContext): RevertReason {
  const { receipt, gasLimit } = reverted
  if (tellsGas(chain) && receipt.gasUsed * 100n >= gasLimit * 97n)
    return { ...outOfGasVerdict(chain, reverted), remedy: getRemedies('out-of-gas', on) }
  const words = `what made it fail has passed: the same call succeeds on the states around block ${receipt.block}`
  return { class: 'unknown', words, remedy: getRemedies('unknown', on) }
}

function explainGasUse(chain: ReasonChain, { receipt, gasLimit }: RevertedTransaction): string | undefined {
  if (!tellsGas(chain) || receipt.gasUsed * 100n < gasLimit * 97n) return undefined
  return `it used ${receipt.gasUsed} of ${gasLimit} gas, so it may have run out of it`
}

/** A hint only, from another state. A deadline has always passed by now. */
async function explainCurrentFailure(chain: ReasonChain, { call }: RevertedTransaction): Promise<string | undefined> {
  const now = await catchConnectionFailure(() => chain.simulate(call))
  if (typeof now !== 'object' || now.ok || now.data === '0x') return undefined
  const { class: name, words } = classifyRevert(now.data, now.reason)
  return name === 'deadline' ? undefined : `the same call now fails because ${words}`
}

interface Payment extends Omit<RevertedSwapTerms, 'sellToken' | 'buyToken'> {
  /** A signed approval comes with it, so the earlier allowance does not matter. */
  readonly hasPermit: boolean
  readonly deadline: Seconds
}

/** What a call of our router was to take, and from which owner; `undefined` for any other call. */
function readPayment({ network }: ReasonChain, call: RevertedTransaction['call']): Payment | undefined {
  const swap = readRouterSwap(network, call)
  if (swap === undefined) return undefined
  const { permit, deadline } = swap.read.call
  return { ...toRevertedTerms(swap), hasPermit: permit !== undefined, deadline }
}

async function findTerms(chain: ReasonChain, paid: Payment | undefined): Promise<RevertedSwapTerms | undefined> {
  if (paid === undefined) return undefined
  const [sellToken, buyToken] = await Promise.all([findToken(chain, paid.sell), findToken(chain, paid.buy)])
  return { ...paid, sellToken, buyToken }
}

/**
 * Many tokens revert without a reason if the allowance or balance is too small, so both are read on the states before
 * and after the block.
 */
async function findShortHolding(
  chain: ReasonChain,
  { receipt: { block } }: RevertedTransaction,
  { paid, on }: Pick<RevertEvidence, 'on'> & { readonly paid: Payment },
): Promise<RevertVerdict | undefined> {
  const { payer, sell, sellAmount, hasPermit } = paid
  if (sell === nativeToken) return undefined
  const router = getRouter(chain.network).address
  const shown = (raw: bigint) => formatAmount(raw, on.terms?.sellToken)
  for (const at of [block - 1, block]) {
    const [allowance, balance] = await Promise.all([
      hasPermit ? undefined : readAt(chain, readAllowance(sell, payer, router), at),
      readAt(chain, readBalance(sell, payer), at),
    ])
    const short = (name: RevertClass, what: string, held: bigint): RevertVerdict => ({
      class: name,
      words: `${what} is ${shown(held)}, less than the ${shown(sellAmount)} to be sold`,
    })
    if (allowance !== undefined && allowance < sellAmount)
      return short('allowance', 'the allowance for the router', allowance)
    if (balance !== undefined && balance < sellAmount) return short('balance', 'the balance of the account', balance)
  }
  return undefined
}

async function readAt(
  chain: ReasonChain,
  { to, data, decode }: Read<Amount>,
  block: number,
): Promise<Amount | undefined> {
  const simulated = await catchConnectionFailure(() =>
    chain.simulateAt({ from: nativeToken, to, data, value: wei(0n) }, block),
  )
  if (typeof simulated !== 'object' || !simulated.ok || simulated.data.length !== 66) return undefined
  return decode(simulated.data)
}

const formatAmount = (raw: bigint, token: Token | undefined): string =>
  token === undefined ? `${raw} units` : `${formatDecimal(raw, token.decimals)} ${token.symbol}`

/** The router's errors have smallest units and seconds; the call tells the token and the full date. */
function describeRevert({ class: name, words }: ClassifiedRevert, data: Hex, { on, paid }: RevertEvidence): string {
  if (name === 'deadline' && paid !== undefined) return `the deadline ${formatTime(paid.deadline)} had passed`
  const short = decodeShortfall(data)
  const token = on.terms?.buyToken
  if (short === undefined || token === undefined) return words
  const [received, minimum] = [formatAmount(short.received, token), formatAmount(short.minimum, token)]
  return `the price has moved: ${received} would be received, below the minimum of ${minimum}`
}
