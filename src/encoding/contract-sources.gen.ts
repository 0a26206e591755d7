// Written by scripts/build-contracts.mjs. Do not edit.

/** Of every contract; what differs is in its own source. */
export const compilerSettings = {
  version: '0.8.30+commit.73712a01',
  optimizerRuns: 1000000,
  viaIR: true,
  bytecodeHash: 'none',
  appendCBOR: false,
  license: 'MIT',
} as const

export const routerSources = {
  'cancun': { contract: 'contracts/src/SwapRouter.sol:SwapRouter', evmVersion: 'cancun', file: 'SwapRouter.cancun.json' },
  'storage': { contract: 'contracts/src/SwapRouter.sol:SwapRouter', evmVersion: 'paris', file: 'SwapRouter.storage.json' },
} as const

export const adapterSources = {
  'balancer-v2': { contract: 'contracts/src/adapters/BalancerV2.sol:BalancerV2', evmVersion: 'paris', file: 'BalancerV2.json' },
  'balancer-v3': { contract: 'contracts/src/adapters/BalancerV3.sol:BalancerV3', evmVersion: 'paris', file: 'BalancerV3.json' },
  'curve-crypto': { contract: 'contracts/src/adapters/CurveCrypto.sol:CurveCrypto', evmVersion: 'paris', file: 'CurveCrypto.json' },
  'curve-stable': { contract: 'contracts/src/adapters/CurveStable.sol:CurveStable', evmVersion: 'paris', file: 'CurveStable.json' },
  'dodo-v2': { contract: 'contracts/src/adapters/DodoV2.sol:DodoV2', evmVersion: 'paris', file: 'DodoV2.json' },
  'erc4626': { contract: 'contracts/src/adapters/Erc4626.sol:Erc4626', evmVersion: 'paris', file: 'Erc4626.json' },
  'fluid-dex': { contract: 'contracts/src/adapters/FluidDex.sol:FluidDex', evmVersion: 'paris', file: 'FluidDex.json' },
  'lido': { contract: 'contracts/src/adapters/Lido.sol:Lido', evmVersion: 'paris', file: 'Lido.json' },
  'liquidity-book': { contract: 'contracts/src/adapters/LiquidityBook.sol:LiquidityBook', evmVersion: 'paris', file: 'LiquidityBook.json' },
  'maverick-v2': { contract: 'contracts/src/adapters/MaverickV2.sol:MaverickV2', evmVersion: 'paris', file: 'MaverickV2.json' },
  'pancake-infinity': { contract: 'contracts/src/adapters/PancakeInfinity.sol:PancakeInfinity', evmVersion: 'paris', file: 'PancakeInfinity.json' },
  'psm': { contract: 'contracts/src/adapters/Psm.sol:Psm', evmVersion: 'paris', file: 'Psm.json' },
  'solidly-v2': { contract: 'contracts/src/adapters/SolidlyV2.sol:SolidlyV2', evmVersion: 'paris', file: 'SolidlyV2.json' },
  'stable-swap': { contract: 'contracts/src/adapters/StableSwap.sol:StableSwap', evmVersion: 'paris', file: 'StableSwap.json' },
  'syncswap': { contract: 'contracts/src/adapters/Syncswap.sol:Syncswap', evmVersion: 'paris', file: 'Syncswap.json' },
  'uniswap-v4-native': { contract: 'contracts/src/adapters/UniswapV4Native.sol:UniswapV4Native', evmVersion: 'paris', file: 'UniswapV4Native.json' },
} as const
