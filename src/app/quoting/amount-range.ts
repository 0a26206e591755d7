import { fail } from '#domain/errors'
import type { Amount } from '#domain/units'

/** The amounts that the router contract counts with. @throws `AMOUNT_OUT_OF_RANGE` */
export function checkAmount(value: Amount): void {
  if (value <= 0n || value >= 1n << 128n) throw fail('AMOUNT_OUT_OF_RANGE', { value: String(value) })
}
