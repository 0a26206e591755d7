import type { BridgeAsset } from '#domain/crossing/bridge'
import { type Address, evm, type NetworkName, networkName } from '#domain/units'
import { stargatePools } from '#encoding/crossing/stargate-pools'

export type StargateSymbol = 'USDC' | 'USDT'

export interface StargateAsset extends BridgeAsset {
  /** What takes and pays it: a pool, or where Stargate mints the token, its minter. */
  readonly pool: Address
}

export interface StargateNetwork {
  readonly name: NetworkName
  readonly chainId: number
  /** LayerZero's number of the network. */
  readonly eid: number
  readonly assets: Readonly<Partial<Record<StargateSymbol, StargateAsset>>>
  /** As in the network's entry: what deploys our contracts there, and so where they are. */
  readonly deployer?: 'safe'
}

/** Of an amount in Stargate's messages. */
export const sharedDecimals = 6

/**
 * Where Stargate V2 moves USDC or USDT, of the networks we know: deployments of npm @stargatefinance/stg-evm-v2 2.0.6;
 * numbers of npm @layerzerolabs/lz-definitions 3.1.13. Listed is not live: a deposit asks the contracts first. Not here:
 * native currency, EURC, METIS and mETH; networks that the package has no data of; abstract, whose EVM is another.
 */
export const stargateNetworks: readonly StargateNetwork[] = [
  {
    name: networkName('ethereum'),
    chainId: 1,
    eid: 30101,
    assets: {
      USDC: {
        address: evm('0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'),
        decimals: 6,
        pool: stargatePools[1].USDC,
      },
      USDT: {
        address: evm('0xdac17f958d2ee523a2206206994597c13d831ec7'),
        decimals: 6,
        pool: stargatePools[1].USDT,
      },
    },
  },
  {
    name: networkName('polygon'),
    chainId: 137,
    eid: 30109,
    assets: {
      USDC: {
        address: evm('0x3c499c542cef5e3811e1192ce70d8cc03d5c3359'),
        decimals: 6,
        pool: stargatePools[137].USDC,
      },
      USDT: {
        address: evm('0xc2132d05d31c914a87c6611c10748aeb04b58e8f'),
        decimals: 6,
        pool: stargatePools[137].USDT,
      },
    },
  },
  {
    name: networkName('bsc'),
    chainId: 56,
    eid: 30102,
    assets: {
      USDC: {
        address: evm('0x8ac76a51cc950d9822d68b83fe1ad97b32cd580d'),
        decimals: 18,
        pool: stargatePools[56].USDC,
      },
      USDT: {
        address: evm('0x55d398326f99059ff775485246999027b3197955'),
        decimals: 18,
        pool: stargatePools[56].USDT,
      },
    },
  },
  {
    name: networkName('arbitrum'),
    chainId: 42161,
    eid: 30110,
    assets: {
      USDC: {
        address: evm('0xaf88d065e77c8cc2239327c5edb3a432268e5831'),
        decimals: 6,
        pool: stargatePools[42161].USDC,
      },
      USDT: {
        address: evm('0xfd086bc7cd5c481dcc9c85ebe478a1c0b69fcbb9'),
        decimals: 6,
        pool: stargatePools[42161].USDT,
      },
    },
  },
  {
    name: networkName('optimism'),
    chainId: 10,
    eid: 30111,
    assets: {
      USDC: {
        address: evm('0x0b2c639c533813f4aa9d7837caf62653d097ff85'),
        decimals: 6,
        pool: stargatePools[10].USDC,
      },
      USDT: {
        address: evm('0x94b008aa00579c1307b0ef2c499ad98a8ce58e58'),
        decimals: 6,
        pool: stargatePools[10].USDT,
      },
    },
  },
  {
    name: networkName('base'),
    chainId: 8453,
    eid: 30184,
    assets: {
      USDC: {
        address: evm('0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'),
        decimals: 6,
        pool: stargatePools[8453].USDC,
      },
    },
  },
  {
    name: networkName('avalanche'),
    chainId: 43114,
    eid: 30106,
    assets: {
      USDC: {
        address: evm('0xb97ef9ef8734c71904d8002f8b6bc66dd9c48a6e'),
        decimals: 6,
        pool: stargatePools[43114].USDC,
      },
      USDT: {
        address: evm('0x9702230a8ea53601f5cd2dc00fdbc13d4df4a8c7'),
        decimals: 6,
        pool: stargatePools[43114].USDT,
      },
    },
  },
  {
    name: networkName('scroll'),
    chainId: 534352,
    eid: 30214,
    assets: {
      USDC: {
        address: evm('0x06efdbff2a14a7c8e15944d1f4a48f9f95f663a4'),
        decimals: 6,
        pool: stargatePools[534352].USDC,
      },
    },
  },
  {
    name: networkName('sonic'),
    chainId: 146,
    eid: 30332,
    assets: {
      USDC: {
        address: evm('0x29219dd400f2bf60e5a23d13be72b486d4038894'),
        decimals: 6,
        pool: stargatePools[146].USDC,
      },
    },
  },
  {
    name: networkName('berachain'),
    chainId: 80094,
    eid: 30362,
    assets: {
      USDC: {
        address: evm('0x549943e04f40284185054145c6e4e9568c1d3241'),
        decimals: 6,
        pool: stargatePools[80094].USDC,
      },
    },
  },
  {
    name: networkName('ink'),
    chainId: 57073,
    eid: 30339,
    assets: {
      USDC: {
        address: evm('0xf1815bd50389c46847f0bda824ec8da914045d14'),
        decimals: 6,
        pool: stargatePools[57073].USDC,
      },
    },
  },
  {
    name: networkName('taiko'),
    chainId: 167000,
    eid: 30290,
    assets: {
      USDC: {
        address: evm('0x19e26b0638bf63aa9fa4d14c6baf8d52ebe86c5c'),
        decimals: 6,
        pool: stargatePools[167000].USDC,
      },
      USDT: {
        address: evm('0x9c2dc7377717603eb92b2655c5f2e7997a4945bd'),
        decimals: 6,
        pool: stargatePools[167000].USDT,
      },
    },
    deployer: 'safe',
  },
  {
    name: networkName('metis'),
    chainId: 1088,
    eid: 30151,
    assets: {
      USDT: {
        address: evm('0xbb06dca3ae6887fabf931640f67cab3e3a16f4dc'),
        decimals: 6,
        pool: stargatePools[1088].USDT,
      },
    },
    deployer: 'safe',
  },
  {
    name: networkName('telos'),
    chainId: 40,
    eid: 30199,
    assets: {
      USDC: {
        address: evm('0xf1815bd50389c46847f0bda824ec8da914045d14'),
        decimals: 6,
        pool: stargatePools[40].USDC,
      },
      USDT: {
        address: evm('0x674843c06ff83502ddb4d37c2e09c01cda38cbc8'),
        decimals: 6,
        pool: stargatePools[40].USDT,
      },
    },
    deployer: 'safe',
  },
]
