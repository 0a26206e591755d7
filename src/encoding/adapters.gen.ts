// Written by scripts/build-contracts.mjs. Do not edit.

/** Put in their places by the router's deployer and salt. */
export const adapterBuilds = [
  {
    name: 'stable-swap',
    address: '0x16ed8942f24e5f4182f3446bb907cf28a6d24b6e',
    initCodeHash: '0xcb0c66609cd245051077eb518f899dd62c051c158672c021bcb60b816febfee3',
    runtimeCodeHash: '0x548cc584599061dd4831bbe4d995de7024fa32819f6299fadcf85f725d05922d',
  },
] as const
