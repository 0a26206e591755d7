import { parseAmount, resolveAmount } from '#cli/parse/amount'
import { integerParser } from '#cli/parse/plain'
import { parseSlippage } from '#cli/parse/slippage'
import { parseGwei } from '#cli/request/quote-options'
import type { QuoteBundle } from '#domain/debugging/bundle'
import type { WhatIf } from '#domain/debugging/debugging'
import { fail } from '#domain/errors'
import { requestLimits } from '#domain/quotes/quote'
import { type Amount, wei } from '#domain/units'

/** One change as typed: `max-hops=2`. */
export interface ChangeWord {
  readonly name: ChangeName
  readonly value: string
}

export const changeNames = [
  'slippage',
  'max-hops',
  'max-splits',
  'max-legs',
  'amount',
  'gas-price',
  'without-pool',
  'without-source',
] as const
export type ChangeName = (typeof changeNames)[number]

/** `slippage=1%,max-hops=2`. @throws `USAGE` */
export function parseChanges(text: string): readonly ChangeWord[] {
  return text.split(',').map((part) => {
    const [name = '', ...rest] = part.trim().split('=')
    const known = changeNames.find((one) => one === name)
    const value = rest.join('=').trim()
    if (known === undefined || value === '')
      throw fail('USAGE', {
        reason: `"${part.trim()}" is no change of a quote.`,
        fix: `write name=value, of: ${changeNames.join(', ')}`,
      })
    return { name: known, value }
  })
}

/** @throws what the parsers throw */
export async function toWhatIf(words: readonly ChangeWord[], bundle: QuoteBundle): Promise<WhatIf> {
  const changes: WhatIf[] = []
  for (const { name, value } of words) changes.push(await changeBy[name](value, bundle))
  const without = changes.flatMap((change) => change.without ?? [])
  return { ...Object.assign({}, ...changes), ...(without.length > 0 ? { without } : {}) }
}

const changeBy: Readonly<Record<ChangeName, (value: string, bundle: QuoteBundle) => WhatIf | Promise<WhatIf>>> = {
  slippage: (value) => ({ slippage: parseSlippage(value) }),
  'max-hops': (value) => ({ maxHops: integerParser(1, requestLimits.maxHops)(value) }),
  'max-splits': (value) => ({ maxSplits: integerParser(1, requestLimits.maxSplits)(value) }),
  'max-legs': (value) => ({ maxLegs: integerParser(1, requestLimits.maxLegs)(value) }),
  amount: async (value, bundle) => ({ amount: await toAmount(value, bundle) }),
  'gas-price': (value) => ({ gasPrice: wei(parseGwei(value)) }),
  'without-pool': (value) => ({ without: [value.toLowerCase()] }),
  'without-source': (value) => ({ without: [value.toLowerCase()] }),
}

/** Of the token whose amount the request states. */
async function toAmount(value: string, { request, market }: QuoteBundle): Promise<Amount> {
  if (market === undefined) throw fail('BUNDLE_INCOMPLETE', { missing: 'pools' })
  return resolveAmount(parseAmount(value), request.sellAmount === undefined ? market.buy : market.sell, refuseShare)
}

const refuseShare = async (): Promise<Amount> => {
  throw fail('USAGE', {
    reason: 'A share of what an account holds is not known here.',
    fix: 'write an amount: amount=1.5',
  })
}
