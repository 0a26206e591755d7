/** A Maverick pool through the router and its adapter, on our port. */
import { AbiCoder, Interface } from 'ethers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Pool } from '#domain/pools/protocol'
import { type Leg, wholeShare } from '#domain/quotes/route'
import { type Address, amount } from '#domain/units'
import { deployer, listDeployables } from '#encoding/contracts/router-deploy'
import { adapterAddress } from '#protocols/adapters.gen'
import { protocol } from '#protocols/maverick-v2/index'
import { port } from '#test/conformance/adapters/compile'
import { createLeg, createRig, encodeCall, ether, poolOf, type Rig } from '#test/contracts/rig'
import { affiliatePercent, encodeSwapCalldata, executeTrade } from '#test/contracts/trade'

const stateType = 'tuple(uint128, uint128, int64, int64, uint40, int32, bool, uint32, uint8)'
const ports = new Interface([
  `function fill(${stateType}, uint40, int32[], tuple(uint128, uint128, uint128, uint32[4])[], tuple(uint128, uint128, uint128, uint8, int32, uint32)[])`,
  'function getState() view returns (uint128, uint128, int64, int64, uint40, int32)',
])
const half = wholeShare / 2
const hold = 10n ** 6n * ether

let rig: Rig
let pool: Pool
beforeAll(async () => {
  rig = await createRig()
  for (const { name, data } of listDeployables({ router: 'storage' }))
    if (name === 'maverick-v2') await rig.send({ from: rig.maker, to: deployer, data })
  pool = await make()
})
afterAll(() => rig.close())

/** a and b at about one for one: a million of token 1 in the active tick and the one above, of token 0 in the one below. */
async function make(): Promise<Pool> {
  const tokens = [rig.tokens.a, rig.tokens.b].toSorted((x, y) => (x < y ? -1 : 1))
  const types = ['address[2]', 'uint256[2]', 'uint256[2]', 'uint256', 'uint256']
  const fee = ether / 1_000n
  const values = new AbiCoder().encode(types, [tokens, [1, 1], [fee, fee], 100, 60])
  const address = await rig.deploy(rig.maker, port('MaverickPoolPort') + values.slice(2))
  for (const token of tokens)
    await rig.send({ from: rig.maker, to: token, data: encodeCall('transfer', [address, 2n * hold]) })
  const none = [0, 0, 0, 0]
  const held = [
    [hold, 0, hold, none],
    [hold, hold, hold, none],
    [0, hold, hold, none],
  ]
  const state = [2n * hold, 2n * hold, 0, 0, 0, 0, false, 0, 0]
  const data = ports.encodeFunctionData('fill', [state, 0, [-1, 0, 1], held, []])
  await rig.send({ from: rig.maker, to: address, data })
  return { ...poolOf('maverick-v2', address, tokens), tokens }
}

function legOf(sold: Address, share32: number = wholeShare): Leg {
  const from = pool.tokens.indexOf(sold)
  const move = protocol.move(pool, { from, to: 1 - from, amountIn: amount(1n) })
  const tokenOut = pool.tokens[1 - from] ?? sold
  return { pool, move, tokenIn: sold, tokenOut, share32, amountIn: amount(0n), amountOut: amount(0n) }
}

const asked = (legs: readonly Leg[]) => {
  const [tokenIn, tokenOut] = [legs[0]?.tokenIn, legs.at(-1)?.tokenOut]
  if (tokenIn === undefined || tokenOut === undefined) throw new Error('no legs')
  return { tokenIn, tokenOut, legs }
}

const cases: readonly (readonly [string, () => readonly Leg[]])[] = [
  ['sells a', () => [legOf(rig.tokens.a)]],
  ['sells b', () => [legOf(rig.tokens.b)]],
  ['before a push', () => [legOf(rig.tokens.a), createLeg(rig.pools.bc2, rig.tokens.b)]],
  ['after a callback, which feeds it', () => [createLeg(rig.pools.bc3, rig.tokens.c), legOf(rig.tokens.b)]],
  ['split with a push', () => [legOf(rig.tokens.a, half), createLeg(rig.pools.ab2, rig.tokens.a)]],
]

test.each(cases)('%s: sells the whole input and leaves nothing in the adapter', (_, legsOf) =>
  rig.undone(async () => {
    const request = { ...asked(legsOf()), affiliate: affiliatePercent(rig, 1) }
    const done = await executeTrade(rig, request, encodeSwapCalldata(rig, request))
    expect([done.user, done.affiliate]).toEqual([-ether, ether / 100n])
    expect(done.receiver).toBeGreaterThan(ether / 10n)
    expect(done.bought).toBe(done.receiver)

    await rig.send({ from: rig.user, to: rig.router, data: encodeSwapCalldata(rig, request) })
    for (const token of pool.tokens) expect(await rig.balance(token, adapterAddress['maverick-v2'])).toBe(0n)
  }),
)

test.each([0, 1])('gives to the wei what our state gives, token %s sold', async (from) => {
  const sold = pool.tokens[from] ?? rig.tokens.a
  const request = asked([legOf(sold)])
  const state = {
    ...{
      spacing: 100,
      feesE18: [ether / 1_000n, ether / 1_000n] as const,
      protocolShare: 0n,
      scales: [1n, 1n] as const,
    },
    ...{ reserves: [2n * hold, 2n * hold] as const, activeTick: 0, mean: [0n, 0n] as const, stirred: false },
    ticks: [
      [-1, hold, 0n, 0],
      [0, hold, hold, 0],
      [1, 0n, hold, 0],
    ] as const,
    ...{ knownFrom: -300, knownTo: 300 },
  }
  const said = protocol.amountOut(state, { from, to: 1 - from, amountIn: amount(ether) })
  expect((await executeTrade(rig, request, encodeSwapCalldata(rig, request))).receiver).toBe(said)
})

test('refuses the whole input if the pool can take only a part', () =>
  rig.undone(async () => {
    // of all that it has, a millionth stays
    const few = [10n ** 12n, 10n ** 12n, 0, 0, 0, 0, false, 0, 0]
    const held = [[10n ** 12n, 10n ** 12n, 10n ** 12n, [0, 0, 0, 0]]]
    for (const tick of [-1, 1]) {
      const nothing = [[0, 0, 0, [0, 0, 0, 0]]]
      const data = ports.encodeFunctionData('fill', [few, 0, [tick], nothing, []])
      await rig.send({ from: rig.maker, to: pool.address, data })
    }
    await rig.send({
      from: rig.maker,
      to: pool.address,
      data: ports.encodeFunctionData('fill', [few, 0, [0], held, []]),
    })
    const request = asked([legOf(rig.tokens.a)])
    expect(await rig.refusal({ from: rig.user, to: rig.router, data: encodeSwapCalldata(rig, request) })).toContain(
      'could take only',
    )
  }))
