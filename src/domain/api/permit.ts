/** The signed approval of a gasless quote as the HTTP API shows it, for `eth_signTypedData_v4`. */
import type { Checksum } from '#domain/api/plain'
import type { OrderPermit } from '#domain/relay/order-terms'

const eip2612 = [
  { name: 'owner', type: 'address' },
  { name: 'spender', type: 'address' },
  { name: 'value', type: 'uint256' },
  { name: 'nonce', type: 'uint256' },
  { name: 'deadline', type: 'uint256' },
] as const

const dai = [
  { name: 'holder', type: 'address' },
  { name: 'spender', type: 'address' },
  { name: 'nonce', type: 'uint256' },
  { name: 'expiry', type: 'uint256' },
  { name: 'allowed', type: 'bool' },
] as const

/** `null` if none is needed, or the token takes none. */
export function toApiPermit(permit: OrderPermit | undefined, checksum: Checksum) {
  if (permit === undefined) return null
  const { kind, request } = permit
  const deadline = String(kind === 'dai' ? request.expiry : request.deadline)
  return { kind, deadline, typedData: toPermitTypedData(permit, checksum) }
}

/** Numbers of the message are strings, as in the order. */
export function toPermitTypedData({ kind, request }: OrderPermit, checksum: Checksum) {
  const { verifyingContract, ...domain } = request.domain
  const parts = { domain: { ...domain, verifyingContract: checksum(verifyingContract) }, primaryType: 'Permit' }
  const common = { spender: checksum(request.spender), nonce: String(request.nonce) }
  if (kind === 'dai') {
    const message = { holder: checksum(request.holder), ...common, expiry: String(request.expiry), allowed: true }
    return { ...parts, types: { Permit: dai }, message }
  }
  const { owner, value, deadline } = request
  const message = { owner: checksum(owner), ...common, value: String(value), deadline: String(deadline) }
  return { ...parts, types: { Permit: eip2612 }, message }
}
