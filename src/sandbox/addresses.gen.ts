// Written by scripts/build-sandbox-state.mjs. Do not edit.
import { evm } from '#domain/units'

export const sandboxGround = {
  tokens: {
    'WETH': { address: evm('0x9dB7C1Eb1aD805E02e58338e8814a8651d9e92A8'), decimals: 18 },
    'USDC': { address: evm('0xFe9baaaef622e379EfCbCA329f471b04d03b2BAe'), decimals: 6 },
    'USDT': { address: evm('0xE1c67d796f5ccC1F39A275391bf31D9f92c4B5D1'), decimals: 6 },
    'DAI': { address: evm('0x081079b1B2D063F0c99037257DcfeDeef3eaCCa3'), decimals: 18 },
    'WBTC': { address: evm('0x7203BB72Dd60ad585b6A488E694Ce4412b9d3A24'), decimals: 8 },
    'wstETH': { address: evm('0xdDD495E2DCfA90Bd083FfF1E6D910Ce950733732'), decimals: 18 },
    'UNI': { address: evm('0x8447ec6287101C140e8ec10a09D76a7540d166C6'), decimals: 18 },
    'FOT': { address: evm('0x3d2CBb4BF5Db3673CDBB18Fb18c14ea2463Af0B4'), decimals: 18 },
    'fake USDC': { address: evm('0xBE4cf280327E305B985c4D42d30b1bbF4f6084cf'), decimals: 6 },
  },
  factories: {
    'uniswap-v2': evm('0x1b94Ed6EC93A1E1e8FC9D277D2189Bc2CCfA8AC0'),
    'sushi-v2': evm('0xf457125F765cae264107619e20e82A5Ea7CA252E'),
    'uniswap-v3': evm('0x9dC883f806Bda6BCc840a89FdcCe041B41cf9Cd4'),
  },
  filler: evm('0xd9b397950Abb7244eC9A3875C0e95472F3Be4e1e'),
  treasury: evm('0x7ea5000000000000000000000000000000000000'),
} as const

export const sandboxPools = [
  { venue: 'uniswap-v2', pair: ['WETH', 'USDC'], feePpm: 3000, address: evm('0x3dC9F992048df3c73E7794A5F794A5478e86609B') },
  { venue: 'sushi-v2', pair: ['WETH', 'USDC'], feePpm: 3000, address: evm('0x1c14203AAa7eF19D9a0974a210398038102185F8') },
  { venue: 'uniswap-v3', pair: ['WETH', 'USDC'], feePpm: 100, address: evm('0x589aaB15FE43b1c6fBB75070683dA3fd72CAa454') },
  { venue: 'uniswap-v3', pair: ['WETH', 'USDC'], feePpm: 500, address: evm('0xF3D46A406E957Da27ba266222Fb3DaE98d6FD888') },
  { venue: 'uniswap-v3', pair: ['WETH', 'USDC'], feePpm: 3000, address: evm('0xC813a5d47720514A08cA53c3c58ff7BD741a15Ae') },
  { venue: 'uniswap-v3', pair: ['WETH', 'USDC'], feePpm: 10000, address: evm('0xc1FeE78c7196DAdd823b26949f982F0e57e58564') },
  { venue: 'uniswap-v2', pair: ['WETH', 'USDT'], feePpm: 3000, address: evm('0x774648347F2cC91a7292f47fdEe206B6F815b195') },
  { venue: 'sushi-v2', pair: ['WETH', 'USDT'], feePpm: 3000, address: evm('0x470C655947772dFc6b5Cd356BE2aD16a6c406BB1') },
  { venue: 'uniswap-v3', pair: ['WETH', 'USDT'], feePpm: 500, address: evm('0xAa44F4a11DEC1Ebdcf243f860D1284AC8F68b51A') },
  { venue: 'uniswap-v3', pair: ['WETH', 'USDT'], feePpm: 3000, address: evm('0x0Eb5e836C6E4561B8A8fC4fc60EA991cD9b335d9') },
  { venue: 'uniswap-v2', pair: ['WETH', 'DAI'], feePpm: 3000, address: evm('0xCA8929984a1355428D084c4a0CE37562b179eB3e') },
  { venue: 'sushi-v2', pair: ['WETH', 'DAI'], feePpm: 3000, address: evm('0xd9089cDb4fbef28108cAd21b6e2dcB2D85F88633') },
  { venue: 'uniswap-v3', pair: ['WETH', 'DAI'], feePpm: 500, address: evm('0x786840f8991ADdE89FB5936C19D7Bb4BB98eAf3c') },
  { venue: 'uniswap-v3', pair: ['WETH', 'DAI'], feePpm: 3000, address: evm('0xB943B8d5176Bf92C9F25a40925d00d20c0455d0a') },
  { venue: 'uniswap-v2', pair: ['WBTC', 'WETH'], feePpm: 3000, address: evm('0xd7C200f27aad710f7d2c83D74b33EB03264fcC79') },
  { venue: 'sushi-v2', pair: ['WBTC', 'WETH'], feePpm: 3000, address: evm('0xaEC0E8660127204f8f12f63022Ca1Fb70bE45c0E') },
  { venue: 'uniswap-v3', pair: ['WBTC', 'WETH'], feePpm: 500, address: evm('0xC01b66352897c732A6C3f1039c37f62DEd701C8f') },
  { venue: 'uniswap-v3', pair: ['WBTC', 'WETH'], feePpm: 3000, address: evm('0xCD957E661d653979A361E9816A17A09947B185cd') },
  { venue: 'uniswap-v2', pair: ['WBTC', 'USDC'], feePpm: 3000, address: evm('0x2470a54b919353B4c75146454bc0B1fD5CC9a9Cb') },
  { venue: 'uniswap-v3', pair: ['WBTC', 'USDC'], feePpm: 500, address: evm('0xA36b8840B8c8B30dB76DCC618e8EEe607Fbb2f39') },
  { venue: 'uniswap-v3', pair: ['WBTC', 'USDC'], feePpm: 3000, address: evm('0xfbEDc89530D6Deb524D76A46336045Eb947cc580') },
  { venue: 'uniswap-v3', pair: ['WBTC', 'USDT'], feePpm: 3000, address: evm('0x8eA2556139347A95EC7ea28f6d70871D6C43C7e9') },
  { venue: 'uniswap-v2', pair: ['USDC', 'USDT'], feePpm: 3000, address: evm('0xbC07100eF56683C6Be23C7Ca3bFDBabaC4AAb583') },
  { venue: 'uniswap-v3', pair: ['USDC', 'USDT'], feePpm: 100, address: evm('0x5484b48f3dAB5c90987d23aF1674d4D3eC0831f2') },
  { venue: 'uniswap-v3', pair: ['USDC', 'USDT'], feePpm: 500, address: evm('0x92b172b86413687De97c0f96F5F76dffb1A7E528') },
  { venue: 'uniswap-v2', pair: ['USDC', 'DAI'], feePpm: 3000, address: evm('0x96eEFdeAf727b55a5bE4f856D47731232FDD9d0E') },
  { venue: 'uniswap-v3', pair: ['USDC', 'DAI'], feePpm: 100, address: evm('0xaBE94b2EB1f6fDb135524e901E14320BC4c3E71A') },
  { venue: 'uniswap-v3', pair: ['USDC', 'DAI'], feePpm: 500, address: evm('0xfbb6D91afd8971D1634D58509D3A012ebA99d6eA') },
  { venue: 'uniswap-v3', pair: ['USDT', 'DAI'], feePpm: 100, address: evm('0xc1DeC794403A866Aa535305C495d8232de6f936b') },
  { venue: 'sushi-v2', pair: ['USDT', 'DAI'], feePpm: 3000, address: evm('0x84704c41894369079104a001831c467f069a1383') },
  { venue: 'uniswap-v3', pair: ['wstETH', 'WETH'], feePpm: 100, address: evm('0x2c0AA866FcD5e8644fd2C5862BDc2a997e7CFcc5') },
  { venue: 'uniswap-v3', pair: ['wstETH', 'WETH'], feePpm: 500, address: evm('0xF2003fe4188394922Fe99737Fb6CB8b6988a7B0d') },
  { venue: 'sushi-v2', pair: ['wstETH', 'WETH'], feePpm: 3000, address: evm('0x8f83ea2986e2C0C87cac0646C191552CEd44351E') },
  { venue: 'uniswap-v2', pair: ['UNI', 'WETH'], feePpm: 3000, address: evm('0xe5F83eAB247Dd022196DF48d3b083D8435217375') },
  { venue: 'uniswap-v3', pair: ['UNI', 'WETH'], feePpm: 3000, address: evm('0x7763939Ad4E37cF32718C883f2Ae8c24000dcAf0') },
  { venue: 'uniswap-v3', pair: ['UNI', 'WETH'], feePpm: 10000, address: evm('0xa631d7Fce2083Fddc3DcEC5F197a06CbEf758ebf') },
  { venue: 'uniswap-v2', pair: ['FOT', 'WETH'], feePpm: 3000, address: evm('0x4F8d981a324a70785b2440f03FEcd4B0C2dca86f') },
  { venue: 'sushi-v2', pair: ['FOT', 'USDC'], feePpm: 3000, address: evm('0xF6a9BcD7Ec238F1989537b6e5dEFeAf547776302') },
  { venue: 'uniswap-v2', pair: ['WETH', 'fake USDC'], feePpm: 3000, address: evm('0xEf7eE2722266332808244A363f0480F64aC1e808') },
] as const

/** Pools of the families in scripts/sandbox-state/families. */
export const familyPools = [
  { venue: 'pancake-v2', symbols: ['WETH', 'USDC'], feePpm: 2000, address: evm('0xcED4B1449E79E8086573B06A4ACf382880276E6f') },
  { venue: 'pancake-v2', symbols: ['WETH', 'USDT'], feePpm: 2000, address: evm('0x66751fC00B486f2Cf3C46A2baD1238A6C6eC4F7D') },
  { venue: 'pancake-v2', symbols: ['USDC', 'DAI'], feePpm: 2000, address: evm('0xAe0C3A4a9Ec5ba2bC960C159473A2D9C0b99FAC2') },
  { venue: 'joe-v1', symbols: ['WETH', 'USDC'], feePpm: 3000, address: evm('0x5fBE48453aa87e2506d0d3663Fff28cD9CfC504D') },
  { venue: 'joe-v1', symbols: ['WBTC', 'WETH'], feePpm: 3000, address: evm('0xCb95B0b70bf540C6D75ed85606631196ce1E9645') },
] as const
