import { findToken } from '#app/tokens'
import { askArchive, type RevertedOn, remediesFor, type SwapTerms } from '#app/trade/revert-remedies'
import { readRouterSwap } from '#app/trade/router-swap'
import { isOfTheWay } from '#app/trade/way'
import { isoTime } from '#domain/api/plain'
import { decimalText } from '#domain/decimal'
import type { Payload } from '#domain/payload'
import type { Chain, PastSimulation } from '#domain/ports'
import type { Read } from '#domain/reads'
import type { RevertClass, RevertReason } from '#domain/revert-reason'
import type { Mined } from '#domain/swap'
import type { Token } from '#domain/token'
import { type Address, type Amount, type Gas, type Hex, nativeToken, type Seconds, wei } from '#domain/units'
import { classifyRevert, shortfallIn } from '#encoding/classify-revert'
import { readAllowance, readBalance } from '#encoding/erc20'
import type { ClassifiedRevert } from '#encoding/revert-tables'
import { routerOn } from '#encoding/router'

/** As much of a chain as it takes to find out why. */
export type ReasonChain = Pick<Chain, 'network' | 'read' | 'simulate' | 'simulateAt' | 'traceRevert'>

/** A transaction that was mined and reverted. */
export interface RevertedTransaction {
  readonly call: Pick<Payload, 'from' | 'to' | 'data' | 'value'>
  readonly hash: Hex
  readonly receipt: Pick<Mined, 'block' | 'gasUsed'>
  readonly gasLimit: Gas
}

type Verdict = Pick<RevertReason, 'class' | 'words'>

/**
 * Why a transaction reverted: by the node's own trace of it, else by the same call on the states before and after its
 * block. Never throws for a node's fault: what cannot be found out is of class `unknown`, and the words say why.
 */
export async function findRevertReason(chain: ReasonChain, reverted: RevertedTransaction): Promise<RevertReason> {
  const paid = paidBy(chain, reverted.call)
  const on = { network: chain.network, hash: reverted.hash, terms: await termsOf(chain, paid) }
  const outcome = await replay(chain, reverted)
  if (outcome.result === 'failed') {
    const verdict = await judge(chain, reverted, { paid, on, failure: outcome.failure })
    return { ...verdict, remedy: remediesFor(verdict.class, on) }
  }
  const { receipt, gasLimit } = reverted
  if (receipt.gasUsed === gasLimit) return { ...outOfGas(reverted), remedy: remediesFor('out-of-gas', on) }
  if (outcome.result === 'succeeds') return passed(reverted, on)
  const words = [outcome.why, nearlyAllGas(reverted), await failsNow(chain, reverted)].filter(
    (one) => one !== undefined,
  )
  return { class: 'unknown', words: words.join('; '), remedy: [askArchive(on), ...remediesFor('unknown', on)] }
}

type Failure = Pick<PastSimulation, 'data' | 'reason' | 'isOutOfGas'>

type Outcome =
  | { readonly result: 'failed'; readonly failure: Failure }
  | { readonly result: 'succeeds' }
  | { readonly result: 'untold'; readonly why: string }

/** In the middle of a block the state is neither the one before nor the one after it: only a trace has met it itself. */
async function replay(chain: ReasonChain, { call, hash, receipt, gasLimit }: RevertedTransaction): Promise<Outcome> {
  const traced = await unlessBroken(() => chain.traceRevert(hash))
  const failure = typeof traced === 'object' ? traced : undefined
  if (failure !== undefined && (failure.isOutOfGas || failure.data !== '0x')) return { result: 'failed', failure }
  const limited = { ...call, gasLimit }
  const states = [receipt.block - 1, receipt.block]
  let last: PastSimulation | string | undefined
  for (const block of states) {
    const simulated = await unlessBroken(() => chain.simulateAt(limited, block))
    if (typeof simulated === 'object' && !simulated.ok) return { result: 'failed', failure: simulated }
    last = typeof simulated === 'object' ? simulated : (last ?? simulated)
  }
  if (failure !== undefined) return { result: 'failed', failure } // some tracers leave out what it reverted with
  if (typeof last === 'object') return { result: 'succeeds' }
  const lost = `the node no longer has the state of block ${receipt.block}: an archive node can tell`
  return { result: 'untold', why: last ?? lost }
}

/** The words of a failure of the connection in place of a result. */
async function unlessBroken<T>(work: () => Promise<T>): Promise<T | string> {
  try {
    return await work()
  } catch (error) {
    if (!isOfTheWay(error)) throw error
    return `the state of its block cannot be read: ${error.message.replace(/\.$/, '')}`
  }
}

interface Evidence {
  readonly paid: Paid | undefined
  readonly on: RevertedOn
  readonly failure: Failure
}

async function judge(chain: ReasonChain, reverted: RevertedTransaction, evidence: Evidence): Promise<Verdict> {
  const { paid, on, failure } = evidence
  if (failure.isOutOfGas || (await succeedsWithMoreGas(chain, reverted))) return outOfGas(reverted)
  const classified = classifyRevert(failure.data, failure.reason)
  const isOfHoldings = classified.class === 'allowance' || classified.class === 'balance'
  const isWorthALook = paid !== undefined && (isOfHoldings || !classified.isCertain)
  const lacking = isWorthALook ? await holdingTooSmall(chain, reverted, { paid, on }) : undefined
  return lacking ?? { class: classified.class, words: wordsForPeople(classified, failure.data, evidence) }
}

const outOfGas = ({ receipt, gasLimit }: RevertedTransaction): Verdict => ({
  class: 'out-of-gas',
  words: `it ran out of gas: it used ${receipt.gasUsed} of ${gasLimit}`,
})

/**
 * Each call keeps a 64th of its gas back, so what runs out of it eight calls deep leaves up to an eighth. Whether it
 * was the gas is then tried: the same call without that limit.
 */
async function succeedsWithMoreGas(chain: ReasonChain, { call, receipt, gasLimit }: RevertedTransaction) {
  if (receipt.gasUsed * 8n < gasLimit * 7n) return false
  const roomy = await unlessBroken(() => chain.simulateAt(call, receipt.block - 1))
  return typeof roomy === 'object' && roomy.ok
}

/** The states on both sides of the block let it pass, so what made it fail came and went within the block. */
function passed(reverted: RevertedTransaction, on: RevertedOn): RevertReason {
  const { receipt, gasLimit } = reverted
  if (receipt.gasUsed * 100n >= gasLimit * 97n) return { ...outOfGas(reverted), remedy: remediesFor('out-of-gas', on) }
  const words = `what made it fail has passed: the same call succeeds on the states around block ${receipt.block}`
  return { class: 'unknown', words, remedy: remediesFor('unknown', on) }
}

function nearlyAllGas({ receipt, gasLimit }: RevertedTransaction): string | undefined {
  if (receipt.gasUsed * 100n < gasLimit * 97n) return undefined
  return `it used ${receipt.gasUsed} of ${gasLimit} gas, so it may have run out of it`
}

/** A hint only, as of another state. A deadline has always passed by now. */
async function failsNow(chain: ReasonChain, { call }: RevertedTransaction): Promise<string | undefined> {
  const now = await unlessBroken(() => chain.simulate(call))
  if (typeof now !== 'object' || now.ok || now.data === '0x') return undefined
  const { class: name, words } = classifyRevert(now.data, now.reason)
  return name === 'deadline' ? undefined : `the same call now fails because ${words}`
}

interface Paid {
  readonly payer: Address
  readonly sell: Address
  readonly buy: Address
  readonly sellAmount: Amount
  /** A signed approval comes with it, so the allowance before it says nothing. */
  readonly hasPermit: boolean
  readonly deadline: Seconds
}

/** What a call of our router was to take, and of whom; `undefined` for any other call. */
function paidBy({ network }: ReasonChain, call: RevertedTransaction['call']): Paid | undefined {
  const swap = readRouterSwap(network, call)
  if (swap === undefined) return undefined
  const { tokenIn, tokenOut, amountIn, permit, deadline } = swap.read.call
  const hasPermit = permit !== undefined
  return { payer: swap.seller, sell: tokenIn, buy: tokenOut, sellAmount: amountIn, hasPermit, deadline }
}

async function termsOf(chain: ReasonChain, paid: Paid | undefined): Promise<SwapTerms | undefined> {
  if (paid === undefined) return undefined
  const [sellToken, buyToken] = await Promise.all([findToken(chain, paid.sell), findToken(chain, paid.buy)])
  return { ...paid, sellToken, buyToken }
}

/**
 * Many tokens refuse without a word where allowance or balance is too small, so both are read on the states before and
 * after the block.
 */
async function holdingTooSmall(
  chain: ReasonChain,
  { receipt: { block } }: RevertedTransaction,
  { paid, on }: Pick<Evidence, 'on'> & { readonly paid: Paid },
): Promise<Verdict | undefined> {
  const { payer, sell, sellAmount, hasPermit } = paid
  if (sell === nativeToken) return undefined
  const router = routerOn(chain.network).address
  const shown = (raw: bigint) => amountText(raw, on.terms?.sellToken)
  for (const at of [block - 1, block]) {
    const [allowance, balance] = await Promise.all([
      hasPermit ? undefined : readAt(chain, readAllowance(sell, payer, router), at),
      readAt(chain, readBalance(sell, payer), at),
    ])
    const short = (name: RevertClass, what: string, held: bigint): Verdict => ({
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
  const simulated = await unlessBroken(() => chain.simulateAt({ from: nativeToken, to, data, value: wei(0n) }, block))
  if (typeof simulated !== 'object' || !simulated.ok || simulated.data.length !== 66) return undefined
  return decode(simulated.data)
}

const amountText = (raw: bigint, token: Token | undefined): string =>
  token === undefined ? `${raw} units` : `${decimalText(raw, token.decimals)} ${token.symbol}`

/** The router speaks of smallest units and of seconds; the call says of which token, and in which year. */
function wordsForPeople({ class: name, words }: ClassifiedRevert, data: Hex, { on, paid }: Evidence): string {
  if (name === 'deadline' && paid !== undefined) return `the deadline ${isoTime(paid.deadline)} had passed`
  const short = shortfallIn(data)
  const token = on.terms?.buyToken
  if (short === undefined || token === undefined) return words
  const [received, minimum] = [amountText(short.received, token), amountText(short.minimum, token)]
  return `the price has moved: ${received} would be received, below the minimum of ${minimum}`
}
