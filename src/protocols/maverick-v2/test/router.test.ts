/** On our port. */
import { Interface } from 'ethers'
import { expect, test } from 'vitest'
import type { Pool } from '#domain/pools/protocol'
import { amount } from '#domain/units'
import { protocol } from '#protocols/maverick-v2/index'
import type { MaverickState } from '#protocols/maverick-v2/state'
import { deployPort, describeAdapter, million, setUpAdapter, supply } from '#test/contracts/adapter-suite'
import { ether, poolOf, type Rig } from '#test/contracts/rig'

const stateType = 'tuple(uint128, uint128, int64, int64, uint40, int32, bool, uint32, uint8)'
const ports = new Interface([
  `function fill(${stateType}, uint40, int32[], tuple(uint128, uint128, uint128, uint32[4])[], tuple(uint128, uint128, uint128, uint8, int32, uint32)[])`,
])
const fee = ether / 1_000n
const none = [0, 0, 0, 0]

/** Its reserves, and what its ticks hold. */
function fill(rig: Rig, pool: Pool, reserves: bigint, ticks: readonly (readonly [number, readonly unknown[]])[]) {
  const state = [reserves, reserves, 0, 0, 0, 0, false, 0, 0]
  const held = ticks.map(([, amounts]) => [...amounts, none])
  const data = ports.encodeFunctionData('fill', [state, 0, ticks.map(([tick]) => tick), held, []])
  return rig.send({ from: rig.maker, to: pool.address, data })
}

/** a and b at about one for one: a million of token 1 in the active tick and the one above, of token 0 in the one below. */
const stage = setUpAdapter(protocol, async (rig) => {
  const { tokens } = poolOf('maverick-v2', rig.router, [rig.tokens.a, rig.tokens.b])
  const types = ['address[2]', 'uint256[2]', 'uint256[2]', 'uint256', 'uint256']
  const address = await deployPort(rig, 'MaverickPoolPort', types, [tokens, [1, 1], [fee, fee], 100, 60])
  const pool = poolOf('maverick-v2', address, tokens)
  await supply(rig, address, tokens, 2n * million)
  await fill(rig, pool, 2n * million, [
    [-1, [million, 0, million]],
    [0, [million, million, million]],
    [1, [0, million, million]],
  ])
  return { pool }
})

const filled: MaverickState = {
  ...{ spacing: 100, feesE18: [fee, fee], protocolShare: 0n, scales: [1n, 1n], stirred: false },
  ...{ reserves: [2n * million, 2n * million], activeTick: 0, mean: [0n, 0n], knownFrom: -300, knownTo: 300 },
  ticks: [
    [-1, million, 0n, 0],
    [0, million, million, 0],
    [1, 0n, million, 0],
  ],
}

describeAdapter(stage, {
  pools: ['pool'],
  least: ether / 10n,
  async said(_, { pool, sold, amountIn }) {
    const from = pool.tokens.indexOf(sold)
    return protocol.amountOut(filled, { from, to: 1 - from, amountIn: amount(amountIn) })
  },
})

test('refuses the whole input if the pool can take only a part', () => {
  const { rig, pools, legOf, refusal } = stage()
  return rig.undone(async () => {
    // of all that it has, a millionth stays
    const few = 10n ** 12n
    for (const tick of [-1, 1]) await fill(rig, pools.pool, few, [[tick, [0, 0, 0]]])
    await fill(rig, pools.pool, few, [[0, [few, few, few]]])
    expect(await refusal([legOf(pools.pool, rig.tokens.a)])).toContain('could take only')
  })
})
