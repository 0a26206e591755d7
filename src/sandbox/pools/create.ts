import { addressAt, addressWord, callData, intAt, word } from '#domain/calls/words'
import type { Address, Hex } from '#domain/units'
import type { Rpc } from '#sandbox/anvil/rpc'
import { sendFrom } from '#sandbox/anvil/send-from'
import type { PlacedToken, SandboxContracts } from './contracts.ts'
import { type PlannedPool, poolPlan, type SandboxToken } from './plan.ts'

type PoolToken = Omit<PlacedToken, 'symbol'>

/** What pools are created with: the contracts' own symbols of tokens do not matter. */
export interface PoolGround extends Omit<SandboxContracts, 'tokens'> {
  readonly tokens: Readonly<Record<SandboxToken, PoolToken>>
}

export interface SandboxPool {
  readonly plan: PlannedPool
  readonly address: Address
}

const selectors = {
  fillV2: '0x58ea7bea',
  openV3: '0xae557a3e',
  mintV3: '0x6bf2ccdb',
  getPair: '0xe6a43905',
  getPool: '0x1698ee82',
  slot0: '0x3850c7bd',
} as const

const tickSpacings = { 100: 1, 500: 10, 3000: 60, 10000: 200 } as const
const maxTick = 887_272
/** Keeps a transaction below 2^24 gas, the maximum on a chain after EIP-7825. */
const positionsPerTransaction = 35

/**
 * Creates the planned pools through the protocols' own factories, with ordinary transactions. Nothing of a pool is
 * copied or patched, whatever the addresses are: token order, tick signs, storage keys and CREATE2 addresses come from
 * the contracts.
 */
export async function createPools(rpc: Rpc, ground: PoolGround): Promise<readonly SandboxPool[]> {
  await rpc('anvil_impersonateAccount', ground.treasury)
  const laid: SandboxPool[] = []
  for (const plan of poolPlan) {
    laid.push({
      plan,
      address: await (plan.venue === 'uniswap-v3' ? createV3Pool(rpc, ground, plan) : createV2Pool(rpc, ground, plan)),
    })
  }
  return laid
}

const placedTokensOf = ({ tokens }: PoolGround, { pair: [a, b] }: PlannedPool): readonly [PoolToken, PoolToken] => [
  tokens[a],
  tokens[b],
]

type V3 = Extract<PlannedPool, { venue: 'uniswap-v3' }>
type V2 = Exclude<PlannedPool, V3>

async function createV2Pool(rpc: Rpc, ground: PoolGround, plan: V2): Promise<Address> {
  const factory = ground.factories[plan.venue]
  const [a, b] = placedTokensOf(ground, plan)
  const tokens = [addressWord(a.address), addressWord(b.address)]
  const amounts = [word(toRawAmount(plan.holds[0], a.decimals)), word(toRawAmount(plan.holds[1], b.decimals))]
  await callFiller(rpc, ground, callData(selectors.fillV2, addressWord(factory), ...tokens, ...amounts))
  return readAddress(rpc, factory, callData(selectors.getPair, ...tokens))
}

async function createV3Pool(rpc: Rpc, ground: PoolGround, plan: V3): Promise<Address> {
  const factory = ground.factories[plan.venue]
  const [a, b] = placedTokensOf(ground, plan)
  const inOrder = a.address < b.address
  const [one, worth] = [toRawAmount(1, a.decimals + 9), toRawAmount(plan.price, b.decimals + 9)]
  const priceX192 = inOrder ? (worth << 192n) / one : (one << 192n) / worth

  const key = [addressWord(a.address), addressWord(b.address), word(plan.feePpm)]
  await callFiller(rpc, ground, callData(selectors.openV3, addressWord(factory), ...key, word(floorSqrt(priceX192))))
  const pool = await readAddress(rpc, factory, callData(selectors.getPool, ...key))
  const tick = Number(intAt(await rpc<Hex>('eth_call', { to: pool, data: selectors.slot0 }, 'latest'), 1))

  const positions = plan.rungs.map(([below, above, depth]) => {
    const [lower, upper] = ticksOf(tick, tickSpacings[plan.feePpm], inOrder ? [below, above] : [above, below])
    const liquidity = floorSqrt(toRawAmount(depth, a.decimals) * toRawAmount(depth * plan.price, b.decimals))
    return `${word(lower)}${word(upper)}${word(liquidity)}`
  })
  for (let i = 0; i < positions.length; i += positionsPerTransaction) {
    const some = positions.slice(i, i + positionsPerTransaction)
    await callFiller(rpc, ground, callData(selectors.mintV3, addressWord(pool), word(64), word(some.length), ...some))
  }
  return pool
}

function ticksOf(tick: number, spacing: number, [down, up]: readonly [number, number]): readonly [number, number] {
  const centre = Math.floor(tick / spacing)
  const last = Math.floor(maxTick / spacing)
  return [Math.max(-last, centre - down) * spacing, Math.min(last, centre + up) * spacing]
}

const callFiller = (rpc: Rpc, { treasury, filler }: PoolGround, data: Hex): Promise<void> =>
  sendFrom(rpc, { from: treasury, to: filler, data })

const readAddress = async (rpc: Rpc, to: Address, data: Hex): Promise<Address> =>
  addressAt(await rpc<Hex>('eth_call', { to, data }, 'latest'), 0)

/** Whole tokens in the smallest unit; the plan's numbers are rounded to nine decimals. */
const toRawAmount = (tokens: number, decimals: number): bigint =>
  (BigInt(Math.round(tokens * 1e9)) * 10n ** BigInt(decimals)) / 1_000_000_000n

/** The square root, rounded down. */
function floorSqrt(n: bigint): bigint {
  let guess = 1n << BigInt(Math.ceil(n.toString(2).length / 2))
  for (;;) {
    const better = (guess + n / guess) >> 1n
    if (better >= guess) return guess
    guess = better
  }
}
