/** One pool of any family. */
import type { Pool } from '#domain/pools/protocol'
import type { Address } from '#domain/units'
import { amount, evm } from '#domain/units'
import { protocol as fluidDex } from '#protocols/fluid-dex/index'
import type { FluidState } from '#protocols/fluid-dex/state'
import { readCases } from '../conformance/vectors.ts'
import * as curves from './curve-states.ts'
import * as pairs from './pair-states.ts'
import type { Random } from './random.ts'
import type { GeneratedToken, GeneratedTokens } from './tokens.ts'

export interface FamilyPool {
  readonly tokens: readonly GeneratedToken[]
  readonly state: unknown
  readonly feePpm: number
  readonly facts?: NonNullable<Pool['facts']>
  readonly base?: Address
}

export interface FamilyDraw {
  readonly random: Random
  readonly tokens: GeneratedTokens
  readonly pair: readonly [GeneratedToken, GeneratedToken]
  readonly dollars: number
}

type Draw = (draw: FamilyDraw) => FamilyPool

const skewOf = (random: Random) => random.between(0.99995, 1.00005)
const toPair = ({ random, pair, dollars }: FamilyDraw): pairs.PairDraw => ({
  random,
  tokens: pair,
  dollars,
  skew: skewOf(random),
})
const pickSome = (random: Random, from: readonly GeneratedToken[], count: number): readonly GeneratedToken[] => {
  const left = [...from]
  return Array.from({ length: count }, () => {
    const one = random.pick(left)
    left.splice(left.indexOf(one), 1)
    return one
  })
}
const stablePair = (draw: FamilyDraw): FamilyDraw => {
  const [one, other] = pickSome(draw.random, draw.tokens.stables, 2)
  return one === undefined || other === undefined ? draw : { ...draw, pair: [one, other] }
}

const feesAndSpacings = [
  [100, 1],
  [500, 10],
  [3_000, 60],
  [10_000, 200],
] as const

const ticks =
  (options: { readonly isDirectional?: boolean; readonly linked?: true; readonly facts?: true } = {}): Draw =>
  (draw) => {
    const [feePpm, spacing] = draw.random.pick(feesAndSpacings)
    const state = pairs.tickState(toPair(draw), options.isDirectional === true ? [feePpm, feePpm] : feePpm, spacing)
    return {
      tokens: draw.pair,
      state: options.linked ? { ...state, linked: true } : state,
      feePpm,
      ...(options.facts ? { facts: { spacing } } : {}),
    }
  }

const product =
  (feePpm: number, isByDirection: boolean): Draw =>
  (draw) => ({
    tokens: draw.pair,
    feePpm,
    state: pairs.productState(toPair(draw), isByDirection ? [feePpm, feePpm] : feePpm),
  })

/** Half of them between stable tokens. */
const sometimesStable =
  (state: (pair: pairs.PairDraw, isStable: boolean) => unknown, feePpm: number): Draw =>
  (draw) => {
    const isStable = draw.random() < 0.5
    const chosen = isStable ? stablePair(draw) : draw
    return { tokens: chosen.pair, feePpm, state: state(toPair(chosen), isStable) }
  }

/** Of two to four tokens; half of them between stable tokens. */
const balancer =
  (state: (draw: curves.PoolDraw, isStable: boolean) => unknown, facts?: NonNullable<Pool['facts']>): Draw =>
  ({ random, tokens, pair, dollars }) => {
    const isStable = random() < 0.5
    const own = isStable ? pickSome(random, tokens.stables, 2 + Math.floor(random() * 3)) : pair
    return {
      tokens: own,
      feePpm: 3_000,
      state: state({ random, tokens: own, dollars }, isStable),
      ...(facts ? { facts } : {}),
    }
  }

/** Three stable tokens, or a metapool over the first three, which all metapools share. */
function curveStable({ random, tokens, dollars }: FamilyDraw): FamilyPool {
  if (random() < 0.7) {
    const own = pickSome(random, tokens.stables, 2 + Math.floor(random() * 2))
    return { tokens: own, feePpm: 100, state: curves.curveStableState({ random, tokens: own, dollars }) }
  }
  const below = tokens.stables.slice(0, 3)
  const own = random.pick(tokens.stables.slice(3))
  const base = curves.curveStableState({ random, tokens: below, dollars: 10 * dollars })
  const state = curves.metaPoolState({ random, tokens: [own], dollars }, base)
  const share = { ...own, address: evm(`0x${'5a'.repeat(20)}`), decimals: 18, dollars: 1.01 }
  return { tokens: [own, share, ...below], feePpm: 100, state, base: evm(`0x${'ba'.repeat(20)}`) }
}

function curveCrypto({ random, tokens, pair, dollars }: FamilyDraw): FamilyPool {
  const [weth, usdc, usdt, , wbtc] = tokens.hubs
  const tri = [random.pick([usdc, usdt]), wbtc, weth].filter((token) => token !== undefined)
  const own = random() < 0.5 ? tri : pair
  return {
    tokens: own,
    feePpm: 3_000,
    state: curves.curveCryptoState({ random, tokens: own, dollars: Math.max(dollars, own[0]?.dollars ?? 0) }),
  }
}

interface FluidChoice {
  readonly state: FluidState
  readonly decimals: readonly number[]
}

/** Recorded states that trade near one for one: they hang together in too many ways to be drawn. */
const listFluidStates = memoizeOnce((): readonly FluidChoice[] => {
  return readCases('fluid-dex').flatMap((one) => {
    const state = one.state as FluidState
    const decimals = state.tokens.map(({ up, down }) => Math.round(12 - Math.log10(Number(up) / Number(down))))
    const units = decimals.map((digits) => 10n ** BigInt(digits))
    const isNear = [0, 1].every((from) => {
      const trade = { from, to: 1 - from, amountIn: amount(units[from] ?? 1n) }
      const out = fluidDex.amountOut(state, trade)
      return out !== undefined && Math.abs(Number(out) / Number(units[1 - from]) - 1) < 0.01
    })
    return isNear ? [{ state, decimals }] : []
  })
})

function fluid({ random, tokens }: FamilyDraw): FamilyPool {
  const { state, decimals } = random.pick(listFluidStates())
  const one = random.pick(tokens.stables.filter((token) => token.decimals === decimals[0]))
  const other = random.pick(tokens.stables.filter((token) => token.decimals === decimals[1] && token !== one))
  return { tokens: [one, other], feePpm: 100, state }
}

function memoizeOnce<T>(compute: () => T): () => T {
  let known: { readonly value: T } | undefined
  return () => {
    known ??= { value: compute() }
    return known.value
  }
}

const draws: Readonly<Record<string, Draw>> = {
  'uniswap-v2': product(3_000, false),
  'pair-fees': product(3_000, true),
  'solidly-v2': sometimesStable(pairs.solidlyState, 500),
  syncswap: sometimesStable(pairs.syncswapState, 400),
  'uniswap-v3': ticks(),
  'pancake-v3': ticks(),
  slipstream: ticks(),
  'solidly-v3': ticks(),
  'ramses-v3': ticks(),
  'ramses-spacing': ticks(),
  'algebra-v1': ticks(),
  'algebra-integral': ticks({ linked: true }),
  'algebra-directional': ticks({ isDirectional: true }),
  'uniswap-v4': ticks({ isDirectional: true, facts: true }),
  'pancake-infinity': ticks({ isDirectional: true, facts: true }),
  'liquidity-book': (draw) => ({ tokens: draw.pair, feePpm: 2_000, state: pairs.liquidityBookState(toPair(draw)) }),
  'maverick-v2': (draw) => ({ tokens: draw.pair, feePpm: 1_000, state: pairs.maverickState(toPair(draw)) }),
  'balancer-v2': balancer(curves.balancerV2State, { poolId: `0x${'ab'.repeat(32)}` }),
  'balancer-v3': balancer(curves.balancerV3State),
  'curve-stable': curveStable,
  'curve-crypto': curveCrypto,
  'stable-swap': ({ random, tokens, dollars }) => {
    const own = pickSome(random, tokens.stables, 3)
    return { tokens: own, feePpm: 400, state: curves.stableSwapState({ random, tokens: own, dollars }) }
  },
  'dodo-v2': (draw) => ({ tokens: draw.pair, feePpm: 3_000, state: curves.dodoState(toPair(draw)) }),
  erc4626: ({ random, tokens, dollars }) => {
    const own = random.pick(tokens.shares)
    return { tokens: own, feePpm: 0, state: curves.vaultState(own, dollars) }
  },
  lido: ({ tokens, dollars }) => {
    const own = tokens.shares[0]
    if (own === undefined) throw new RangeError('no shares')
    return { tokens: own, feePpm: 0, state: curves.lidoState(own, dollars) }
  },
  psm: ({ tokens, dollars }) => {
    const [gem, , dai] = tokens.stables
    if (gem === undefined || dai === undefined) throw new RangeError('no stable tokens')
    return { tokens: [gem, dai], feePpm: 0, state: curves.psmState(gem, dai, dollars) }
  },
  'tempo-dex': (draw) => {
    const six = draw.tokens.stables.filter(({ decimals }) => decimals === 6)
    const [base, quote] = pickSome(draw.random, six, 2)
    if (base === undefined || quote === undefined) throw new RangeError('too few tokens of six decimals')
    return { tokens: [base, quote], feePpm: 0, state: curves.tempoBook({ ...toPair(draw), tokens: [base, quote] }) }
  },
  'fluid-dex': fluid,
}

export const generatedKinds: readonly string[] = Object.keys(draws)

export function drawFamilyPool(kind: string, draw: FamilyDraw): FamilyPool {
  const drawPool = draws[kind]
  if (drawPool === undefined) throw new RangeError(`no pools of ${kind}`)
  return drawPool(draw)
}
