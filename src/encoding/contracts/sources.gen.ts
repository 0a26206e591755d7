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

export const crossingSource = { contract: 'contracts/src/crossing/Crossing.sol:Crossing', evmVersion: 'paris', file: 'Crossing.json' }

export const cctpBridgeSource = { contract: 'contracts/src/crossing/cctp/CctpBridge.sol:CctpBridge', evmVersion: 'paris', file: 'CctpBridge.json' }

export const stargateBridgeSource = { contract: 'contracts/src/crossing/stargate/StargateBridge.sol:StargateBridge', evmVersion: 'paris', file: 'StargateBridge.json' }

export const adapterSources = {
  'balancer-v2': { contract: 'src/protocols/balancer-v2/BalancerV2.sol:BalancerV2', evmVersion: 'paris', file: 'BalancerV2.json' },
  'balancer-v3': { contract: 'src/protocols/balancer-v3/BalancerV3.sol:BalancerV3', evmVersion: 'paris', file: 'BalancerV3.json' },
  'curve-crypto': { contract: 'src/protocols/curve-crypto/CurveCrypto.sol:CurveCrypto', evmVersion: 'paris', file: 'CurveCrypto.json' },
  'curve-stable': { contract: 'src/protocols/curve-stable/CurveStable.sol:CurveStable', evmVersion: 'paris', file: 'CurveStable.json' },
  'dai-usds': { contract: 'src/protocols/dai-usds/DaiUsds.sol:DaiUsds', evmVersion: 'paris', file: 'DaiUsds.json' },
  'dodo-v2': { contract: 'src/protocols/dodo-v2/DodoV2.sol:DodoV2', evmVersion: 'paris', file: 'DodoV2.json' },
  'erc4626': { contract: 'src/protocols/erc4626/Erc4626.sol:Erc4626', evmVersion: 'paris', file: 'Erc4626.json' },
  'fluid-dex': { contract: 'src/protocols/fluid-dex/FluidDex.sol:FluidDex', evmVersion: 'paris', file: 'FluidDex.json' },
  'lido': { contract: 'src/protocols/lido/Lido.sol:Lido', evmVersion: 'paris', file: 'Lido.json' },
  'liquidity-book': { contract: 'src/protocols/liquidity-book/LiquidityBook.sol:LiquidityBook', evmVersion: 'paris', file: 'LiquidityBook.json' },
  'maverick-v2': { contract: 'src/protocols/maverick-v2/MaverickV2.sol:MaverickV2', evmVersion: 'paris', file: 'MaverickV2.json' },
  'pancake-infinity': { contract: 'src/protocols/pancake-infinity/PancakeInfinity.sol:PancakeInfinity', evmVersion: 'paris', file: 'PancakeInfinity.json' },
  'psm': { contract: 'src/protocols/psm/Psm.sol:Psm', evmVersion: 'paris', file: 'Psm.json' },
  'solidly-v2': { contract: 'src/protocols/solidly-v2/SolidlyV2.sol:SolidlyV2', evmVersion: 'paris', file: 'SolidlyV2.json' },
  'stable-swap': { contract: 'src/protocols/stable-swap/StableSwap.sol:StableSwap', evmVersion: 'paris', file: 'StableSwap.json' },
  'syncswap': { contract: 'src/protocols/syncswap/Syncswap.sol:Syncswap', evmVersion: 'paris', file: 'Syncswap.json' },
  'tempo-dex': { contract: 'src/protocols/tempo-dex/TempoDex.sol:TempoDex', evmVersion: 'paris', file: 'TempoDex.json' },
  'uniswap-v4-native': { contract: 'src/protocols/uniswap-v4/UniswapV4Native.sol:UniswapV4Native', evmVersion: 'paris', file: 'UniswapV4Native.json' },
} as const
