/** Curve's pools through the router and their adapters, on our ports. */
import { AbiCoder, Interface } from 'ethers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Leg, wholeShare } from '#domain/quotes/route'
import { type Address, amount, evm } from '#domain/units'
import { deployer, listDeployables } from '#encoding/contracts/router-deploy'
import { adapterAddress } from '#protocols/adapters.gen'
import { port } from '../conformance/adapters/compile.ts'
import { createLeg, createRig, encodeCall, ether, poolOf, type Rig } from './rig.ts'
import { affiliatePercent, encodeSwapCalldata, executeTrade } from './trade.ts'

const stableTypes = ['tuple(bool, bool, uint256, uint256, uint256, uint256, uint256)', 'address[]', 'uint256[]']
const cryptoTypes = ['tuple(uint8, uint256, uint256, uint256, uint256, uint256)', 'address[]', 'uint256[]']
const pool = new Interface([
  'function fill(uint256[])',
  'function fill(uint256[], uint256[])',
  'function get_dy(int128, int128, uint256) view returns (uint256)',
  'function get_dy(uint256, uint256, uint256) view returns (uint256)',
  'function get_dy_underlying(int128, int128, uint256) view returns (uint256)',
  'function token() view returns (address)',
  'function mintTo(address, uint256)',
])
const hold = 10n ** 6n * ether

/** A pool of a and b, and c if it has three tokens, with a million of each. */
interface Curve {
  readonly kind: 'curve-stable' | 'curve-crypto'
  readonly pool: Address
  readonly tokens: readonly Address[]
  /** Flags of the adapter's data, in addition to the indexes. */
  readonly flag: number
}

async function deployStable(rig: Rig, isNew: boolean): Promise<Curve> {
  const tokens = [rig.tokens.a, rig.tokens.b] as const
  const settings = [isNew, isNew, 100n, 20_000n, 4_000_000n, 5_000_000_000n, 20_000_000_000n]
  const code = port('CurveStablePort') + new AbiCoder().encode(stableTypes, [settings, tokens, [ether, ether]]).slice(2)
  const made = await deployFilled(rig, {
    code,
    tokens,
    fill: pool.encodeFunctionData('fill(uint256[])', [[hold, hold]]),
  })
  return { kind: 'curve-stable', pool: made, tokens, flag: isNew ? 2 ** 40 : 0 }
}

/** Tokens of the base pool, with indexes after its own. */
const below = 2 ** 41

/** A metapool of a and the shares of a base pool of b and c; the router sees a pool of a and b. */
async function deployOver(rig: Rig, isNew: boolean): Promise<Curve> {
  const { a, b, c } = rig.tokens
  const settings = [isNew, isNew, 100n, 20_000n, 4_000_000n, 5_000_000_000n, 20_000_000_000n]
  const coder = new AbiCoder()
  const fill = (amount: bigint) => pool.encodeFunctionData('fill(uint256[])', [[amount, amount]])
  const base = await deployFilled(rig, {
    code: port('CurveBasePort') + coder.encode(stableTypes, [settings, [b, c], [ether, ether]]).slice(2),
    tokens: [b, c],
    fill: fill(hold),
  })
  const data = pool.encodeFunctionData('token')
  const shares = evm(`0x${(await rig.simulate({ from: rig.user, to: base, data })).slice(-40)}`)
  const minted = pool.encodeFunctionData('mintTo', [rig.maker, 2n * hold])
  await rig.send({ from: rig.maker, to: base, data: minted })
  const types = [...stableTypes, 'address', 'address[]', 'bool', 'bool']
  const made = await deployFilled(rig, {
    code:
      port('CurveMetaPort') +
      coder.encode(types, [settings, [a, shares], [ether, ether], base, [b, c], isNew, !isNew]).slice(2),
    tokens: [a, shares],
    fill: fill(hold / 2n),
  })
  return { kind: 'curve-stable', pool: made, tokens: [a, b], flag: below + (isNew ? 2 ** 40 : 0) }
}

async function deployCrypto(rig: Rig, kind: number): Promise<Curve> {
  const tokens = [rig.tokens.a, rig.tokens.b, rig.tokens.c].slice(0, kind === 0 || kind === 3 ? 2 : 3)
  const settings = [kind, 2_000_000n, 10n ** 14n, 3_000_000n, 30_000_000n, 5n * 10n ** 14n]
  const ones = tokens.map(() => 1n)
  const code = port('CurveCryptoPort') + new AbiCoder().encode(cryptoTypes, [settings, tokens, ones]).slice(2)
  const amounts = [tokens.map(() => hold), tokens.slice(1).map(() => ether)]
  const fill = pool.encodeFunctionData('fill(uint256[],uint256[])', amounts)
  const made = await deployFilled(rig, { code, tokens, fill })
  return { kind: 'curve-crypto', pool: made, tokens, flag: 0 }
}

interface Filled {
  readonly code: string
  readonly tokens: readonly Address[]
  readonly fill: string
}

async function deployFilled(rig: Rig, { code, tokens, fill }: Filled): Promise<Address> {
  const made = await rig.deploy(rig.maker, code)
  for (const one of tokens) await rig.send({ from: rig.maker, to: one, data: encodeCall('approve', [made, hold]) })
  await rig.send({ from: rig.maker, to: made, data: fill })
  return made
}

function curveLeg({ kind, pool: target, tokens, flag }: Curve, sold: Address, share32: number = wholeShare): Leg {
  const from = tokens.indexOf(sold)
  const tokenOut = tokens[1 - from] ?? sold
  const data = flag + from * 2 ** 24 + (1 - from)
  const move = { move: 'adapter', pool: adapterAddress[kind], target, data } as const
  const amounts = { amountIn: amount(0n), amountOut: amount(0n) }
  return {
    pool: poolOf(kind, target, [rig.tokens.a, rig.tokens.b]),
    move,
    tokenIn: sold,
    tokenOut,
    share32,
    ...amounts,
  }
}

let rig: Rig
const curves: Curve[] = []
beforeAll(async () => {
  rig = await createRig()
  const adapters = listDeployables({ router: 'storage' }).filter(({ name }) => name.startsWith('curve-'))
  expect(adapters.map(({ name }) => name)).toEqual(['curve-crypto', 'curve-stable'])
  for (const { data } of adapters) await rig.send({ from: rig.maker, to: deployer, data })
  for (const isNew of [false, true]) curves.push(await deployStable(rig, isNew))
  for (const kind of [0, 1, 2, 3]) curves.push(await deployCrypto(rig, kind))
  for (const isNew of [false, true]) curves.push(await deployOver(rig, isNew))
})
afterAll(() => rig.close())

const half = wholeShare / 2
const cases: readonly [string, (curve: Curve) => readonly Leg[]][] = [
  ['alone', (curve) => [curveLeg(curve, rig.tokens.a)]],
  ['reversed', (curve) => [curveLeg(curve, rig.tokens.b)]],
  ['before a push', (curve) => [curveLeg(curve, rig.tokens.a), createLeg(rig.pools.bc2, rig.tokens.b)]],
  [
    'after a callback, which feeds it',
    (curve) => [createLeg(rig.pools.bc3, rig.tokens.c), curveLeg(curve, rig.tokens.b)],
  ],
  ['split with a push', (curve) => [curveLeg(curve, rig.tokens.a, half), createLeg(rig.pools.ab2, rig.tokens.a)]],
]

describe.each([
  ['a StableSwap', 0],
  ['a StableSwap-NG', 1],
  ['a CryptoSwap', 2],
  ['a Tricrypto', 3],
  ['a Tricrypto-NG', 4],
  ['a Twocrypto-NG', 5],
  ['a metapool of a StableSwap', 6],
  ['a metapool of a StableSwap-NG', 7],
])('%s', (_, which) => {
  const curve = () => curves[which] as Curve

  test.each(cases)('%s takes the whole amount and leaves nothing in the adapter', (_way, legsOf) =>
    rig.undone(async () => {
      const legs = legsOf(curve())
      const [tokenIn, tokenOut] = [legs[0]?.tokenIn, legs.at(-1)?.tokenOut]
      if (tokenIn === undefined || tokenOut === undefined) throw new Error('no legs')
      const asked = { tokenIn, tokenOut, legs, affiliate: affiliatePercent(rig, 1) }
      const done = await executeTrade(rig, asked, encodeSwapCalldata(rig, asked))
      expect([done.user, done.affiliate]).toEqual([-ether, ether / 100n])
      expect(done.receiver).toBeGreaterThan((97n * ether) / 100n)
      expect(done.bought).toBe(done.receiver)

      await rig.send({ from: rig.user, to: rig.router, data: encodeSwapCalldata(rig, asked) })
      const { kind, tokens, pool: spender } = curve()
      const adapter = adapterAddress[kind]
      for (const token of tokens) {
        expect(await rig.balance(token, adapter)).toBe(0n)
        expect(await rig.read(token, 'allowance', [adapter, spender])).toBe(0n)
      }
    }),
  )

  test('gives to the wei what the pool quotes', async () => {
    const { a, b } = rig.tokens
    const asked = { tokenIn: a, tokenOut: b, legs: [curveLeg(curve(), a)] }
    const { receiver } = await executeTrade(rig, asked, encodeSwapCalldata(rig, asked))
    const index = curve().kind === 'curve-stable' ? 'int128' : 'uint256'
    const name = curve().flag >= below ? 'get_dy_underlying' : 'get_dy'
    const data = pool.encodeFunctionData(`${name}(${index},${index},uint256)`, [0, 1, ether])
    expect(receiver).toBe(BigInt(await rig.simulate({ from: rig.user, to: curve().pool, data })))
  })

  test('passes on the revert data of the pool', async () => {
    const { a, b } = rig.tokens
    const right = curveLeg(curve(), a)
    if (right.move.move !== 'adapter') throw new Error('not an adapter')
    const legs = [{ ...right, move: { ...right.move, data: right.move.data + 6 } }]
    const refusal = await rig.refusal({
      from: rig.user,
      to: rig.router,
      data: encodeSwapCalldata(rig, { tokenIn: a, tokenOut: b, legs }),
    })
    expect(refusal).not.toBe('done')
    expect(refusal).not.toBe('0x')
  })
})
