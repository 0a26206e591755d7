import { isOurSpender } from '#app/trade/checks/our-router'
import { readPayload } from '#app/trade/explain/read-payload'
import type { Network } from '#domain/network'
import { gasPriceOf, type Payload, type RouterCall } from '#domain/payload'
import { type Address, evm, nativeToken, noBytes } from '#domain/units'
import { getCctpBridge, getCrossing } from '#encoding/contracts/crossing'
import { getDeployer } from '#encoding/contracts/deployers'
import { getRouter } from '#encoding/contracts/router'
import { decodeCrossCall } from '#encoding/crossing/call'
import { decodeCompletionCall, messageTransmitter } from '#encoding/crossing/completion'
import { decodeExecutionCall, getEndpoint } from '#encoding/crossing/execution'
import { decodeClaimCall } from '#encoding/crossing/message'
import { isStargatePool } from '#encoding/crossing/stargate-pools'
import { decodeApprove } from '#encoding/tokens/erc20'

export interface TokenAmount {
  readonly token: Address
  readonly amount: bigint
}

/** What a signature lets leave the account. */
export interface Outflow {
  /** Paid by it; the native currency includes the gas at its highest price, and the L1 fee as far as it is known. */
  readonly spends: readonly TokenAmount[]
  /** What others may take afterwards. `isOurs`: our router or crossing contract, which takes only what another signature of the owner says. */
  readonly allowances: readonly (TokenAmount & { readonly isOurs: boolean })[]
  /** Tokens that are sold, bought or approved on this network. */
  readonly tokens: readonly Address[]
  /** The token that a crossing buys, on the network to which it goes. */
  readonly arrival?: { readonly chainId: number; readonly token: Address }
  /** Who receives something, or may take it: all but pools and our own contracts. */
  readonly recipients: readonly Address[]
}

/** A trade through a router that only the user trusts: its bytes cannot be decoded, and were simulated instead. */
export interface OpaqueTrade {
  readonly sell: { readonly address: Address }
  readonly buy: { readonly address: Address }
  readonly sellAmount: bigint
  readonly to: Address
}

/**
 * Reads the outflow from the very bytes that are signed.
 * @param trade of a `swap` step
 * @returns `undefined` for bytes that are no approval, deployment, swap, crossing, claim or completion, and do not only
 *   use up a nonce
 */
export function readOutflow(network: Network, payload: Payload, trade: OpaqueTrade | undefined): Outflow | undefined {
  const { to, data, value } = payload
  const nothing = {
    spends: [{ token: nativeToken, amount: maxGasOf(payload) }],
    allowances: [],
    tokens: [],
    recipients: [],
  }
  if (costsGasAlone(network, payload)) return nothing
  const approval = value === 0n ? decodeApprove(data) : undefined
  if (approval !== undefined) return { ...nothing, ...toAllowance(network, to, approval) }
  if (to === getDeployer(network).address) return value === 0n ? nothing : undefined
  const paid = { token: nativeToken, amount: maxGasOf(payload) + value }
  if (to === getCrossing(network).address) return readCrossingOutflow(network, payload, paid)
  if (to !== getRouter(network).address) return trade && toOpaqueOutflow(trade, to, paid)
  const read = readPayload(data)
  // An order's signer pays for it; who relays or cancels it pays for its gas alone.
  if (read?.entry === 'cancel' || read?.entry === 'order') return value === 0n ? nothing : undefined
  return read?.entry === 'swap' ? toSwapOutflow(read.call, paid) : undefined
}

/** Ours takes only what its owner signs for; any other spender may keep what it takes. */
function toAllowance(network: Network, token: Address, { spender, value }: Approval) {
  const isOurs = isOurSpender(network, spender)
  const recipients = isOurs || value === 0n ? [] : [spender]
  return { allowances: [{ token, amount: value, isOurs }], tokens: [token], recipients }
}

type Approval = NonNullable<ReturnType<typeof decodeApprove>>

/** What uses up a nonce, and what completes a payment, which is whose the source said. */
function costsGasAlone(network: Network, { from, to, data, value }: Payload): boolean {
  if (value !== 0n) return false
  if (to === from && data === noBytes) return true
  const execution = decodeExecutionCall(data)?.kind
  if (execution === 'repay') return isStargatePool(network.chainId, to)
  if (to === getEndpoint(network.chainId)) return execution !== undefined
  const completes = to === messageTransmitter || to === getCctpBridge(network).address
  return completes && decodeCompletionCall(data) !== undefined
}

function readCrossingOutflow(network: Network, { data, value }: Payload, paid: TokenAmount): Outflow | undefined {
  const claim = decodeClaimCall(data)?.claim
  if (claim !== undefined)
    return value === 0n ? { ...toNothing(paid), recipients: [claim.delivery.recipient] } : undefined
  const call = decodeCrossCall(data)
  if (call === undefined || call.entry !== 'cross' || evm(call.order.router) !== getRouter(network).address)
    return undefined
  const [sold, bought, recipient, refundTo] = [
    call.order.fromAsset,
    call.order.toAsset,
    call.order.recipient,
    call.order.refundTo,
  ].map(evm) as [Address, Address, Address, Address]
  return {
    spends: sold === nativeToken ? [paid] : [paid, { token: sold, amount: BigInt(call.order.amountIn) }],
    allowances: [],
    tokens: [sold],
    arrival: { chainId: Number(call.order.toNetwork), token: bought },
    recipients: [recipient, refundTo],
  }
}

const toNothing = (paid: TokenAmount): Outflow => ({ spends: [paid], allowances: [], tokens: [], recipients: [] })

const toOpaqueOutflow = ({ sell, buy, sellAmount, to }: OpaqueTrade, router: Address, paid: TokenAmount): Outflow => ({
  spends: sell.address === nativeToken ? [paid] : [paid, { token: sell.address, amount: sellAmount }],
  allowances: [],
  tokens: [sell.address, buy.address],
  recipients: [to, router],
})

function toSwapOutflow({ tokenIn, tokenOut, amountIn, recipient, affiliate }: RouterCall, paid: TokenAmount): Outflow {
  return {
    spends: tokenIn === nativeToken ? [paid] : [paid, { token: tokenIn, amount: amountIn }],
    allowances: [],
    tokens: [tokenIn, tokenOut],
    recipients: affiliate === undefined ? [recipient] : [recipient, affiliate.address],
  }
}

/** With what was reserved for the L1 fee, which no bytes tell: the account pays it beside the gas. */
export const addL1Fee = (outflow: Outflow, l1Fee: bigint): Outflow => ({
  ...outflow,
  spends: [...outflow.spends, { token: nativeToken, amount: l1Fee }],
})

/** The gas at its highest price, in wei. */
export const maxGasOf = ({ gasLimit, fees }: Payload): bigint => gasLimit * gasPriceOf(fees)
