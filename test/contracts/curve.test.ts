/** Curve's pools through the router and their adapter, on our port of both kinds. */
import { AbiCoder, Interface } from 'ethers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Leg, wholeShare } from '#domain/route'
import { type Address, amount } from '#domain/units'
import { deployables, deployer } from '#encoding/router-deploy'
import { adapterAddress } from '#protocols/adapters.gen'
import { port } from '../conformance/adapters/compile.ts'
import { call, createRig, ether, leg, poolOf, type Rig } from './rig.ts'
import { calldata, percent, trade } from './trade.ts'

const types = ['tuple(bool, bool, uint256, uint256, uint256, uint256, uint256)', 'address[]', 'uint256[]']
const pool = new Interface([
  'function fill(uint256[])',
  'function get_dy(int128, int128, uint256) view returns (uint256)',
])
const hold = 10n ** 6n * ether

/** A pool of a and b with a million of each. */
async function deployCurve(rig: Rig, isNew: boolean) {
  const tokens = [rig.tokens.a, rig.tokens.b] as const
  const settings = [isNew, isNew, 100n, 20_000n, 4_000_000n, 5_000_000_000n, 20_000_000_000n]
  const values = new AbiCoder().encode(types, [settings, tokens, [ether, ether]])
  const made = await rig.deploy(rig.maker, port('CurveStablePort') + values.slice(2))
  for (const one of tokens) await rig.send({ from: rig.maker, to: one, data: call('approve', [made, hold]) })
  await rig.send({ from: rig.maker, to: made, data: pool.encodeFunctionData('fill', [[hold, hold]]) })
  return { pool: made, adapter: adapterAddress['curve-stable'], tokens, isNew }
}

type Curve = Awaited<ReturnType<typeof deployCurve>>

function curveLeg({ pool: target, adapter, tokens, isNew }: Curve, sold: Address, share32: number = wholeShare): Leg {
  const from = tokens.indexOf(sold)
  const tokenOut = tokens[1 - from] ?? sold
  const data = (isNew ? 2 ** 40 : 0) + from * 2 ** 24 + (1 - from)
  const move = { move: 'adapter', pool: adapter, target, data } as const
  const amounts = { amountIn: amount(0n), amountOut: amount(0n) }
  return { pool: poolOf('curve-stable', target, tokens), move, tokenIn: sold, tokenOut, share32, ...amounts }
}

let rig: Rig
const curves: Curve[] = []
beforeAll(async () => {
  rig = await createRig()
  const adapter = deployables({ router: 'storage' }).find(({ name }) => name === 'curve-stable')
  if (adapter === undefined) throw new Error('there is no adapter for it')
  await rig.send({ from: rig.maker, to: deployer, data: adapter.data })
  for (const isNew of [false, true]) curves.push(await deployCurve(rig, isNew))
})
afterAll(() => rig.close())

const half = wholeShare / 2
const ways: readonly [string, (curve: Curve) => readonly Leg[]][] = [
  ['alone', (curve) => [curveLeg(curve, rig.tokens.a)]],
  ['the other way', (curve) => [curveLeg(curve, rig.tokens.b)]],
  ['before a push', (curve) => [curveLeg(curve, rig.tokens.a), leg(rig.pools.bc2, rig.tokens.b)]],
  ['after a callback, which feeds it', (curve) => [leg(rig.pools.bc3, rig.tokens.c), curveLeg(curve, rig.tokens.b)]],
  ['beside a push', (curve) => [curveLeg(curve, rig.tokens.a, half), leg(rig.pools.ab2, rig.tokens.a)]],
]

describe.each([
  ['a StableSwap', 0],
  ['a StableSwap-NG', 1],
])('%s', (_, which) => {
  const curve = () => curves[which] as Curve

  test.each(ways)('%s takes the whole amount and leaves nothing in the adapter', (_way, legsOf) =>
    rig.undone(async () => {
      const legs = legsOf(curve())
      const [tokenIn, tokenOut] = [legs[0]?.tokenIn, legs.at(-1)?.tokenOut]
      if (tokenIn === undefined || tokenOut === undefined) throw new Error('no legs')
      const asked = { tokenIn, tokenOut, legs, affiliate: percent(rig, 1) }
      const done = await trade(rig, asked, calldata(rig, asked))
      expect([done.user, done.affiliate]).toEqual([-ether, ether / 100n])
      expect(done.receiver).toBeGreaterThan((97n * ether) / 100n)
      expect(done.bought).toBe(done.receiver)

      await rig.send({ from: rig.user, to: rig.router, data: calldata(rig, asked) })
      const { adapter, tokens, pool: spender } = curve()
      for (const token of tokens) {
        expect(await rig.balance(token, adapter)).toBe(0n)
        expect(await rig.read(token, 'allowance', [adapter, spender])).toBe(0n)
      }
    }),
  )

  test('gives to the wei what the pool says', async () => {
    const { a, b } = rig.tokens
    const asked = { tokenIn: a, tokenOut: b, legs: [curveLeg(curve(), a)] }
    const { receiver } = await trade(rig, asked, calldata(rig, asked))
    const data = pool.encodeFunctionData('get_dy', [0, 1, ether])
    expect(receiver).toBe(BigInt(await rig.simulate({ from: rig.user, to: curve().pool, data })))
  })

  test('what it refuses with comes through', async () => {
    const { a, b } = rig.tokens
    const right = curveLeg(curve(), a)
    if (right.move.move !== 'adapter') throw new Error('not an adapter')
    const legs = [{ ...right, move: { ...right.move, data: right.move.data + 6 } }]
    const refusal = await rig.refusal({
      from: rig.user,
      to: rig.router,
      data: calldata(rig, { tokenIn: a, tokenOut: b, legs }),
    })
    expect(refusal).not.toBe('done')
    expect(refusal).not.toBe('0x')
  })
})
