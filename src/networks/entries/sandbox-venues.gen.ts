// Written by scripts/build-sandbox-state.mjs. Do not edit.
import type { Venue } from '#domain/protocol'
import { evm } from '#domain/units'

export const laidVenues: readonly Venue[] = [
  { protocol: 'uniswap-v2', name: 'pancake-v2', title: 'PancakeSwap V2', feesPpm: [2000], factory: evm('0x6152F4e07E363399da682434E8E02068b88E8677') },
  { protocol: 'uniswap-v2', name: 'joe-v1', title: 'LFJ V1', feesPpm: [3000], factory: evm('0x246988aE3E369088f6289CFD34a40057b752AC03') },
]
