// Written by scripts/build-contracts.mjs. Do not edit.

/** Put in their places by the router's deployer and salt. */
export const adapterBuilds = [
  {
    name: 'stable-swap',
    address: '0xdf69ef34c130325bc54418020ce8c4c6521f69b4',
    initCodeHash: '0xdfa5c2e6698551b9a86382dc8b5417ba8282ccee131a9383c6108af20735490c',
    runtimeCodeHash: '0x08a506e255f3a5fd4c3c168ba3482e149fe37fea3b90e62a97c2a7e52cae6fc8',
  },
] as const
