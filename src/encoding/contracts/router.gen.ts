// Written by scripts/build-contracts.mjs. Do not edit.

/** solc 0.8.30+commit.73712a01.Emscripten.clang */
export const routerAbi = [
  'error AmountTooLarge(uint256 amount)',
  'error BalanceUnreadable(address token)',
  'error Expired(uint256 deadline)',
  'error FeeTooHigh(uint256 ppm)',
  'error InputLeft(uint256 left)',
  'error MalformedPermit()',
  'error MalformedRoute()',
  'error NativeRefused(address to)',
  'error NonceUsed(uint256 nonce)',
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
  'error WrongRouter(address router)',
  'error WrongSignature(address sender)',
  'error WrongValue(uint256 sent, uint256 expected)',
  'error ZeroMinimum()',
  'fallback()',
  'function cancel(uint256 word, uint256 mask)',
  'function eip712Domain() view returns (bytes1 fields, string name, string version, uint256 chainId, address verifyingContract, bytes32 salt, uint256[] extensions)',
  'function fillOrder((address router, address sender, address recipient, address fromAsset, address toAsset, uint256 deadline, uint256 amountOutMin, uint256 swapFee, uint256 amountIn, address affiliate, uint256 affiliateFee, uint256 nonce) order, bytes signature, bytes permit, bytes route) returns (uint256 amountOut)',
  'function nonceBitmap(address owner, uint256 word) view returns (uint256 used)',
  'function swap(address tokenIn, address tokenOut, uint256 amountIn, uint256 minOut, address recipient, uint256 deadline, bytes route) payable returns (uint256 amountOut)',
  'function swapWithFee(address tokenIn, address tokenOut, uint256 amountIn, uint256 minOut, address recipient, uint256 deadline, uint256 fee, bytes route) payable returns (uint256 amountOut)',
  'function swapWithPermit(address tokenIn, address tokenOut, uint256 amountIn, uint256 minOut, address recipient, uint256 deadline, uint256 fee, bytes route, bytes permit) returns (uint256 amountOut)',
  'function unlockCallback(bytes data) returns (bytes)',
  'receive() payable',
] as const

/** By what its call begins with. */
export const routerSelectors = {
  cancel: '0x00efa895',
  eip712Domain: '0x84b0196e',
  fillOrder: '0x724e1e92',
  nonceBitmap: '0x4fe02b44',
  swap: '0xc0c5bfec',
  swapWithFee: '0xb888417c',
  swapWithPermit: '0xd66af5ef',
  unlockCallback: '0x91dd7346',
} as const

export const routerErrors = {
  '0x08083b2a': 'AmountTooLarge(uint256)',
  '0xc238f08e': 'BalanceUnreadable(address)',
  '0xf80dbaea': 'Expired(uint256)',
  '0x7b931420': 'FeeTooHigh(uint256)',
  '0x7b476258': 'InputLeft(uint256)',
  '0x61f1ec21': 'MalformedPermit()',
  '0xc3111dfc': 'MalformedRoute()',
  '0xb85a1568': 'NativeRefused(address)',
  '0x1be5cb2f': 'NonceUsed(uint256)',
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
  '0xfdb364d6': 'WrongRouter(address)',
  '0x00414a42': 'WrongSignature(address)',
  '0x195a3ca1': 'WrongValue(uint256,uint256)',
  '0x8f62bffe': 'ZeroMinimum()',
} as const

export const routerDeployer = '0x4e59b44847b379578588920ca78fbf26c0b4956c'
export const routerSalt = '0x0000000000000000000000000000000000000000000000000000000000000000'
/** Of the build for chains with transient storage (EIP-1153), and of the one for those without. */
export const routerBuilds = {
  cancun: {
    address: '0xff71647b3c582a97a0e3fd29d21d3b206464d7fb',
    initCodeHash: '0x60b4649f1cf9d3ef3e92b440e5b1ed46e3b7142b63a2f936fcea70e2ae713def',
    runtimeCodeHash: '0xcde69b5fec0dae100aec980f1968635cf39f583a638daf15ecdd1dea5b5d9e03',
  },
  storage: {
    address: '0x90f55df41548f0d0d0d06f558b79f0f1f47573ef',
    initCodeHash: '0xb59b221564fa70316b95f7cb0166ac5cb78b195a4cdd652ecdefa38cc399966f',
    runtimeCodeHash: '0xfe9ebfa49d62aa31f73e08cd29ea28f5faeb77bb79a8be5987aaeb1f0fe8f0b5',
  },
} as const

/** Of the first. */
export const routerCreate2Address = routerBuilds.cancun.address
export const routerInitCodeHash = routerBuilds.cancun.initCodeHash
export const routerRuntimeCodeHash = routerBuilds.cancun.runtimeCodeHash
