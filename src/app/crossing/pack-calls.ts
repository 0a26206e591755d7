import type { CrossCandidate } from '#app/crossing/candidates'
import type { QuotedCalls } from '#domain/crossing/cross-quote'
import { fail } from '#domain/errors'
import type { Network } from '#domain/network'
import type { Quote } from '#domain/quotes/quote'
import { gas, type Hex, noBytes } from '#domain/units'
import { getFeeOnTransfer } from '#encoding/swap/plan-transfers'
import { packLegs } from '#encoding/swap/router-call'

/** Gas of a delivery by the crossing contract, besides its swap: approvals, two transfers, and the record of a claim. */
const deliveryGas = 250_000n

/**
 * What both crossing contracts are given for a chosen way.
 * @throws `CROSS_CHAIN_NOT_AVAILABLE` if a token takes a fee on transfer
 */
export function packCalls(
  { legIn, legOut, toAsset }: Pick<CrossCandidate, 'legIn' | 'legOut' | 'toAsset'>,
  { source, destination }: { readonly source: Network; readonly destination: Network },
): QuotedCalls {
  // A bridge may pay accounts the wrapped native token as native currency: to get the token, it goes to our contract.
  const isDirect = legOut === undefined && toAsset.address !== destination.wrapped
  const receiver = isDirect ? 'recipient' : 'crossing'
  const needed = isDirect ? 0n : (legOut?.gasLimit ?? 0n) + deliveryGas
  return {
    route: packLeg(source, legIn),
    arrival: { gas: gas(needed), route: packLeg(destination, legOut) },
    receiver,
  }
}

function packLeg({ wrapped }: Network, leg: Quote | undefined): Hex {
  if (leg === undefined) return noBytes
  const { request, route } = leg
  const taxed = [...getFeeOnTransfer(route.legs).keys()]
  if (taxed.length > 0)
    throw fail('CROSS_CHAIN_NOT_AVAILABLE', {
      reason: `${taxed.join(', ')} takes a fee on transfer, so it cannot cross.`,
    })
  return packLegs({ tokenIn: request.sell, tokenOut: request.buy, wrapped }, route.legs)
}
