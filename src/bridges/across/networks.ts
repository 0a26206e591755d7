import type { BridgeAsset } from '#domain/crossing/bridge'
import { type Address, evm, type NetworkName, networkName } from '#domain/units'

export type AssetSymbol = 'WETH' | 'USDC' | 'USDT' | 'WBTC' | 'DAI'

export interface AcrossNetwork {
  readonly name: NetworkName
  readonly chainId: number
  readonly spokePool: Address
  /** Across's names of what it moves; units differ from network to network. */
  readonly assets: Readonly<Partial<Record<AssetSymbol, BridgeAsset>>>
}

/**
 * Where Across has a SpokePool, of the networks we know. Data of contracts: broadcast/deployed-addresses.json of
 * github.com/across-protocol/contracts at 8ab0730, 2026-06-11. Data of assets: npm @across-protocol/constants 3.1.127.
 * Listed is not live: a deposit asks the pool first. Solana has a pool too, but no contract of ours.
 */
export const acrossNetworks: readonly AcrossNetwork[] = [
  {
    name: networkName('ethereum'),
    chainId: 1,
    spokePool: evm('0x5c7bcd6e7de5423a257d81b442095a1a6ced35c5'),
    assets: {
      WETH: { address: evm('0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'), decimals: 18 },
      USDC: { address: evm('0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'), decimals: 6 },
      USDT: { address: evm('0xdac17f958d2ee523a2206206994597c13d831ec7'), decimals: 6 },
      WBTC: { address: evm('0x2260fac5e5542a773aa44fbcfedf7c193bc2c599'), decimals: 8 },
      DAI: { address: evm('0x6b175474e89094c44da98b954eedeac495271d0f'), decimals: 18 },
    },
  },
  {
    name: networkName('polygon'),
    chainId: 137,
    spokePool: evm('0x9295ee1d8c5b022be115a2ad3c30c72e34e7f096'),
    assets: {
      WETH: { address: evm('0x7ceb23fd6bc0add59e62ac25578270cff1b9f619'), decimals: 18 },
      USDC: { address: evm('0x3c499c542cef5e3811e1192ce70d8cc03d5c3359'), decimals: 6 },
      USDT: { address: evm('0xc2132d05d31c914a87c6611c10748aeb04b58e8f'), decimals: 6 },
      WBTC: { address: evm('0x1bfd67037b42cf73acf2047067bd4f2c47d9bfd6'), decimals: 8 },
      DAI: { address: evm('0x8f3cf7ad23cd3cadbd9735aff958023239c6a063'), decimals: 18 },
    },
  },
  {
    name: networkName('bsc'),
    chainId: 56,
    spokePool: evm('0x4e8e101924ede233c13e2d8622dc8aed2872d505'),
    assets: {
      WETH: { address: evm('0x2170ed0880ac9a755fd29b2688956bd959f933f8'), decimals: 18 },
      USDC: { address: evm('0x8ac76a51cc950d9822d68b83fe1ad97b32cd580d'), decimals: 18 },
      USDT: { address: evm('0x55d398326f99059ff775485246999027b3197955'), decimals: 18 },
    },
  },
  {
    name: networkName('arbitrum'),
    chainId: 42161,
    spokePool: evm('0xe35e9842fceaca96570b734083f4a58e8f7c5f2a'),
    assets: {
      WETH: { address: evm('0x82af49447d8a07e3bd95bd0d56f35241523fbab1'), decimals: 18 },
      USDC: { address: evm('0xaf88d065e77c8cc2239327c5edb3a432268e5831'), decimals: 6 },
      USDT: { address: evm('0xfd086bc7cd5c481dcc9c85ebe478a1c0b69fcbb9'), decimals: 6 },
      WBTC: { address: evm('0x2f2a2543b76a4166549f7aab2e75bef0aefc5b0f'), decimals: 8 },
      DAI: { address: evm('0xda10009cbd5d07dd0cecc66161fc93d7c9000da1'), decimals: 18 },
    },
  },
  {
    name: networkName('optimism'),
    chainId: 10,
    spokePool: evm('0x6f26bf09b1c792e3228e5467807a900a503c0281'),
    assets: {
      WETH: { address: evm('0x4200000000000000000000000000000000000006'), decimals: 18 },
      USDC: { address: evm('0x0b2c639c533813f4aa9d7837caf62653d097ff85'), decimals: 6 },
      USDT: { address: evm('0x94b008aa00579c1307b0ef2c499ad98a8ce58e58'), decimals: 6 },
      WBTC: { address: evm('0x68f180fcce6836688e9084f035309e29bf0a2095'), decimals: 8 },
      DAI: { address: evm('0xda10009cbd5d07dd0cecc66161fc93d7c9000da1'), decimals: 18 },
    },
  },
  {
    name: networkName('base'),
    chainId: 8453,
    spokePool: evm('0x09aea4b2242abc8bb4bb78d537a67a245a7bec64'),
    assets: {
      WETH: { address: evm('0x4200000000000000000000000000000000000006'), decimals: 18 },
      USDC: { address: evm('0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'), decimals: 6 },
      USDT: { address: evm('0xfde4c96c8593536e31f229ea8f37b2ada2699bb2'), decimals: 6 },
      DAI: { address: evm('0x50c5725949a6f0c72e6c4a641f24049a917db0cb'), decimals: 18 },
    },
  },
  {
    name: networkName('avalanche'),
    chainId: 43114,
    spokePool: evm('0xe0db08b3f72931dca2ed7323a1053eac42715bee'),
    assets: {
      USDC: { address: evm('0xb97ef9ef8734c71904d8002f8b6bc66dd9c48a6e'), decimals: 6 },
      USDT: { address: evm('0x9702230a8ea53601f5cd2dc00fdbc13d4df4a8c7'), decimals: 6 },
    },
  },
  {
    name: networkName('blast'),
    chainId: 81457,
    spokePool: evm('0x2d509190ed0172ba588407d4c2df918f955cc6e1'),
    assets: {
      WETH: { address: evm('0x4300000000000000000000000000000000000004'), decimals: 18 },
      WBTC: { address: evm('0xf7bc58b8d8f97adc129cfc4c9f45ce3c0e1d2692'), decimals: 8 },
    },
  },
  {
    name: networkName('scroll'),
    chainId: 534352,
    spokePool: evm('0x3bad7ad0728f9917d1bf08af5782dcbd516cdd96'),
    assets: {
      WETH: { address: evm('0x5300000000000000000000000000000000000004'), decimals: 18 },
      USDC: { address: evm('0x06efdbff2a14a7c8e15944d1f4a48f9f95f663a4'), decimals: 6 },
      USDT: { address: evm('0xf55bec9cafdbe8730f096aa55dad6d22d44099df'), decimals: 6 },
      WBTC: { address: evm('0x3c1bca5a656e69edcd0d4e36bebb3fcdaca60cf1'), decimals: 8 },
    },
  },
  {
    name: networkName('zksync'),
    chainId: 324,
    spokePool: evm('0xe0b015e54d54fc84a6cb9b666099c46ade9335ff'),
    assets: {
      WETH: { address: evm('0x5aea5775959fbc2557cc8789bc1bf90a239d9a91'), decimals: 18 },
      USDT: { address: evm('0x493257fd37edb34451f62edf8d2a0c418852ba4c'), decimals: 6 },
      WBTC: { address: evm('0xbbeb516fb02a01611cbbe0453fe3c580d7281011'), decimals: 8 },
      DAI: { address: evm('0x4b9eb6c0b6ea15176bbf62841c6b2a8a398cb656'), decimals: 18 },
    },
  },
  {
    name: networkName('linea'),
    chainId: 59144,
    spokePool: evm('0x7e63a5f1a8f0b4d0934b2f2327daed3f6bb2ee75'),
    assets: {
      WETH: { address: evm('0xe5d7c2a44ffddf6b295a15c148167daaaf5cf34f'), decimals: 18 },
      USDC: { address: evm('0x176211869ca2b568f2a7d4ee941e073a821ee1ff'), decimals: 6 },
      USDT: { address: evm('0xa219439258ca9da29e9cc4ce5596924745e12b93'), decimals: 6 },
      WBTC: { address: evm('0x3aab2285ddcddad8edf438c1bab47e1a9d05a9b4'), decimals: 8 },
      DAI: { address: evm('0x4af15ec2a0bd43db75dd04e62faa3b8ef36b00d5'), decimals: 18 },
    },
  },
  {
    name: networkName('megaeth'),
    chainId: 4326,
    spokePool: evm('0x3db06da8f0a24a525f314eec954fc5c6a973d40e'),
    assets: {
      WETH: { address: evm('0x4200000000000000000000000000000000000006'), decimals: 18 },
      USDT: { address: evm('0xb8ce59fc3717ada4c02eadf9682a9e934f625ebb'), decimals: 6 },
    },
  },
  {
    name: networkName('plasma'),
    chainId: 9745,
    spokePool: evm('0x50039faefebef707cfd94d6d462fe6d10b39207a'),
    assets: {
      WETH: { address: evm('0x9895d81bb462a195b4922ed7de0e3acd007c32cb'), decimals: 18 },
      USDC: { address: evm('0x2d661c89d812261039af9764eceaaee884f5f67f'), decimals: 6 },
      USDT: { address: evm('0xb8ce59fc3717ada4c02eadf9682a9e934f625ebb'), decimals: 6 },
    },
  },
  {
    name: networkName('monad'),
    chainId: 143,
    spokePool: evm('0xd2ecb3afe598b746f8123cae365a598da831a449'),
    assets: {
      WETH: { address: evm('0xee8c0e9f1bffb4eb878d8f15f368a02a35481242'), decimals: 18 },
      USDC: { address: evm('0x754704bc059f8c67012fed69bc8a327a5aafb603'), decimals: 6 },
      USDT: { address: evm('0xe7cd86e13ac4309349f30b3435a9d337750fc82d'), decimals: 6 },
      WBTC: { address: evm('0x0555e30da8f98308edb960aa94c0db47230d2b9c'), decimals: 8 },
    },
  },
  {
    name: networkName('hyperevm'),
    chainId: 999,
    spokePool: evm('0x35e63ea3eb0fb7a3bc543c71fb66412e1f6b0e04'),
    assets: {
      USDC: { address: evm('0xb88339cb7199b77e23db6e890353e22632ba630f'), decimals: 6 },
      USDT: { address: evm('0xb8ce59fc3717ada4c02eadf9682a9e934f625ebb'), decimals: 6 },
    },
  },
  {
    name: networkName('unichain'),
    chainId: 130,
    spokePool: evm('0x09aea4b2242abc8bb4bb78d537a67a245a7bec64'),
    assets: {
      WETH: { address: evm('0x4200000000000000000000000000000000000006'), decimals: 18 },
      USDC: { address: evm('0x078d782b760474a361dda0af3839290b0ef57ad6'), decimals: 6 },
      USDT: { address: evm('0x9151434b16b9763660705744891fa906f660ecc5'), decimals: 6 },
      WBTC: { address: evm('0x0555e30da8f98308edb960aa94c0db47230d2b9c'), decimals: 8 },
    },
  },
  {
    name: networkName('ink'),
    chainId: 57073,
    spokePool: evm('0xef684c38f94f48775959ecf2012d7e864ffb9dd4'),
    assets: {
      WETH: { address: evm('0x4200000000000000000000000000000000000006'), decimals: 18 },
      USDC: { address: evm('0x2d270e6886d130d724215a266106e6832161eaed'), decimals: 6 },
      USDT: { address: evm('0x0200c29006150606b650577bbe7b6248f58470c1'), decimals: 6 },
    },
  },
  {
    name: networkName('tempo'),
    chainId: 4217,
    spokePool: evm('0x2d4710f04da90184255782d3715224a6c776955d'),
    assets: {
      USDT: { address: evm('0x20c00000000000000000000014f22ca97301eb73'), decimals: 6 },
    },
  },
]
