// Written by scripts/build-contracts.mjs. Do not edit.
import { evm } from '#domain/units'

/** The adapter contracts, at one address on every network. */
export const adapterAddress = {
  'balancer-v2': evm('0xb94f2e227f0b16e60955e864df45b22e95b606c0'),
  'balancer-v3': evm('0x1bcc105b6c2c886d9c1489d023f806e1a4f2378a'),
  'curve-crypto': evm('0x1e7c90d491e1a5abfffc35a96ed49510de3dd321'),
  'curve-stable': evm('0x2b4c47fcf93cd76e2abc9832b0acc195043de93e'),
  'dai-usds': evm('0x53d61f45fdf61b94681cf9bf4183a8a1a84b1739'),
  'dodo-v2': evm('0x11f04ba5471d49b218979e31d5a9221ec30b9fd9'),
  'erc4626': evm('0x894289a8d1fa0a739f8bfb0468f9fb5dc883fd6e'),
  'fluid-dex': evm('0xf5086001b4794debb940ae3564b09f7fc2405081'),
  'lido': evm('0x5917e360ed342c8020d3579c64bd226897902a6f'),
  'liquidity-book': evm('0xb4ce1a05fe81eaf106824e2895afc2c56b57dde2'),
  'maverick-v2': evm('0x5a81420c70a3f335d64ab455c5d066914953f279'),
  'pancake-infinity': evm('0x73fa95884170f90da075f6fa168832103b870b4b'),
  'psm': evm('0x72e13f5c296a61870e92fefaab94d1dcbbe73580'),
  'solidly-v2': evm('0x7557978a812e5794fdc3e83d89f40abb1b8fbac2'),
  'stable-swap': evm('0xdf69ef34c130325bc54418020ce8c4c6521f69b4'),
  'syncswap': evm('0xd8df9bead226467cbf8c0f133c8e103956a16642'),
  'tempo-dex': evm('0x15781fe7a2731c6867e6215ae060fd9fb6169d85'),
  'uniswap-v4-native': evm('0x2e4e2394628715f838f967b703eb8e8d82fe48d1'),
} as const
