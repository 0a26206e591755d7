// Written by scripts/build-contracts.mjs. Do not edit.

export const cctpBridgeAbi = [
  'error BalanceUnreadable(address token)',
  'error NothingArrived(uint256 arrived, uint256 said)',
  'error TransferFailed(address token)',
  'error WrongNetwork(uint256 network)',
  'function complete(bytes message, bytes attestation) returns (uint256 paid)',
  'function deposit(bytes32, bytes32 receiver, bytes32 asset, bytes32, uint256 amount, uint256 paid, uint256 toNetwork, bytes32, uint32, uint32, uint32, bytes message)',
] as const

/** By what its call begins with. */
export const cctpBridgeSelectors = {
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
  address: '0x03329d5b9b443ce09f6d054754d241cac4aadda9',
  initCodeHash: '0x534f8956213c5766d3cd7c1cf9d365d85221eabe1757c0ba6f5411bad3684e2a',
  runtimeCodeHash: '0x5bb22c91e2068a26568599b72587e1ad905081e8711516432540fc410e721b9b',
} as const
