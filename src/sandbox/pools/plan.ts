/**
 * The sandbox's liquidity: uneven and overlapping, so that splits and detours pay, as on real networks. Prices differ
 * between pools by less than their fees: no round trip profits. There is no pool for DAI–WBTC, nor for wstETH or UNI
 * against a stable token: those pairs need two or three hops.
 */
export type SandboxToken = 'WETH' | 'USDC' | 'USDT' | 'DAI' | 'WBTC' | 'wstETH' | 'UNI' | 'FOT' | 'fake USDC'

export type PlannedPool =
  | {
      readonly venue: 'uniswap-v2' | 'sushi-v2'
      readonly pair: readonly [SandboxToken, SandboxToken]
      /** The pool's reserves, in whole tokens. */
      readonly holds: readonly [number, number]
    }
  | {
      readonly venue: 'uniswap-v3'
      readonly pair: readonly [SandboxToken, SandboxToken]
      readonly feePpm: 100 | 500 | 3_000 | 10_000
      /** The price of one first token, in second tokens. */
      readonly price: number
      readonly rungs: readonly PlannedPosition[]
    }

/**
 * A position around the current tick: its reach below and above in the first token's price, counted in tick spacings,
 * and its depth: at the current price it trades like a constant-product pool with this many of the first token.
 */
export type PlannedPosition = readonly [below: number, above: number, depth: number]

/** Beyond every tick. */
const fullRange = 1_000_000

/** A thousand nested positions and so 2,000 initialised ticks; its depth at the middle is about `3_000`. */
const thousandPositions = Array.from(
  { length: 1_000 },
  (_, i): PlannedPosition => [i + 1, i + 1, 1.2 + ((i * 37) % 11) * 0.36],
)

/** Uneven positions from narrow to wide whose depths add up to `depth` at the current price. */
const hill = (depth: number): readonly PlannedPosition[] => [
  [3, 2, depth * 0.18],
  [7, 11, depth * 0.22],
  [18, 15, depth * 0.2],
  [41, 52, depth * 0.17],
  [120, 97, depth * 0.13],
  [fullRange, fullRange, depth * 0.1],
]

/** Nearly all of it within a few ticks, as for tokens of equal price. */
const peak = (depth: number): readonly PlannedPosition[] => [
  [2, 3, depth * 0.5],
  [6, 5, depth * 0.3],
  [22, 31, depth * 0.17],
  [fullRange, fullRange, depth * 0.03],
]

export const poolPlan: readonly PlannedPool[] = [
  { venue: 'uniswap-v2', pair: ['WETH', 'USDC'], holds: [920, 920 * 2_501.4] },
  { venue: 'sushi-v2', pair: ['WETH', 'USDC'], holds: [410, 410 * 2_498.1] },
  { venue: 'uniswap-v3', pair: ['WETH', 'USDC'], feePpm: 100, price: 2_499.92, rungs: peak(240) },
  { venue: 'uniswap-v3', pair: ['WETH', 'USDC'], feePpm: 500, price: 2_500.1, rungs: thousandPositions },
  { venue: 'uniswap-v3', pair: ['WETH', 'USDC'], feePpm: 3_000, price: 2_502.8, rungs: hill(2_600) },
  { venue: 'uniswap-v3', pair: ['WETH', 'USDC'], feePpm: 10_000, price: 2_506, rungs: hill(310) },

  { venue: 'uniswap-v2', pair: ['WETH', 'USDT'], holds: [610, 610 * 2_500.9] },
  { venue: 'sushi-v2', pair: ['WETH', 'USDT'], holds: [175, 175 * 2_497.2] },
  { venue: 'uniswap-v3', pair: ['WETH', 'USDT'], feePpm: 500, price: 2_500.6, rungs: hill(1_450) },
  { venue: 'uniswap-v3', pair: ['WETH', 'USDT'], feePpm: 3_000, price: 2_501.7, rungs: hill(930) },

  { venue: 'uniswap-v2', pair: ['WETH', 'DAI'], holds: [340, 340 * 2_499.5] },
  { venue: 'sushi-v2', pair: ['WETH', 'DAI'], holds: [120, 120 * 2_501.9] },
  { venue: 'uniswap-v3', pair: ['WETH', 'DAI'], feePpm: 500, price: 2_499.8, rungs: hill(290) },
  { venue: 'uniswap-v3', pair: ['WETH', 'DAI'], feePpm: 3_000, price: 2_501.2, rungs: hill(680) },

  { venue: 'uniswap-v2', pair: ['WBTC', 'WETH'], holds: [13, 13 * 24.02] },
  { venue: 'sushi-v2', pair: ['WBTC', 'WETH'], holds: [21, 21 * 23.99] },
  { venue: 'uniswap-v3', pair: ['WBTC', 'WETH'], feePpm: 500, price: 24.003, rungs: hill(64) },
  { venue: 'uniswap-v3', pair: ['WBTC', 'WETH'], feePpm: 3_000, price: 24.03, rungs: hill(52) },

  { venue: 'uniswap-v2', pair: ['WBTC', 'USDC'], holds: [7, 7 * 60_060] },
  { venue: 'uniswap-v3', pair: ['WBTC', 'USDC'], feePpm: 500, price: 60_010, rungs: hill(24) },
  { venue: 'uniswap-v3', pair: ['WBTC', 'USDC'], feePpm: 3_000, price: 60_040, rungs: hill(58) },
  { venue: 'uniswap-v3', pair: ['WBTC', 'USDT'], feePpm: 3_000, price: 59_980, rungs: hill(19) },

  { venue: 'uniswap-v2', pair: ['USDC', 'USDT'], holds: [1_480_000, 1_481_200] },
  { venue: 'uniswap-v3', pair: ['USDC', 'USDT'], feePpm: 100, price: 1.00012, rungs: peak(140_000_000) },
  { venue: 'uniswap-v3', pair: ['USDC', 'USDT'], feePpm: 500, price: 1.0003, rungs: peak(9_000_000) },
  { venue: 'uniswap-v2', pair: ['USDC', 'DAI'], holds: [820_000, 819_600] },
  { venue: 'uniswap-v3', pair: ['USDC', 'DAI'], feePpm: 100, price: 0.99996, rungs: peak(52_000_000) },
  { venue: 'uniswap-v3', pair: ['USDC', 'DAI'], feePpm: 500, price: 0.9998, rungs: peak(4_000_000) },
  { venue: 'uniswap-v3', pair: ['USDT', 'DAI'], feePpm: 100, price: 0.99988, rungs: peak(21_000_000) },
  { venue: 'sushi-v2', pair: ['USDT', 'DAI'], holds: [260_000, 259_700] },

  { venue: 'uniswap-v3', pair: ['wstETH', 'WETH'], feePpm: 100, price: 1.1802, rungs: peak(9_500) },
  { venue: 'uniswap-v3', pair: ['wstETH', 'WETH'], feePpm: 500, price: 1.1806, rungs: peak(700) },
  { venue: 'sushi-v2', pair: ['wstETH', 'WETH'], holds: [95, 95 * 1.1809] },
  { venue: 'uniswap-v2', pair: ['UNI', 'WETH'], holds: [210_000, 210_000 * 0.0032] },
  { venue: 'uniswap-v3', pair: ['UNI', 'WETH'], feePpm: 3_000, price: 0.003205, rungs: hill(330_000) },
  { venue: 'uniswap-v3', pair: ['UNI', 'WETH'], feePpm: 10_000, price: 0.00321, rungs: hill(90_000) },

  { venue: 'uniswap-v2', pair: ['FOT', 'WETH'], holds: [2_400_000, 96] },
  { venue: 'sushi-v2', pair: ['FOT', 'USDC'], holds: [800_000, 80_300] },
  // A trap: the symbol alone would lead here.
  { venue: 'uniswap-v2', pair: ['WETH', 'fake USDC'], holds: [2, 9_000] },
]
