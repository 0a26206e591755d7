import { type Address, evm } from '#domain/units'

/**
 * What takes and pays an asset of Stargate V2, by chain id: a pool, or its minter where Stargate mints the token. Source: the
 * deployments of npm @stargatefinance/stg-evm-v2 2.0.6.
 */
export const stargatePools = {
  1: {
    USDC: evm('0xc026395860db2d07ee33e05fe50ed7bd583189c7'),
    USDT: evm('0x933597a323eb81cae705c5bc29985172fd5a3973'),
  },
  10: {
    USDC: evm('0xce8cca271ebc0533920c83d39f417ed6a0abb7d0'),
    USDT: evm('0x19cfce47ed54a88614648dc3f19a5980097007dd'),
  },
  40: {
    USDC: evm('0x2086f755a6d9254045c257ea3d382ef854849b0f'),
    USDT: evm('0x3a1293bdb83bbbdd5ebf4fac96605ad2021bbc0f'),
  },
  56: {
    USDC: evm('0x962bd449e630b0d928f308ce63f1a21f02576057'),
    USDT: evm('0x138eb30f73bc423c6455c53df6d89cb01d9ebc63'),
  },
  137: {
    USDC: evm('0x9aa02d4fae7f58b8e8f34c66e756cc734dac7fe4'),
    USDT: evm('0xd47b03ee6d86cf251ee7860fb2acf9f91b9fd4d7'),
  },
  146: {
    USDC: evm('0xa272ffe20cffe769cdfc4b63088dcd2c82a2d8f9'),
  },
  1088: {
    USDT: evm('0x4dcbfc0249e8d5032f89d6461218a9d2efff5125'),
  },
  8453: {
    USDC: evm('0x27a16dc786820b16e5c9028b75b99f6f604b5d26'),
  },
  42161: {
    USDC: evm('0xe8cdf27acd73a434d661c84887215f7598e7d0d3'),
    USDT: evm('0xce8cca271ebc0533920c83d39f417ed6a0abb7d0'),
  },
  43114: {
    USDC: evm('0x5634c4a5fed09819e3c46d86a965dd9447d86e47'),
    USDT: evm('0x12dc9256acc9895b076f6638d628382881e62cee'),
  },
  57073: {
    USDC: evm('0x2f6f07cdcf3588944bf4c42ac74ff24bf56e7590'),
  },
  80094: {
    USDC: evm('0xaf54be5b6eec24d6bfacf1cce4eaf680a8239398'),
  },
  167000: {
    USDC: evm('0x77c71633c34c3784ede189d74223122422492a0f'),
    USDT: evm('0x1c10cc06dc6d35970d1d53b2a23c76ef370d4135'),
  },
  534352: {
    USDC: evm('0x3fc69cc4a842838bcdc9499178740226062b14e4'),
  },
} as const satisfies Readonly<Record<number, Readonly<Partial<Record<'USDC' | 'USDT', Address>>>>>

const poolsByChain: Readonly<Record<number, Readonly<Partial<Record<string, Address>>>>> = stargatePools

/** True for a contract that pays an asset there. */
export const isStargatePool = (chainId: number, address: Address): boolean =>
  Object.values(poolsByChain[chainId] ?? {}).includes(address)
