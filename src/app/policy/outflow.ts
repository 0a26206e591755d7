import { readPayload } from '#app/trade/explain/read-payload'
import type { Network } from '#domain/network'
import { gasPriceOf, type Payload, type RouterCall } from '#domain/payload'
import { type Address, nativeToken, noBytes } from '#domain/units'
import { getDeployer } from '#encoding/contracts/deployers'
import { getRouter } from '#encoding/contracts/router'
import { decodeApprove } from '#encoding/tokens/erc20'

export interface TokenAmount {
  readonly token: Address
  readonly amount: bigint
}

/** What a signature lets leave the account. */
export interface Outflow {
  /** Paid by it; the native currency includes the gas at its highest price. */
  readonly spends: readonly TokenAmount[]
  /** What others may take afterwards. `isOurs`: our router, which takes only what another signature of the owner says. */
  readonly allowances: readonly (TokenAmount & { readonly isOurs: boolean })[]
  /** Tokens that are sold, bought or approved. */
  readonly tokens: readonly Address[]
  /** Who receives something, other than pools and routers. */
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
 * @returns `undefined` for bytes that are no approval, deployment or swap, and do not only use up a nonce
 */
export function readOutflow(network: Network, payload: Payload, trade: OpaqueTrade | undefined): Outflow | undefined {
  const { to, data, value } = payload
  const nothing = {
    spends: [{ token: nativeToken, amount: maxGasOf(payload) }],
    allowances: [],
    tokens: [],
    recipients: [],
  }
  // Uses up a nonce: a call of the account itself that does nothing.
  if (to === payload.from && value === 0n && data === noBytes) return nothing
  const approval = decodeApprove(data)
  if (approval !== undefined && value === 0n) {
    const isOurs = approval.spender === getRouter(network).address
    return { ...nothing, allowances: [{ token: to, amount: approval.value, isOurs }], tokens: [to] }
  }
  if (to === getDeployer(network).address) return value === 0n ? nothing : undefined
  const paid = { token: nativeToken, amount: maxGasOf(payload) + value }
  if (to !== getRouter(network).address) return trade && toOpaqueOutflow(trade, paid)
  const read = readPayload(data)
  if (read?.entry === 'swap') return toSwapOutflow(read.call, paid)
  // An order is paid for by its signer: who submits it, as who cancels one, pays only for the gas.
  return read !== undefined && value === 0n ? nothing : undefined
}

const toOpaqueOutflow = ({ sell, buy, sellAmount, to }: OpaqueTrade, paid: TokenAmount): Outflow => ({
  spends: sell.address === nativeToken ? [paid] : [paid, { token: sell.address, amount: sellAmount }],
  allowances: [],
  tokens: [sell.address, buy.address],
  recipients: [to],
})

function toSwapOutflow({ tokenIn, tokenOut, amountIn, recipient, affiliate }: RouterCall, paid: TokenAmount): Outflow {
  return {
    spends: tokenIn === nativeToken ? [paid] : [paid, { token: tokenIn, amount: amountIn }],
    allowances: [],
    tokens: [tokenIn, tokenOut],
    recipients: affiliate === undefined ? [recipient] : [recipient, affiliate.address],
  }
}

/** The gas at its highest price, in wei. */
export const maxGasOf = ({ gasLimit, fees }: Payload): bigint => gasLimit * gasPriceOf(fees)
