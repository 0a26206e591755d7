import fc from 'fast-check'
import { protocol } from '#protocols/pancake-infinity/index'
import { walkFamily } from '#test/conformance/ticks/walk-family'

/** The pool's and the protocol's fee together, for each input token. */
const anyFee = fc.oneof(fc.integer({ min: 0, max: 14_000 }), fc.constantFrom(67, 999_999))

export const family = walkFamily({
  protocol,
  tiers: [
    { feePpm: 100, tickSpacing: 1 },
    { feePpm: 500, tickSpacing: 10 },
    { feePpm: 2_500, tickSpacing: 50 },
    { feePpm: 3_344, tickSpacing: 7 },
    { feePpm: 10_000, tickSpacing: 32_767 },
  ],
  max: (1n << 127n) - 1n, // balances are int128
  fees: fc.oneof(anyFee, fc.tuple(anyFee, anyFee)),
  sandboxTrades: [
    ['pancake-infinity', 'WETH', 'USDC', 11n * 10n ** 18n],
    ['pancake-infinity', 'USDC', 'WETH', 90_000_000_001n],
    ['pancake-infinity', 'WETH', 'WBTC', 3n * 10n ** 18n + 1n],
    ['pancake-infinity', 'USDT', 'USDC', 70_000_000_003n],
    ['pancake-infinity', 'WETH', 'wstETH', 6n * 10n ** 18n + 1n],
    ['pancake-infinity', 'wstETH', 'WETH', 8n * 10n ** 18n + 3n],
  ],
})
