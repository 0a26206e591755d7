import type { TickSelectors } from '#domain/pools/tick-selectors'
import { hex } from '#domain/units'

/**
 * Reads of Algebra pools before Integral: `globalState`, `liquidity`, `tickTable`, `ticks`. Fees follow price and tick;
 * the first swap of a block recomputes them.
 */
export const createAlgebraSelectors = (spacing: TickSelectors['spacing']): TickSelectors => ({
  price: hex('0xe76c01e4'),
  liquidity: hex('0x1a686502'),
  bitmap: hex('0xc677e3e0'),
  tick: hex('0xf30dba93'),
  spacing,
  inSwap: true,
})
