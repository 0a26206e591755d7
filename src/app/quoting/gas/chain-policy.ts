/** A quote's gas on chains that count or charge it by rules of their own, as their entries say. */
import type { QuoteContext } from '#app/context'
import { computeChargedGas, computePayloadGasLimit, getGasCap } from '#app/gas-limit'
import { withExpectedGas } from '#app/quoting/gas/expected'
import { toPricedCall } from '#app/quoting/gas/quoted-call'
import { expectedPriceOf } from '#app/trade/steps/complete-payload'
import type { Chain } from '#domain/chain/port'
import { isFailure } from '#domain/errors'
import type { Network } from '#domain/network'
import type { Quote } from '#domain/quotes/quote'
import { type Gas, gas, wei } from '#domain/units'

/** Where only the node knows a transaction's gas and did not tell: its limit, as a multiple of our own. */
const unknownGasFactor = 4n

/** More than any gas costs. */
const enough = 10n ** 24n

export const hasGasPolicy = ({ gas: policy, feeMethod, maxGas }: Network): boolean =>
  policy !== undefined || feeMethod !== undefined || maxGas !== undefined

/**
 * The quote as its chain counts, prices and charges gas: by its node's estimate where only the node can tell, at the
 * price that it asks for this call, and with what it charges of the unused gas of a limit.
 */
export async function withGasPolicy(context: QuoteContext, chain: Chain, quote: Quote): Promise<Quote> {
  const { gas: policy = {}, feeMethod } = chain.network
  const call = toPricedCall(context, quote)
  const [estimate, fees] = await Promise.all([
    policy.nodeOnly || policy.unusedChargedPercent === 100 ? fetchEstimate(chain, call) : undefined,
    feeMethod === undefined ? undefined : chain.fees(call),
  ])
  const priced = fees === undefined ? quote : { ...quote, gasPrice: wei(expectedPriceOf(fees)) }
  const counted = policy.nodeOnly ? countByNode(priced, estimate) : priced
  return limitToBlock(
    chain,
    policy.unusedChargedPercent === undefined ? counted : chargeLimit(chain, counted, estimate),
  )
}

/** With enough native currency for it; `undefined` if the account cannot make the swap now. */
async function fetchEstimate(chain: Chain, call: ReturnType<typeof toPricedCall>): Promise<Gas | undefined> {
  try {
    return await chain.estimateGas(call, { [call.from]: { balance: wei(call.value + enough) } })
  } catch (error) {
    if (isFailure(error, 'ESTIMATE_GAS_FAILED')) return undefined
    throw error
  }
}

/** The estimate is of the gas needed: of that, as much is refunded as by our own figures. */
function countByNode(quote: Quote, estimate: Gas | undefined): Quote {
  const { route, gasNeed } = quote
  if (estimate === undefined || gasNeed === undefined)
    return {
      ...quote,
      gasLimit: gas(quote.gasLimit * unknownGasFactor),
      warnings: [...quote.warnings, { code: 'GAS_UNKNOWN', message: unknownGas }],
    }
  const used = gas((estimate * route.gas) / gasNeed.now)
  return {
    ...quote,
    route: withExpectedGas(route, { needed: Number(estimate), used }, countsGas(quote)),
    gasNeed: { ...gasNeed, now: estimate },
    gasLimit: gas(((estimate + gasNeed.rise) * 3n) / 2n),
  }
}

const unknownGas =
  'Only a node can tell the gas on this network, and none did for this account: what is shown leaves a part out.'

/** By the node's estimate, if it made one: pools that nobody traded with before take more than ours. */
function chargeLimit({ network }: Chain, quote: Quote, estimate: Gas = gas(0n)): Quote {
  const limit = computePayloadGasLimit(estimate, quote, network)
  const used = computeChargedGas(network, quote.route.gas, limit)
  return {
    ...quote,
    route: withExpectedGas(quote.route, { needed: Number(used), used }, countsGas(quote)),
    gasLimit: quote.gasLimit > used ? quote.gasLimit : used,
  }
}

const countsGas = ({ request }: Quote): boolean => request.optimizeFor !== 'output'

function limitToBlock({ network }: Chain, quote: Quote): Quote {
  const maxGas = getGasCap(network)
  const limited = { ...quote, gasLimit: quote.gasLimit < maxGas ? quote.gasLimit : maxGas }
  if (quote.gasNeed === undefined || quote.gasNeed.now <= maxGas) return limited
  const message = `It needs more gas than a block holds (${maxGas}): sell less.`
  return { ...limited, warnings: [...quote.warnings, { code: 'GAS_ABOVE_BLOCK', message }] }
}

/**
 * The most legs to look for again, if the transaction of a quote may not fit a block; `undefined` if it does, or no fewer
 * legs are left.
 * @param quote before its limit is lowered to that of a block; of it, a third is for refunds
 */
export function findFewerLegs({ network: { maxGas } }: Chain, quote: Quote): number | undefined {
  const legs = quote.route.legs.length
  const need = (quote.gasLimit * 2n) / 3n
  if (maxGas === undefined || legs < 2 || need <= maxGas) return undefined
  return Math.max(1, Math.min(legs - 1, Math.floor((legs * Number(maxGas)) / Number(need))))
}
