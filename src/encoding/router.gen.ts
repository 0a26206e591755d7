// Written by scripts/build-contracts.mjs. Do not edit.

/** solc 0.8.30+commit.73712a01.Emscripten.clang */
export const routerAbi = [
  'error AmountTooLarge(uint256 amount)',
  'error BalanceUnreadable(address token)',
  'error Expired(uint256 deadline)',
  'error FeeTooHigh(uint256 ppm)',
  'error InputLeft(uint256 left)',
  'error MalformedRoute()',
  'error NativeRefused(address to)',
  'error NotArmed(address sender)',
  'error NotCalledBack(address pool)',
  'error OverPull(uint256 owed, uint256 cap)',
  'error PartialFill(uint256 owed, uint256 amount)',
  'error PoolUnreadable(address pool)',
  'error Reentered()',
  'error SameToken()',
  'error TooLittle(uint256 received, uint256 minimum)',
  'error TransferFailed(address token)',
  'error WrongAffiliate(address affiliate)',
  'error WrongRecipient(address recipient)',
  'error WrongValue(uint256 sent, uint256 expected)',
  'error ZeroMinimum()',
  'event Swap(address indexed payer, address indexed recipient, address tokenIn, address tokenOut, uint256 amountIn, uint256 amountOut)',
  'fallback()',
  'function swap(address tokenIn, address tokenOut, uint256 amountIn, uint256 minOut, address recipient, uint256 deadline, bytes route) payable returns (uint256 amountOut)',
  'function swapWithFee(address tokenIn, address tokenOut, uint256 amountIn, uint256 minOut, address recipient, uint256 deadline, uint256 fee, bytes route) payable returns (uint256 amountOut)',
  'receive() payable',
] as const

/** By what its call begins with. */
export const routerSelectors = {
  swap: '0xc0c5bfec',
  swapWithFee: '0xb888417c',
} as const

export const routerErrors = {
  '0x08083b2a': 'AmountTooLarge(uint256)',
  '0xc238f08e': 'BalanceUnreadable(address)',
  '0xf80dbaea': 'Expired(uint256)',
  '0x7b931420': 'FeeTooHigh(uint256)',
  '0x7b476258': 'InputLeft(uint256)',
  '0xc3111dfc': 'MalformedRoute()',
  '0xb85a1568': 'NativeRefused(address)',
  '0x7c79e804': 'NotArmed(address)',
  '0x3d0120a7': 'NotCalledBack(address)',
  '0xfdcb51d6': 'OverPull(uint256,uint256)',
  '0x20aae256': 'PartialFill(uint256,uint256)',
  '0xc8ba2fe5': 'PoolUnreadable(address)',
  '0xb5dfd9e5': 'Reentered()',
  '0x201b580a': 'SameToken()',
  '0x618bc7c9': 'TooLittle(uint256,uint256)',
  '0x39f1c8d9': 'TransferFailed(address)',
  '0x224f9d78': 'WrongAffiliate(address)',
  '0xb2d27e64': 'WrongRecipient(address)',
  '0x195a3ca1': 'WrongValue(uint256,uint256)',
  '0x8f62bffe': 'ZeroMinimum()',
} as const

export const swapTopic = '0x20efd6d5195b7b50273f01cd79a27989255356f9f13293edc53ee142accfdb75'
export const routerInitCodeHash = '0xd1ff1cfeca6b83f068b5126e4aad0438869c23978c789818174354a02cdc89fa'
export const routerRuntimeCodeHash = '0xe6bca741b619407cc92138e21a4a89fd7669ebac1c0a8471596874ac0c82f0fa'
export const routerDeployer = '0x4e59b44847b379578588920ca78fbf26c0b4956c'
export const routerSalt = '0x0000000000000000000000000000000000000000000000000000000000000000'
export const routerCreate2Address = '0x0fd5576e760b7373f613b150e752769a8617d1c9'
