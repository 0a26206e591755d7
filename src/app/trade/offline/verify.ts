import { decodeApproval } from '#app/trade/allowance/decode-approval'
import { requireFeesWithin } from '#app/trade/steps/gas-budget'
import { fail } from '#domain/errors'
import { filePrefix } from '#domain/journal/filed'
import type { Network } from '#domain/network'
import { gasPriceOf } from '#domain/payload'
import type { UnsignedApproval, UnsignedSwap, UnsignedTransaction } from '#domain/trade/offline'
import { type Address, nativeToken, type Seconds } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'
import { keccakText } from '#encoding/keccak'
import { createMismatch, requireEqual } from '#encoding/mismatch'
import { checkPayload } from '#encoding/swap/check-payload'
import { decodeRouterCall, dropZeroAffiliate } from '#encoding/swap/router-call'

/** The longest that a payload may still be valid. */
const maxDeadlineSeconds = 900

/**
 * Compares the bytes of a transaction of another machine with the terms beside them, and both with what this program
 * knows of the network. No chain is asked. The legs are the other machine's, so the output has to come through the
 * router.
 * @param now a swap's deadline has to be later
 * @throws `PAYLOAD_MISMATCH`, `ROUTER_NOT_TRUSTED`, `GAS_ABOVE_LIMIT`, `VALIDATION_FAILED`
 */
export function verifyUnsigned(network: Network, unsigned: UnsignedTransaction, now: Seconds): void {
  const { payload, nonce, budget } = unsigned
  requireEqual('chainId', network.chainId, payload.chainId)
  if (!Number.isSafeInteger(nonce) || nonce < 0) throw createMismatch('nonce', 'a whole number', String(nonce))
  if (unsigned.l1Fee !== undefined && network.l1Fee === undefined)
    throw createMismatch('the L1 fee', `none on ${network.name}`, String(unsigned.l1Fee))
  const { maxPrice } = budget
  const price = gasPriceOf(payload.fees)
  const tip = payload.fees.type === 2 ? payload.fees.maxPriorityFeePerGas : price
  if (tip > price) throw createMismatch('the priority fee', `at most ${price}`, String(tip))
  requireFeesWithin(network, payload, { ...budget, maxPrice })
  if (unsigned.step === 'swap') verifySwap(network, unsigned, now)
  else verifyApproval(network, unsigned)
}

function verifySwap(network: Network, { payload, trade }: UnsignedSwap, now: Seconds): void {
  const router = getRouter(network).address
  if (payload.to !== router) throw untrusted(network, payload.to)
  requireEqual('network', network.name, trade.sell.network)
  requireEqual('network', network.name, trade.buy.network)
  const tradedAs = (token: Address): Address => (token === nativeToken ? network.wrapped : token)
  const [sell, buy] = [trade.sell.address, trade.buy.address]
  const request = { sell, buy, sellAmount: trade.sellAmount, affiliate: undefined }
  const quote = {
    router,
    chainId: network.chainId,
    // an affiliate takes its share before the minimum is counted
    request: { ...request, ...affiliateOf(payload) },
    route: { tokenIn: tradedAs(sell), tokenOut: tradedAs(buy), legs: [] },
  }
  const parties = { from: payload.from, to: trade.to }
  const deadlineWithin = [1, maxDeadlineSeconds] as const
  const { minimumOut } = trade
  const agreed = { quote, parties, minimumOut, now, deadlineWithin, maxGas: network.maxGas, legsUnproven: true }
  const call = checkPayload(agreed, payload)
  requireEqual('minOut', minimumOut, call.minimumOut)
  requireEqual('deadline', trade.deadline, call.deadline)
}

/** What an affiliate takes is shown to who signs; what the recipient gets at least is after it. */
function affiliateOf({ data }: UnsignedSwap['payload']) {
  const affiliate = dropZeroAffiliate(decodeRouterCall(data)?.affiliate)
  return affiliate === undefined ? {} : { affiliate }
}

function verifyApproval(network: Network, { payload, token, amount }: UnsignedApproval): void {
  requireEqual('network', network.name, token.network)
  requireEqual('to', token.address, payload.to)
  requireEqual<bigint>('value', 0n, payload.value)
  const approval = decodeApproval(payload.data)
  if (approval === undefined) throw createMismatch('data', 'an approval', `${payload.data.slice(0, 10)}…`)
  if (approval.spender !== getRouter(network).address) throw untrusted(network, approval.spender)
  requireEqual('amount', amount, approval.value)
}

const untrusted = (network: Network, address: Address) =>
  fail('ROUTER_NOT_TRUSTED', { address, reason: `on ${network.name} ours is ${getRouter(network).address}` })

/** The key of a transaction's intent, on every machine: the same transaction is one intent, however often it is read. */
export function offlineKey({ payload, nonce }: UnsignedTransaction): string {
  const { chainId, from, to, value, data, gasLimit, fees } = payload
  const fields = [chainId, nonce, from, to, value, data, gasLimit, ...Object.values(fees)]
  return `${filePrefix}${keccakText(fields.map(String).join(':'))}`
}
