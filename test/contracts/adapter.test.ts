import { Interface } from 'ethers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Leg, wholeShare } from '#domain/route'
import { type Address, amount } from '#domain/units'
import { deployStableSwap, stableLeg } from './far-pools.ts'
import { call, createRig, ether, leg, type Rig } from './rig.ts'
import { calldata, percent, trade } from './trade.ts'

const half = wholeShare / 2
const pool = new Interface(['function calculateSwap(uint8, uint8, uint256) view returns (uint256)'])

let rig: Rig
let stable: Awaited<ReturnType<typeof deployStableSwap>>
beforeAll(async () => {
  rig = await createRig()
  stable = await deployStableSwap(rig, [rig.tokens.a, rig.tokens.b])
})
afterAll(() => rig.close())

const ways: readonly [string, () => readonly Leg[]][] = [
  ['alone', () => [stableLeg(stable, rig.tokens.a)]],
  ['the other way', () => [stableLeg(stable, rig.tokens.b)]],
  ['before a push', () => [stableLeg(stable, rig.tokens.a), leg(rig.pools.bc2, rig.tokens.b)]],
  ['before a callback', () => [stableLeg(stable, rig.tokens.a), leg(rig.pools.bc3, rig.tokens.b)]],
  ['after a push, which feeds it', () => [leg(rig.pools.bc2, rig.tokens.c), stableLeg(stable, rig.tokens.b)]],
  ['after a callback, which feeds it', () => [leg(rig.pools.bc3, rig.tokens.c), stableLeg(stable, rig.tokens.b)]],
  ['beside a push', () => [stableLeg(stable, rig.tokens.a, half), leg(rig.pools.ab2, rig.tokens.a)]],
]

const held = (owner: Address) => Promise.all(stable.tokens.map((token) => rig.balance(token, owner)))
const allowed = () =>
  Promise.all(stable.tokens.map((token) => rig.read(token, 'allowance', [stable.adapter, stable.pool])))

describe.each(ways)('a StableSwap %s', (_, legsOf) => {
  test('takes the whole amount, gives what the logs say and leaves nothing in the adapter', () =>
    rig.undone(async () => {
      const legs = legsOf()
      const [tokenIn, tokenOut] = [legs[0]?.tokenIn, legs.at(-1)?.tokenOut]
      if (tokenIn === undefined || tokenOut === undefined) throw new Error('no legs')
      const asked = { tokenIn, tokenOut, legs, affiliate: percent(rig, 1) }
      const data = calldata(rig, asked)
      const done = await trade(rig, asked, data)
      expect([done.user, done.affiliate]).toEqual([-ether, ether / 100n])
      expect(done.receiver).toBeGreaterThan((97n * ether) / 100n)
      expect(done.bought).toBe(done.receiver)

      await rig.send({ from: rig.user, to: rig.router, data })
      expect(await held(stable.adapter)).toEqual([0n, 0n])
      expect(await allowed()).toEqual([0n, 0n])
      const more = calldata(rig, { ...asked, minimumOut: amount(2n * ether) })
      expect(await rig.refusal({ from: rig.user, to: rig.router, data: more })).toMatch('below the minimum')
    }))
})

test('gives to the wei what the pool says', async () => {
  const { a, b } = rig.tokens
  const asked = { tokenIn: a, tokenOut: b, legs: [stableLeg(stable, a)] }
  const { receiver } = await trade(rig, asked, calldata(rig, asked))
  const data = pool.encodeFunctionData('calculateSwap', [0, 1, ether])
  expect(receiver).toBe(BigInt(await rig.simulate({ from: rig.user, to: stable.pool, data })))
})

test('what a pool reverts with comes through whole', async () => {
  const { a, b } = rig.tokens
  const wrong = stableLeg(stable, a)
  if (wrong.move.move !== 'adapter') throw new Error('not an adapter')
  const legs = [{ ...wrong, move: { ...wrong.move, data: 5 } }]
  const data = calldata(rig, { tokenIn: a, tokenOut: b, legs })
  const answer = await rig.refusal({ from: rig.user, to: rig.router, data })
  expect(answer).not.toBe('done')
  expect(answer).not.toBe('0x')
})

test('what lies in the adapter is nobody’s: it adds to the next trade and no one else loses', () =>
  rig.undone(async () => {
    const { a, b } = rig.tokens
    const asked = { tokenIn: a, tokenOut: b, legs: [stableLeg(stable, a)] }
    const once = await trade(rig, asked, calldata(rig, asked))
    await rig.send({ from: rig.maker, to: a, data: call('transfer', [stable.adapter, ether]) })
    const more = await trade(rig, asked, calldata(rig, asked))
    expect(more.user).toBe(-ether)
    expect(more.receiver).toBeGreaterThan(once.receiver + (9n * ether) / 10n)
  }))
