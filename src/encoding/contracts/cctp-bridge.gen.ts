// Written by scripts/build-contracts.mjs. Do not edit.

export const cctpBridgeAbi = [
  'error BalanceUnreadable(address token)',
  'error NothingArrived(uint256 arrived, uint256 said)',
  'error TransferFailed(address token)',
  'error WrongNetwork(uint256 network)',
  'function MESSENGER() view returns (address)',
  'function complete(bytes message, bytes attestation) returns (uint256 paid)',
  'function deposit(bytes32, bytes32 receiver, bytes32 asset, bytes32, uint256 amount, uint256 paid, uint256 toNetwork, bytes32, uint32, uint32, uint32, bytes message)',
] as const

/** By what its call begins with. */
export const cctpBridgeSelectors = {
  MESSENGER: '0x927ede2d',
  complete: '0xc679938d',
  deposit: '0xad5425c6',
} as const

export const cctpBridgeErrors = {
  '0xc238f08e': 'BalanceUnreadable(address)',
  '0x3e838486': 'NothingArrived(uint256,uint256)',
  '0x39f1c8d9': 'TransferFailed(address)',
  '0x30049de5': 'WrongNetwork(uint256)',
} as const

/** One build for every chain, put in its place by the router's deployer and salt. */
export const cctpBridgeBuild = {
  address: '0xda31d64e1e77b307dc2e152d0ee316a305347be2',
  initCodeHash: '0x20a37823ba06c15bfc71a5894bc59e81503b0db050edf3dd9ef89c5a4e0c537d',
  runtimeCodeHash: '0x6c7f3bf0697f49c4107ba2e7ae20cbae5568c500e141bf039616f0a7ed62cc72',
} as const
