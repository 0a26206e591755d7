import type { ListedToken } from '#domain/network'

/**
 * USDC is a proxy that looks for its code, for a pause and for blocked accounts, and lowers any allowance.
 * Measured on FiatTokenV2_2 behind FiatTokenProxy in the sandbox.
 */
export const usdcGas: NonNullable<ListedToken['transferGas']> = { first: 12_700, each: 2_000 }
