import { type Amount, amount, million, type Ppm } from '#domain/units'

/** floor(value · (1 − slippage)), at least 1. */
export function floorBy(value: Amount, slippage: Ppm): Amount {
  const floor = (value * (million - BigInt(slippage))) / million
  return amount(floor > 0n ? floor : 1n)
}
