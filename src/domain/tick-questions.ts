import type { TickLookup, TickQuestions } from '#domain/protocol'
import { hex } from '#domain/units'

/** As a pool of Uniswap v3 is asked: `slot0`, `liquidity`, `tickBitmap`, `ticks`, `tickSpacing`. */
export const uniswapQuestions: TickQuestions = {
  price: hex('0x3850c7bd'),
  liquidity: hex('0x1a686502'),
  bitmap: hex('0x5339c296'),
  tick: hex('0xf30dba93'),
  spacing: hex('0xd0c93a7c'),
}

/** `getPool(address,address,uint24)`, once for every fee of the venue. */
export const byFee: TickLookup = {
  selector: hex('0x1698ee82'),
  tiers: ({ feesPpm }) => feesPpm.map((feePpm) => ({ argument: feePpm, feePpm })),
}
