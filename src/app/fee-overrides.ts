import type { FeeOverrides, GasFees } from '#domain/payload'

/** What is offered per unit of gas: the chain's fees, with the user's overrides. */
export function overrideFees(found: GasFees, wishes: FeeOverrides | undefined): GasFees {
  if (found.type === 0) return { type: 0, gasPrice: wishes?.max ?? found.gasPrice }
  const maxFeePerGas = wishes?.max ?? found.maxFeePerGas
  if (wishes?.legacy) return { type: 0, gasPrice: maxFeePerGas }
  const tip = wishes?.tip ?? found.maxPriorityFeePerGas
  return { type: 2, maxFeePerGas, maxPriorityFeePerGas: tip < maxFeePerGas ? tip : maxFeePerGas }
}

/** The same for a quote's transaction: a gas price that it was requested for counts as the user's. */
export const toFeeOverrides = (
  { request }: { readonly request: { readonly gasPrice?: FeeOverrides['max'] } },
  wishes: FeeOverrides | undefined,
): FeeOverrides => ({
  max: wishes?.max ?? request.gasPrice,
  tip: wishes?.tip,
  legacy: wishes?.legacy ?? false,
})
