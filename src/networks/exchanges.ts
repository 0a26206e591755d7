/** Exchanges on several networks: what is the same on all of them. Entries add the rest. */
import type { Facts, Venue } from '#domain/pools/protocol'
import { evm } from '#domain/units'

type SharedVenue = Omit<Venue, 'factory'>

export const uniswapV2: SharedVenue = {
  protocol: 'uniswap-v2',
  name: 'uniswap-v2',
  title: 'Uniswap V2',
  feesPpm: [3_000],
}

export const uniswapV3: SharedVenue = {
  protocol: 'uniswap-v3',
  name: 'uniswap-v3',
  title: 'Uniswap V3',
  feesPpm: [100, 500, 3_000, 10_000],
}

/** @param facts its StateView, and the token that represents native currency */
export const uniswapV4 = (
  factory: string,
  facts: Facts & Readonly<Record<'stateView' | 'wrapped', string>>,
): Venue => ({
  protocol: 'uniswap-v4',
  name: 'uniswap-v4',
  title: 'Uniswap V4',
  factory: evm(factory),
  feesPpm: [100, 500, 3_000, 10_000],
  facts: { ...facts, spacings: [1, 10, 60, 200] }, // for pools without hooks, by fee
})

export const sushiV2: SharedVenue = {
  protocol: 'uniswap-v2',
  name: 'sushi-v2',
  title: 'SushiSwap V2',
  feesPpm: [3_000],
}

export const sushiV3: SharedVenue = {
  protocol: 'uniswap-v3',
  name: 'sushi-v3',
  title: 'SushiSwap V3',
  feesPpm: [100, 500, 3_000, 10_000],
}

export const pancakeV2: SharedVenue = {
  protocol: 'uniswap-v2',
  name: 'pancake-v2',
  title: 'PancakeSwap V2',
  feesPpm: [2_500],
}

export const curveNg: SharedVenue = {
  protocol: 'curve-stable',
  name: 'curve-ng',
  title: 'Curve StableSwap-NG',
  feesPpm: [100],
  facts: { looksUp: true },
}

export const curveCrypto: SharedVenue = {
  protocol: 'curve-crypto',
  name: 'curve-crypto',
  title: 'Curve CryptoSwap',
  feesPpm: [2_600],
  facts: { looksUp: true, kind: 'two' },
}

export const curveTricryptoNg: SharedVenue = {
  protocol: 'curve-crypto',
  name: 'curve-tricrypto-ng',
  title: 'Curve Tricrypto-NG',
  feesPpm: [300],
  facts: { looksUp: true, kind: 'tri-ng' },
}

export const curveTwocryptoNg: SharedVenue = {
  protocol: 'curve-crypto',
  name: 'curve-twocrypto-ng',
  title: 'Curve Twocrypto-NG',
  feesPpm: [2_600],
  facts: { looksUp: true, kind: 'two-ng' },
}

export const curveTricrypto: SharedVenue = {
  protocol: 'curve-crypto',
  name: 'curve-tricrypto',
  title: 'Curve Tricrypto',
  feesPpm: [300],
}

/** Its factory is that of vending machines; an entry adds those of stable and of private pools. */
export const dodoV2: SharedVenue = {
  protocol: 'dodo-v2',
  name: 'dodo-v2',
  title: 'DODO V2',
  feesPpm: [100, 3_000],
}

/** At the same addresses on every network it is on. @param wrapped the token that represents native currency */
export const fluid = (wrapped: string): Venue => ({
  protocol: 'fluid-dex',
  name: 'fluid',
  title: 'Fluid DEX',
  factory: evm('0x91716C4EDA1Fb55e84Bf8b4c7085f84285c19085'),
  feesPpm: [100],
  facts: {
    resolver: '0x05Bd8269A20C472b148246De20E6852091BF16Ff',
    liquidity: '0x52Aa899454998Be5b000Ad077a46Bbe360F4e497',
    wrapped,
  },
})

/** The vault is at one address everywhere; an entry names the factories of its pools. */
export const balancerV2: Venue = {
  protocol: 'balancer-v2',
  name: 'balancer-v2',
  title: 'Balancer V2',
  factory: evm('0xBA12222222228d8Ba445958a75a0704d566BF2C8'),
  feesPpm: [],
}

/** As {@link balancerV2}. */
export const balancerV3: Venue = {
  protocol: 'balancer-v3',
  name: 'balancer-v3',
  title: 'Balancer V3',
  factory: evm('0xbA1333333333a1BA1108E8412f11850A5C319bA9'),
  feesPpm: [],
}

/** Factory and lens are at one address each on all networks that entries state it for. */
export const maverickV2: Venue = {
  protocol: 'maverick-v2',
  name: 'maverick-v2',
  title: 'Maverick V2',
  factory: evm('0x0A7e848Aca42d879EF06507Fca0E7b33A0a63c1e'),
  feesPpm: [100],
  facts: { lens: '0x942646b0A8B42Af1e1044439013436a9a3e080b5' },
  evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 projects/maverick-v2/index.js' },
}

export const pancakeV3: Venue = {
  protocol: 'pancake-v3',
  name: 'pancake-v3',
  title: 'PancakeSwap V3',
  factory: evm('0x0BFbCF9fa4f9C56B0F40a671Ad40E0805A091865'),
  feesPpm: [100, 500, 2_500, 10_000],
}

/** The spacings and fees that its factory creates pools with from the start. */
export const ramsesSpacing: Pick<Venue, 'protocol' | 'feesPpm' | 'facts'> = {
  protocol: 'ramses-spacing',
  feesPpm: [100, 250, 500, 3_000, 10_000, 20_000],
  facts: { spacings: [1, 5, 10, 50, 100, 200] },
}

export const solidlyV3: Venue = {
  protocol: 'solidly-v3',
  name: 'solidly-v3',
  title: 'Solidly V3',
  factory: evm('0x70Fe4a44EA505cFa3A57b95cF2862D4fd5F0f687'),
  feesPpm: [100, 500, 3_000, 10_000],
  facts: { spacings: [1, 10, 50, 100] },
  evidence: { confidence: 'medium', source: 'DefiLlama-Adapters@1eb4e81 registries/uniswapV3.js' },
}

/** An entry adds the token that represents native currency. */
export const sushiV4: Venue = {
  protocol: 'pancake-infinity',
  name: 'sushi-v4',
  title: 'SushiSwap V4',
  factory: evm('0x81D732702f87D2D652aE79e9F52bf44928eCA210'),
  feesPpm: [],
}
