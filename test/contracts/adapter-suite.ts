/** Pools of a family through the router and the family's adapter: what has to be true of every adapter. */
import { AbiCoder } from 'ethers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Pool, Protocol } from '#domain/pools/protocol'
import { type Leg, wholeShare } from '#domain/quotes/route'
import { type Address, amount, evm } from '#domain/units'
import { deployer, listDeployables } from '#encoding/contracts/router-deploy'
import { port } from '../conformance/adapters/compile.ts'
import { runReading } from '../conformance/adapters/reading.ts'
import { createLeg, createRig, encodeCall, ether, poolOf, type Rig } from './rig.ts'
import { affiliatePercent, encodeSwapCalldata, executeTrade, type Outcome, type SwapInput } from './trade.ts'

export const million = 10n ** 6n * ether
const half = wholeShare / 2

type Options = Partial<SwapInput>

export interface AdapterStage<Pools> {
  readonly rig: Rig
  readonly adapter: Address
  readonly pools: Pools
  /** Sells a pool's token for the other one, or a and b for each other if it has more than two. */
  legOf(pool: Pool, sold: Address, share32?: number): Leg
  encode(legs: readonly Leg[], options?: Options): string
  /** Sells one ether of the first leg's token if no other amount is named, and reverts the chain. */
  trade(legs: readonly Leg[], options?: Options): Promise<Outcome>
  /** The message with which the router refuses, or `done`. */
  refusal(legs: readonly Leg[], options?: Options): Promise<string>
}

/** Deploys one of our ports. */
export const deployPort = (
  rig: Rig,
  name: string,
  types: readonly string[] = [],
  values: readonly unknown[] = [],
): Promise<Address> => rig.deploy(rig.maker, port(name) + new AbiCoder().encode(types, values).slice(2))

/** Gives an amount of tokens of the rig, by default a million each. */
export async function supply(rig: Rig, to: Address, tokens: readonly Address[], each = million): Promise<void> {
  for (const token of tokens) await rig.send({ from: rig.maker, to: token, data: encodeCall('transfer', [to, each]) })
}

/** A pool whose tokens stay in this order. */
export const orderedPool = (kind: string, address: Address, tokens: readonly Address[]): Pool => ({
  ...poolOf(kind, address, tokens),
  tokens,
})

/** Before all tests: the rig, the family's adapter, and its pools. */
export function setUpAdapter<State, Pools>(
  { kind, move }: Pick<Protocol<State>, 'kind' | 'move'>,
  open: (rig: Rig) => Promise<Pools>,
): () => AdapterStage<Pools> {
  let stage: AdapterStage<Pools> | undefined
  beforeAll(async () => {
    const rig = await createRig()
    const found = listDeployables({ router: 'storage' }).find(({ name }) => name === kind)
    if (found === undefined) throw new Error(`there is no adapter for ${kind}`)
    await rig.send({ from: rig.maker, to: deployer, data: found.data })
    const inputOf = (legs: readonly Leg[], options: Options = {}): SwapInput => {
      const [tokenIn, tokenOut] = [legs[0]?.tokenIn, legs.at(-1)?.tokenOut]
      if (tokenIn === undefined || tokenOut === undefined) throw new Error('no legs')
      return { tokenIn, tokenOut, legs, ...options }
    }
    const encode = (legs: readonly Leg[], options?: Options) => encodeSwapCalldata(rig, inputOf(legs, options))
    stage = {
      ...{ rig, adapter: found.address, pools: await open(rig), encode },
      legOf(pool, sold, share32 = wholeShare) {
        const tokenOut = pairOf(rig, pool).find((one) => one !== sold) ?? sold
        const [from, to] = [pool.tokens.indexOf(sold), pool.tokens.indexOf(tokenOut)]
        const amounts = { amountIn: amount(0n), amountOut: amount(0n) }
        return {
          pool,
          move: move(pool, { from, to, amountIn: amount(1n) }),
          tokenIn: sold,
          tokenOut,
          share32,
          ...amounts,
        }
      },
      trade: (legs, options) =>
        executeTrade(rig, inputOf(legs, options), encodeSwapCalldata(rig, inputOf(legs, options))),
      refusal: (legs, options) => rig.refusal({ from: rig.user, to: rig.router, data: encode(legs, options) }),
    }
  })
  afterAll(() => stage?.rig.close())
  return () => {
    if (stage === undefined) throw new Error('it is not set up yet')
    return stage
  }
}

const pairOf = ({ tokens: { a, b } }: Rig, { tokens }: Pool) => (tokens.length === 2 ? tokens : [a, b])

interface Suite<Pools, Name> {
  /** Those of a and b. */
  readonly pools: readonly Name[]
  /** Minimum output for one ether; 97 % if absent. */
  readonly least?: bigint
  /** Routes in addition to the usual ones. */
  readonly routes?: Readonly<Record<string, (stage: AdapterStage<Pools>) => readonly Leg[]>>
  /** Which of the two tokens is sold for `said`; both if absent. */
  readonly sold?: readonly ('first' | 'second')[]
  /** The output by the pool's own word, or by ours. */
  said(
    stage: AdapterStage<Pools>,
    trade: { readonly pool: Pool; readonly sold: Address; readonly amountIn: bigint },
  ): Promise<bigint | undefined>
}

/** Declares the tests of a family's pools. */
export function describeAdapter<Name extends string, Pools extends Readonly<Record<Name, Pool>>>(
  stage: () => AdapterStage<Pools>,
  { pools, least = (97n * ether) / 100n, routes = {}, sold: asked = ['first', 'second'], said }: Suite<Pools, Name>,
): void {
  const testRoutes = (ways: Readonly<Record<string, (stage: AdapterStage<Pools>) => readonly Leg[]>>) =>
    test.each(Object.keys(ways))('%s: sells the whole input and leaves nothing in the adapter', (way) =>
      stage().rig.undone(() => expectSold(stage(), ways[way]?.(stage()) ?? [], least)),
    )

  describe.each(pools)('%s', (name) => {
    testRoutes(routesOf((all) => all.pools[name]))

    test.each(asked)('gives to the wei what was said, %s token sold', async (which) => {
      const { rig, legOf, trade, pools: all } = stage()
      const sold = pairOf(rig, all[name])[which === 'first' ? 0 : 1] as Address
      const amountIn = amount(ether + 12_345n)
      const { receiver } = await trade([legOf(all[name], sold)], { amountIn })
      expect(receiver).toBe(await said(stage(), { pool: all[name], sold, amountIn }))
    })
  })
  if (Object.keys(routes).length > 0) testRoutes(routes)
}

/** Routes with one leg through a pool of a and b. */
const routesOf = <Pools>(
  poolIn: (stage: AdapterStage<Pools>) => Pool,
): Readonly<Record<string, (stage: AdapterStage<Pools>) => readonly Leg[]>> => {
  const sellsA = (stage: AdapterStage<Pools>, share32?: number) =>
    stage.legOf(poolIn(stage), stage.rig.tokens.a, share32)
  const sellsB = (stage: AdapterStage<Pools>) => stage.legOf(poolIn(stage), stage.rig.tokens.b)
  return {
    alone: (stage) => [sellsA(stage)],
    reversed: (stage) => [sellsB(stage)],
    'before a push': (stage) => [sellsA(stage), createLeg(stage.rig.pools.bc2, stage.rig.tokens.b)],
    'before a callback': (stage) => [sellsA(stage), createLeg(stage.rig.pools.bc3, stage.rig.tokens.b)],
    'after a push, which feeds it': (stage) => [createLeg(stage.rig.pools.bc2, stage.rig.tokens.c), sellsB(stage)],
    'after a callback, which feeds it': (stage) => [createLeg(stage.rig.pools.bc3, stage.rig.tokens.c), sellsB(stage)],
    'split with a push': (stage) => [sellsA(stage, half), createLeg(stage.rig.pools.ab2, stage.rig.tokens.a)],
  }
}

async function expectSold<Pools>(stage: AdapterStage<Pools>, legs: readonly Leg[], least: bigint): Promise<void> {
  const { rig, adapter, trade, encode, refusal } = stage
  const affiliate = affiliatePercent(rig, 1)
  const done = await trade(legs, { affiliate })
  expect([done.user, done.affiliate]).toEqual([-ether, ether / 100n])
  expect(done.receiver).toBeGreaterThan(least)
  expect(done.bought).toBe(done.receiver)
  const more = { affiliate, minimumOut: amount(done.receiver + 1n) }
  expect(await refusal(legs, more)).toMatch('below the minimum')

  await rig.send({ from: rig.user, to: rig.router, data: encode(legs, { affiliate }) })
  const tokens = new Set([...Object.values(rig.tokens), ...legs.flatMap(({ pool }) => pool.tokens)])
  for (const token of tokens) {
    expect(await rig.balance(token, adapter)).toBe(0n)
    for (const { pool } of legs) expect(await rig.read(token, 'allowance', [adapter, pool.address])).toBe(0n)
  }
  expect(await rig.native(adapter)).toBe(0n)
}

/** What our own protocol computes from what it finds and reads on the rig. */
export async function computeOut<State>(
  rig: Rig,
  protocol: Protocol<State>,
  {
    pool: { address, tokens, base },
    sold,
    amountIn,
  }: { readonly pool: Pool; readonly sold: Address; readonly amountIn: bigint },
): Promise<bigint | undefined> {
  const chain = { call: (to: string, data: string) => rig.simulate({ from: rig.user, to: evm(to), data }) }
  const venue = { protocol: protocol.kind, name: 'one', title: 'One', factory: address, feesPpm: [] }
  const known = { ...venue, pools: [{ address, tokens, feePpm: 0, ...(base !== undefined && { base }) }] }
  const [first, second] = tokens as [Address, Address]
  const [pool] = (await runReading(chain, protocol.find(known, [first, second]))).value
  if (pool === undefined) throw new Error('it is not found')
  const from = tokens.indexOf(sold)
  const state = (await runReading(chain, protocol.load(pool))).value
  if (state === undefined) throw new Error('it is empty')
  return protocol.amountOut(state, { from, to: 1 - from, amountIn: amount(amountIn) })
}
