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
  address: '0xd655798943b49ab29137548e1b819e60d9bdb0e9',
  initCodeHash: '0x689c1239497d3d8d1ac383ab74a5605841d223f3bc16da2e137f22c7aa0d7926',
  runtimeCodeHash: '0x039ad3190b6c151b20a8169fb4e3d665c104f29f2b87956875fec634e689b04f',
} as const
