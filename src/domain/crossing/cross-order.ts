/** The EIP-712 form of a cross-chain order, as the crossing contract reads it and a wallet signs it. */
import { type Address, evm } from '#domain/units'

/** The fields of `Cross`, in the order that is hashed; what each means: `contracts/src/crossing/Cross.sol`. */
export const crossType = [
  { name: 'sender', type: 'address' },
  { name: 'recipient', type: 'address' },
  { name: 'refundTo', type: 'address' },
  { name: 'fromAsset', type: 'address' },
  { name: 'amountIn', type: 'uint256' },
  { name: 'swapFee', type: 'uint256' },
  { name: 'router', type: 'address' },
  { name: 'bridge', type: 'address' },
  { name: 'bridgeAsset', type: 'address' },
  { name: 'bridgeAmountMin', type: 'uint256' },
  { name: 'bridgeRate', type: 'uint256' },
  { name: 'bridgeFee', type: 'uint256' },
  { name: 'toNetwork', type: 'uint256' },
  { name: 'receiver', type: 'address' },
  { name: 'toRouter', type: 'address' },
  { name: 'toBridgeAsset', type: 'address' },
  { name: 'toAsset', type: 'address' },
  { name: 'amountOutMin', type: 'uint256' },
  { name: 'arrivalHash', type: 'bytes32' },
  { name: 'deadline', type: 'uint256' },
  { name: 'toDeadline', type: 'uint256' },
  { name: 'nonce', type: 'uint256' },
] as const

export type CrossField = (typeof crossType)[number]['name']

/** Addresses and hashes as 0x-hex, in lower case where we write them; numbers as decimals. */
export type CrossOrder = Readonly<Record<CrossField, string>>

export interface CrossTypedData {
  readonly domain: {
    readonly name: 'Swapline Crossing'
    readonly version: '1'
    /** A number: common signers refuse anything else. */
    readonly chainId: number
    readonly verifyingContract: string
  }
  readonly primaryType: 'Cross'
  /** Without `EIP712Domain`, which common signers add themselves. */
  readonly types: { readonly Cross: typeof crossType }
  readonly message: CrossOrder
}

/** Permit2, at one address on every chain that has it. Source: github.com/Uniswap/permit2. */
export const permit2: Address = evm('0x000000000022D473030F116dDEE9F6B43aC78BA3')

const permitType = [
  { name: 'permitted', type: 'TokenPermissions' },
  { name: 'spender', type: 'address' },
  { name: 'nonce', type: 'uint256' },
  { name: 'deadline', type: 'uint256' },
  { name: 'witness', type: 'Cross' },
] as const

const permittedType = [
  { name: 'token', type: 'address' },
  { name: 'amount', type: 'uint256' },
] as const

/** The same order for Permit2: its transfer of amountIn + swapFee to the crossing contract, with the order as the witness. */
export interface Permit2TypedData {
  readonly domain: { readonly name: 'Permit2'; readonly chainId: number; readonly verifyingContract: string }
  readonly primaryType: 'PermitWitnessTransferFrom'
  readonly types: {
    readonly PermitWitnessTransferFrom: typeof permitType
    readonly TokenPermissions: typeof permittedType
    readonly Cross: typeof crossType
  }
  readonly message: {
    readonly permitted: { readonly token: string; readonly amount: string }
    readonly spender: string
    readonly nonce: string
    readonly deadline: string
    readonly witness: CrossOrder
  }
}

export function toPermit2TypedData({ domain, message }: CrossTypedData): Permit2TypedData {
  const { fromAsset, amountIn, swapFee, nonce, deadline } = message
  const permitted = { token: fromAsset, amount: String(BigInt(amountIn) + BigInt(swapFee)) }
  return {
    domain: { name: 'Permit2', chainId: domain.chainId, verifyingContract: permit2 },
    primaryType: 'PermitWitnessTransferFrom',
    types: { PermitWitnessTransferFrom: permitType, TokenPermissions: permittedType, Cross: crossType },
    message: { permitted, spender: domain.verifyingContract, nonce, deadline, witness: message },
  }
}

/** @param crossing the source chain's crossing contract, lower case */
export function toCrossTypedData(chainId: number, crossing: string, message: CrossOrder): CrossTypedData {
  return {
    domain: { name: 'Swapline Crossing', version: '1', chainId, verifyingContract: crossing },
    primaryType: 'Cross',
    types: { Cross: crossType },
    message,
  }
}

/** Units of the asset that the bridge pays for 10^18 deposited: the scale of `bridgeRate`. */
export const bridgeRateScale = 10n ** 18n

/**
 * What the bridge has to pay for a deposit, as the contract computes it: rounded down, in units of `toBridgeAsset`.
 * @param deposited units of `bridgeAsset`
 * @returns `undefined` if the bridge's fee would take all of it, which the contract refuses
 */
export function computeBridgePayment(
  { bridgeRate, bridgeFee }: Pick<CrossOrder, 'bridgeRate' | 'bridgeFee'>,
  deposited: bigint,
): bigint | undefined {
  const paid = (deposited * BigInt(bridgeRate)) / bridgeRateScale - BigInt(bridgeFee)
  return paid > 0n ? paid : undefined
}
