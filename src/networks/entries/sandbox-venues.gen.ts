// Written by scripts/build-sandbox-state.mjs. Do not edit.
import type { Venue } from '#domain/protocol'
import { evm } from '#domain/units'

export const laidVenues: readonly Venue[] = [
  { protocol: 'erc4626', name: 'vaults', title: 'ERC-4626 vaults', feesPpm: [0], factory: evm('0xF46b1E7F0c8eBA532a34456C793cBDB8eCf82867'), pools: [{ address: evm('0xF46b1E7F0c8eBA532a34456C793cBDB8eCf82867'), tokens: [evm('0x081079b1B2D063F0c99037257DcfeDeef3eaCCa3'), evm('0xF46b1E7F0c8eBA532a34456C793cBDB8eCf82867')], feePpm: 0, facts: { decimalsOffset: 0 } }, { address: evm('0x6bAeB0a275e1fd79bd50DC3817E5830F4509024F'), tokens: [evm('0xFe9baaaef622e379EfCbCA329f471b04d03b2BAe'), evm('0x6bAeB0a275e1fd79bd50DC3817E5830F4509024F')], feePpm: 0, facts: { decimalsOffset: 12 } }, { address: evm('0xf85c0FB7644c71597F88bE685507AeF513e4Fdb2'), tokens: [evm('0x9dB7C1Eb1aD805E02e58338e8814a8651d9e92A8'), evm('0xf85c0FB7644c71597F88bE685507AeF513e4Fdb2')], feePpm: 0, facts: { decimalsOffset: 0 } }] },
  { protocol: 'solidly-v2', name: 'aerodrome', title: 'Aerodrome', feesPpm: [500, 3000], factory: evm('0x271b456d88b2f9e5BaC428626D761CC0748c5384') },
  { protocol: 'stable-swap', name: 'saddle', title: 'Saddle', feesPpm: [], factory: evm('0xD47AEF04E33B3aB7D524482A1971D74102B941D8'), pools: [{ address: evm('0xD47AEF04E33B3aB7D524482A1971D74102B941D8'), tokens: [evm('0x081079b1B2D063F0c99037257DcfeDeef3eaCCa3'), evm('0xFe9baaaef622e379EfCbCA329f471b04d03b2BAe'), evm('0xE1c67d796f5ccC1F39A275391bf31D9f92c4B5D1')], feePpm: 100, facts: { decimals: [18, 6, 6] } }, { address: evm('0x097cAb574cf7549aD416a05fE7c63C7707584fe3'), tokens: [evm('0xFe9baaaef622e379EfCbCA329f471b04d03b2BAe'), evm('0xE1c67d796f5ccC1F39A275391bf31D9f92c4B5D1')], feePpm: 400, facts: { decimals: [6, 6] } }] },
  { protocol: 'uniswap-v2', name: 'pancake-v2', title: 'PancakeSwap V2', feesPpm: [2000], factory: evm('0x6152F4e07E363399da682434E8E02068b88E8677') },
  { protocol: 'uniswap-v2', name: 'joe-v1', title: 'LFJ V1', feesPpm: [3000], factory: evm('0x246988aE3E369088f6289CFD34a40057b752AC03') },
]
