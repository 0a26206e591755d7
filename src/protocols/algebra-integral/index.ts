/**
 * Algebra Integral: one pool per pair, ticks in a linked list, and a plugin that may take part in swaps. Source:
 * AlgebraPool of @cryptoalgebra/integral-core 1.2.10.
 */
import type { TickRecord } from '#amm/ticks/load'
import { type TickState, toTickStateWithFee } from '#amm/ticks/state'
import { createTickProtocol, pairLookup } from '#amm/ticks/tick-protocol'
import type { Pool } from '#domain/pools/protocol'
import { PoolSkippedError } from '#domain/pools/skipped-pool'
import { hex } from '#domain/units'

/** Indexes of a record's words: two that follow price and tick in `globalState()`, and `fee()`. */
const [lastFee, pluginConfig, currentFee] = [0, 1, 2]

/** Bits of `pluginConfig`: the plugin is called before every swap; the pool's `fee()` is the plugin's answer. */
const beforeSwap = 1n
const dynamicFee = 128n

export const protocol = createTickProtocol({
  kind: 'algebra-integral',
  proof: { proven: true, by: 'AlgebraPool of @cryptoalgebra/integral-core 1.2.10' },
  state: toState,
  selectors: {
    price: hex('0xe76c01e4'), // globalState()
    liquidity: hex('0x1a686502'),
    bitmap: hex('0xc677e3e0'), // tickTable(int16), a bit for every tick
    tick: hex('0xf30dba93'),
    spacing: 1,
    list: { below: hex('0x050a4d21'), above: hex('0xd5c35a7e') }, // prevTickGlobal(), nextTickGlobal()
    more: [hex('0xddca3f43')], // fee()
  },
  lookup: pairLookup,
  max: (1n << 127n) - 1n, // reserves are uint128 and are not read
  gas: { swap: 80_000, crossing: 5_500, tick: 16_080, word: 0, beyond: -9_600 },
})

/**
 * A plugin that is called before swaps may set any fee. Algebra's own base plugin sets the fee that `fee()` returns in
 * the same block; a venue's entry states if it has no other plugin.
 */
function toState(record: TickRecord, { venue }: Pool): TickState {
  const config = record.words[pluginConfig] ?? 0n
  const asksPlugin = (config & beforeSwap) !== 0n
  const isBasePlugin = (config & dynamicFee) !== 0n && venue.facts?.['plugin'] === 'base'
  if (asksPlugin && !isBasePlugin) throw new PoolSkippedError('plugin')
  return { ...toTickStateWithFee(record, asksPlugin ? currentFee : lastFee), linked: true }
}
