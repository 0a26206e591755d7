import { unitsToRaw } from '#cli/parse/amount'
import { fail } from '#domain/errors'
import { type Wei, wei } from '#domain/units'

/** What a relayer may spend in 24 hours on each network with this native currency. */
export interface RelayCap {
  readonly symbol: string
  readonly amount: Wei
}

/** `0.05ETH/day`; every native currency has 18 decimals. @throws `VALIDATION_FAILED`, `INVALID_AMOUNT` */
export function parseRelayCap(text: string): RelayCap {
  const [, amount = '', symbol = ''] = /^(\d[\d.]*)\s*([A-Z][A-Za-z.]{0,10})\/day$/.exec(text.trim()) ?? []
  if (symbol === '') throw fail('VALIDATION_FAILED', { reason: `"${text}" is not a cap: write 0.05ETH/day` })
  const raw = unitsToRaw(amount, { symbol, decimals: 18 })
  if (raw === 0n) throw fail('VALIDATION_FAILED', { reason: 'a cap of nothing relays nothing' })
  return { symbol, amount: wei(raw) }
}
