import type { TickLookup } from '#domain/pools/protocol'
import { hex } from '#domain/units'

/** `getPool(address,address,uint24)`, once for every fee of the venue. */
export const feeTierLookup: TickLookup = {
  selector: hex('0x1698ee82'),
  tiers: ({ feesPpm }) => feesPpm.map((feePpm) => ({ argument: feePpm, feePpm })),
}
