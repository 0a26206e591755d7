import type { TickLookup, TickSelectors } from '#domain/pools/protocol'
import { hex } from '#domain/units'

/** The getters of a Uniswap v3 pool: `slot0`, `liquidity`, `tickBitmap`, `ticks`, `tickSpacing`. */
export const uniswapSelectors: TickSelectors = {
  price: hex('0x3850c7bd'),
  liquidity: hex('0x1a686502'),
  bitmap: hex('0x5339c296'),
  tick: hex('0xf30dba93'),
  spacing: hex('0xd0c93a7c'),
}

/** `getPool(address,address,uint24)`, once for every fee of the venue. */
export const feeTierLookup: TickLookup = {
  selector: hex('0x1698ee82'),
  tiers: ({ feesPpm }) => feesPpm.map((feePpm) => ({ argument: feePpm, feePpm })),
}
