import { Interface } from 'ethers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Leg, wholeShare } from '#domain/quotes/route'
import { type Address, amount } from '#domain/units'
import { deployStableSwap, stableLeg } from './far-pools.ts'
import { createLeg, createRig, encodeCall, ether, type Rig } from './rig.ts'
import { affiliatePercent, encodeSwapCalldata, executeTrade } from './trade.ts'

const half = wholeShare / 2
const pool = new Interface(['function calculateSwap(uint8, uint8, uint256) view returns (uint256)'])

let rig: Rig
let stable: Awaited<ReturnType<typeof deployStableSwap>>
beforeAll(async () => {
  rig = await createRig()
  stable = await deployStableSwap(rig, [rig.tokens.a, rig.tokens.b])
})
afterAll(() => rig.close())

const cases: readonly [string, () => readonly Leg[]][] = [
  ['alone', () => [stableLeg(stable, rig.tokens.a)]],
  ['reversed', () => [stableLeg(stable, rig.tokens.b)]],
  ['before a push', () => [stableLeg(stable, rig.tokens.a), createLeg(rig.pools.bc2, rig.tokens.b)]],
  ['before a callback', () => [stableLeg(stable, rig.tokens.a), createLeg(rig.pools.bc3, rig.tokens.b)]],
  ['after a push, which feeds it', () => [createLeg(rig.pools.bc2, rig.tokens.c), stableLeg(stable, rig.tokens.b)]],
  ['after a callback, which feeds it', () => [createLeg(rig.pools.bc3, rig.tokens.c), stableLeg(stable, rig.tokens.b)]],
  ['split with a push', () => [stableLeg(stable, rig.tokens.a, half), createLeg(rig.pools.ab2, rig.tokens.a)]],
]

const held = (owner: Address) => Promise.all(stable.tokens.map((token) => rig.balance(token, owner)))
const allowed = () =>
  Promise.all(stable.tokens.map((token) => rig.read(token, 'allowance', [stable.adapter, stable.pool])))

describe.each(cases)('a StableSwap %s', (_, legsOf) => {
  test('takes the whole amount, gives what the logs say and leaves nothing in the adapter', () =>
    rig.undone(async () => {
      const legs = legsOf()
      const [tokenIn, tokenOut] = [legs[0]?.tokenIn, legs.at(-1)?.tokenOut]
      if (tokenIn === undefined || tokenOut === undefined) throw new Error('no legs')
      const asked = { tokenIn, tokenOut, legs, affiliate: affiliatePercent(rig, 1) }
      const data = encodeSwapCalldata(rig, asked)
      const done = await executeTrade(rig, asked, data)
      expect([done.user, done.affiliate]).toEqual([-ether, ether / 100n])
      expect(done.receiver).toBeGreaterThan((97n * ether) / 100n)
      expect(done.bought).toBe(done.receiver)

      await rig.send({ from: rig.user, to: rig.router, data })
      expect(await held(stable.adapter)).toEqual([0n, 0n])
      expect(await allowed()).toEqual([0n, 0n])
      const more = encodeSwapCalldata(rig, { ...asked, minimumOut: amount(2n * ether) })
      expect(await rig.refusal({ from: rig.user, to: rig.router, data: more })).toMatch('below the minimum')
    }))
})

test('gives to the wei what the pool quotes', async () => {
  const { a, b } = rig.tokens
  const asked = { tokenIn: a, tokenOut: b, legs: [stableLeg(stable, a)] }
  const { receiver } = await executeTrade(rig, asked, encodeSwapCalldata(rig, asked))
  const data = pool.encodeFunctionData('calculateSwap', [0, 1, ether])
  expect(receiver).toBe(BigInt(await rig.simulate({ from: rig.user, to: stable.pool, data })))
})

test('passes on the revert data of the pool', async () => {
  const { a, b } = rig.tokens
  const wrong = stableLeg(stable, a)
  if (wrong.move.move !== 'adapter') throw new Error('not an adapter')
  const legs = [{ ...wrong, move: { ...wrong.move, data: 5 } }]
  const data = encodeSwapCalldata(rig, { tokenIn: a, tokenOut: b, legs })
  const answer = await rig.refusal({ from: rig.user, to: rig.router, data })
  expect(answer).not.toBe('done')
  expect(answer).not.toBe('0x')
})

test('a balance of the adapter adds to the next trade, and no one else loses', () =>
  rig.undone(async () => {
    const { a, b } = rig.tokens
    const asked = { tokenIn: a, tokenOut: b, legs: [stableLeg(stable, a)] }
    const once = await executeTrade(rig, asked, encodeSwapCalldata(rig, asked))
    await rig.send({ from: rig.maker, to: a, data: encodeCall('transfer', [stable.adapter, ether]) })
    const more = await executeTrade(rig, asked, encodeSwapCalldata(rig, asked))
    expect(more.user).toBe(-ether)
    expect(more.receiver).toBeGreaterThan(once.receiver + (9n * ether) / 10n)
  }))
