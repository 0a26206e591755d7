/** A pool's packed configuration. Source: PoolConfigConst.sol of v3-vault 1.0.0. */

/** Bits of hooks that take part in a swap; those of liquidity do not. */
const dynamicFee = 11n
const beforeSwap = 12n
const afterSwap = 13n

const recoveryMode = 3n
/** Fees are stored in 24 bits, in units of 10^11 of 10^18. */
const feeOffsets = { swap: 18n, aggregateSwap: 42n } as const
const feeUnit = 10n ** 11n

const hasBit = (config: bigint, bit: bigint): boolean => ((config >> bit) & 1n) === 1n

/** True if a hook can change the price or the fee of a swap. */
export const hasSwapHook = (config: bigint): boolean =>
  [dynamicFee, beforeSwap, afterSwap].some((bit) => hasBit(config, bit))

/** 18 decimals. */
export const swapFeeOf = (config: bigint): bigint => ((config >> feeOffsets.swap) & 0xffffffn) * feeUnit

/** The share of the swap fee that leaves the pool, 18 decimals; zero in recovery mode. */
export const aggregateFeeOf = (config: bigint): bigint =>
  hasBit(config, recoveryMode) ? 0n : ((config >> feeOffsets.aggregateSwap) & 0xffffffn) * feeUnit
