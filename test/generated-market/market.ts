/**
 * A generated market: pools of every family over tokens of known prices, as many as a large network has. All of it is
 * drawn from a seed; nothing was read from a chain. States are of each family's own type, near the tokens' prices.
 */
import type { Pool } from '#domain/pools/protocol'
import type { LivePool, Snapshot } from '#domain/pools/snapshot'
import { type Address, blockNumber, evm, hex, networkName, seconds, wei } from '#domain/units'
import type { FamilyPool, GeneratedFamily } from './draw.ts'
import { all } from './families.gen.ts'
import { createRandom, type Random } from './random.ts'
import { type GeneratedToken, type GeneratedTokens, generateTokens } from './tokens.ts'

export interface MarketSize {
  readonly pools: number
  /** At least 20. */
  readonly tokens: number
}

export interface GeneratedMarket {
  readonly snapshot: Snapshot
  readonly tokens: GeneratedTokens
  readonly wrapped: Address
}

const families: readonly GeneratedFamily[] = all
const defaultShare = 10
/** Of a pool's token, by the pool's rank: most pools are small. */
const [minDollars, maxDollars] = [500, 30_000_000]

export function generateMarket(seed: number, size: MarketSize): GeneratedMarket {
  const random = createRandom(seed)
  const tokens = generateTokens(random, size.tokens)
  const byShare = families.flatMap((family) => Array.from({ length: family.share ?? defaultShare }, () => family))
  const pools = Array.from({ length: size.pools }, (_, n) => {
    // the first pools are one of each family, so that none is missing
    const family = families[n] ?? random.pick(byShare)
    const draw = { random, tokens, pair: drawPair(random, tokens), dollars: drawDollars(random) }
    return toLivePool(family.kind, n, family.draw(draw))
  })
  const block = { number: blockNumber(20_000_000), hash: hex(`0x${'11'.repeat(32)}`), time: seconds(1_700_000_000) }
  const gasPrice = wei(BigInt(Math.round(random.scale(1e8, 2e10))))
  const wrapped = tokens.hubs[0]?.address ?? evm(`0x${'00'.repeat(20)}`)
  return { snapshot: { network: networkName('generated'), chainId: 1, block, gasPrice, pools }, tokens, wrapped }
}

/** A few pools are deep, and most are not. */
const drawDollars = (random: Random): number => minDollars * (maxDollars / minDollars) ** (random() ** 1.5)

/** Mostly a hub and any other token. */
function drawPair(random: Random, { all: tokens, hubs }: GeneratedTokens): readonly [GeneratedToken, GeneratedToken] {
  for (;;) {
    const pair = [random() < 0.85 ? random.pick(hubs) : random.pick(tokens), random.pick(tokens)] as const
    if (pair[0] !== pair[1]) return random() < 0.5 ? pair : [pair[1], pair[0]]
  }
}

function toLivePool(kind: string, n: number, { tokens, state, feePpm, facts, base }: FamilyPool): LivePool {
  const venue = {
    protocol: kind,
    name: kind,
    title: kind,
    factory: evm(`0x${'f0'.repeat(20)}`),
    feesPpm: [feePpm],
  }
  const address = addressOf(n)
  const pool: Pool = {
    ...{ venue, address, tokens: tokens.map((token) => token.address), feePpm },
    ...(facts === undefined ? {} : { facts }),
    ...(base === undefined ? {} : { base }),
  }
  return { pool, state }
}

const addressOf = (n: number): Address => evm(`0x${(0x10_0000 + n).toString(16).padStart(40, '0')}`)
