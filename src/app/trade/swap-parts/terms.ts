import { findMaxDeadline } from '#app/trade/checks/fetch-verified-payload'
import { getRouterOwner } from '#app/trade/checks/our-router'
import { resolveParties } from '#app/trade/checks/resolve-parties'
import { createSwapBudget, toGasCost } from '#app/trade/steps/gas-budget'
import type { AllowancePlan } from '#app/trade/swap-parts/allowance'
import type { Run, SwapContext } from '#app/trade/swap-parts/run'
import type { Chain } from '#domain/chain/port'
import { fail } from '#domain/errors'
import { toPrivateSending } from '#domain/journal/private-sending'
import type { GasBudget } from '#domain/journal/swap'
import { isFromService, type Quote } from '#domain/quotes/quote'
import type { GasCost, PassedCheck, SwapTerms } from '#domain/trade/dialogue'
import { type Amount, type Wei, wei } from '#domain/units'

/** What the user is asked to agree to. The swap is signed within it, whatever is quoted afterwards. */
export interface AgreedSwap {
  /** With the agreed minimum. */
  readonly quote: Quote
  readonly terms: SwapTerms
  readonly allowance: AllowancePlan
  /** Of the swap's transaction alone; what its approvals cost is taken off where `--max-gas` bounds both. */
  readonly gasBudget: GasBudget
}

interface Agreement {
  readonly chain: Chain
  readonly quote: Quote
  /** The smallest minimum that was shown before. */
  readonly minimumOut: Amount
  readonly allowance: AllowancePlan
}

export function toAgreedSwap(
  context: SwapContext,
  { request, account }: Run,
  { chain, quote, minimumOut, allowance }: Agreement,
): AgreedSwap {
  const gasBudget = createSwapBudget(chain.network, quote, request)
  const swapGas = toGasCost(quote, gasBudget)
  const approval = allowance.by === 'approval' ? allowance : undefined
  const router = getRouterOwner(chain.network, quote.router)
  const terms: SwapTerms = {
    account: { name: account.name, address: account.address },
    router,
    recipient: resolveParties(quote, account.address).to,
    deadlineSeconds: router === 'ours' ? findMaxDeadline(context, request) : undefined,
    approval: approval?.plan,
    byPermit: allowance.by === 'permit',
    checked: [
      ...(router === 'ours' ? (['router-code'] as const) : []),
      'balance',
      'limits',
      ...findMarketCheck(context, quote, request.guards.minimumOut),
    ],
    maxGasCost: sumMaxGasCost(swapGas, approval?.gas, request.guards.maxGas),
    expectedGasCost: wei(swapGas.expectedGasCost + (approval?.gas.expectedGasCost ?? 0n)),
    nativeUsd: swapGas.nativeUsd,
    privately: request.privately && toPrivateSending(request.privately, quote.block.number),
  }
  const { acceptedMinimum = minimumOut } = request.guards
  const agreed = maxAmount(maxAmount(quote.minimumOut, minimumOut), acceptedMinimum)
  return { quote: { ...quote, minimumOut: agreed }, terms, allowance, gasBudget }
}

/** In wei: of an approval and its swap together, which what the user allows bounds as a sum. */
export function sumMaxGasCost(
  { maxGasCost: ofSwap }: GasCost,
  approval: GasCost | undefined,
  maxGas: Wei | undefined,
): Wei {
  const sum = ofSwap + (approval?.maxGasCost ?? 0n)
  return maxGas !== undefined && maxGas < sum ? maxGas : wei(sum)
}

/** With a minimum of the user's own, a service's quote is accepted even if there is no own quote. */
const findMarketCheck = (
  { isServiceRemote }: SwapContext,
  quote: Quote,
  minimumOut: Amount | undefined,
): readonly PassedCheck[] =>
  (isServiceRemote === true || isFromService(quote)) && minimumOut === undefined ? ['market'] : []

/**
 * A quote that replaces the agreed one differs in its route and price only.
 * @throws `SERVICE_PAYLOAD_MISMATCH`
 */
export function requireSameTrade(agreed: Quote, fresh: Quote): void {
  const fields = (quote: Quote): readonly (readonly [string, string])[] => [
    ['router', quote.router],
    ['network', quote.request.network],
    ['sell', quote.request.sell],
    ['buy', quote.request.buy],
    ['sellAmount', String(quote.request.sellAmount)],
    ['from', quote.request.from],
    ['to', quote.request.to],
  ]
  const before = new Map(fields(agreed))
  for (const [field, actual] of fields(fresh)) {
    const expected = before.get(field) ?? ''
    if (actual !== expected) throw fail('SERVICE_PAYLOAD_MISMATCH', { field, expected, actual })
  }
}

export const maxAmount = (a: Amount, b: Amount): Amount => (a > b ? a : b)
