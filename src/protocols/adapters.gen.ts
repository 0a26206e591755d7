// Written by scripts/build-contracts.mjs. Do not edit.
import type { Address } from '#domain/units'

/** The adapter contracts, at one address on every network. */
export const adapterAddress = {
  'solidly-v2': '0x7557978a812e5794fdc3e83d89f40abb1b8fbac2' as Address,
  'stable-swap': '0xdf69ef34c130325bc54418020ce8c4c6521f69b4' as Address,
} as const
