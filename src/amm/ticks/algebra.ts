import type { TickQuestions } from '#domain/protocol'
import { hex } from '#domain/units'

/**
 * How pools of Algebra before Integral are asked: `globalState`, `liquidity`, `tickTable`, `ticks`. Fees come after price
 * and tick, and the first swap of a block works them out anew.
 */
export const algebraQuestions = (spacing: TickQuestions['spacing']): TickQuestions => ({
  price: hex('0xe76c01e4'),
  liquidity: hex('0x1a686502'),
  bitmap: hex('0xc677e3e0'),
  tick: hex('0xf30dba93'),
  spacing,
  inSwap: true,
})
