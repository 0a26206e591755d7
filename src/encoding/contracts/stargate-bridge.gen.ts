// Written by scripts/build-contracts.mjs. Do not edit.

export const stargateBridgeAbi = [
  'error TransferFailed(address token)',
  'error WrongAsset(address asset)',
  'error WrongNetwork(uint256 network)',
  'error WrongSender(address sender)',
  'event Passed(bytes32 indexed guid, uint256 amount)',
  'event Sent(bytes32 indexed guid, uint256 toNetwork, uint256 time, address asset, uint256 amount, uint256 received, address receiver, bytes message)',
  'function deposit(bytes32 refundTo, bytes32 receiver, bytes32 asset, bytes32, uint256 amount, uint256 paid, uint256 toNetwork, bytes32, uint32, uint32, uint32, bytes message) payable',
  'function lzCompose(address pool, bytes32 guid, bytes composed, address, bytes)',
  'function poolOf(address asset) view returns (address pool)',
  'function quoteMessage(address asset, uint256 amount, uint256 toNetwork, address receiver, bytes message) view returns (uint256)',
] as const

/** By what its call begins with. */
export const stargateBridgeSelectors = {
  deposit: '0xad5425c6',
  lzCompose: '0xd0a10260',
  poolOf: '0x988b1fa7',
  quoteMessage: '0xe500f92c',
} as const

/** The first topic of its logs. */
export const stargateBridgeTopics = {
  Passed: '0xfea439ba5f0c414cf7ccaba8dee2d1027ef3872329aedef11de21a17b0083b15',
  Sent: '0xf1745b2e6f938eebc3b980d64fe33514b8c388abe2f235834c3f8b936debfb0c',
} as const

export const stargateBridgeErrors = {
  '0x39f1c8d9': 'TransferFailed(address)',
  '0xc85b58f8': 'WrongAsset(address)',
  '0x30049de5': 'WrongNetwork(uint256)',
  '0x43b91475': 'WrongSender(address)',
} as const

/** One build for every chain, put in its place by the router's deployer and salt. */
export const stargateBridgeBuild = {
  address: '0xcb92414f9b3f89a822f5586f7045ea97a8825f34',
  initCodeHash: '0x98d12aa08221fc0274b917a236c8616a3b8eb14d679428823add1fb43c854a6b',
  runtimeCodeHash: '0xacf5427d354315d871ef53efd0b8582c9df703aa78df22bb9bee9ac5fe01672a',
} as const
