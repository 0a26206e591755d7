import { Interface } from 'ethers'
import { expect, test } from 'vitest'
import { protocol } from '#protocols/stable-swap/index'
import { describeAdapter, orderedPool, setUpAdapter, supply } from '#test/contracts/adapter-suite'
import { deployStablePool } from '#test/contracts/far-pools'
import { ether } from '#test/contracts/rig'

const pool = new Interface(['function calculateSwap(uint8, uint8, uint256) view returns (uint256)'])

const stage = setUpAdapter(protocol, async (rig) => {
  const tokens = [rig.tokens.a, rig.tokens.b] as const
  return { pool: orderedPool(protocol.kind, await deployStablePool(rig, tokens), tokens) }
})

describeAdapter(stage, {
  pools: ['pool'],
  async said({ rig }, { pool: { address, tokens }, sold, amountIn }) {
    const from = tokens.indexOf(sold)
    const data = pool.encodeFunctionData('calculateSwap', [from, 1 - from, amountIn])
    return BigInt(await rig.simulate({ from: rig.user, to: address, data }))
  },
})

test('passes on the revert data of the pool', async () => {
  const { rig, pools, legOf, refusal } = stage()
  const wrong = legOf(pools.pool, rig.tokens.a)
  if (wrong.move.move !== 'adapter') throw new Error('not an adapter')
  const answer = await refusal([{ ...wrong, move: { ...wrong.move, data: 5 } }])
  expect(answer).not.toBe('done')
  expect(answer).not.toBe('0x')
})

test('a balance of the adapter adds to the next trade, and no one else loses', () => {
  const { rig, adapter, pools, legOf, trade } = stage()
  return rig.undone(async () => {
    const legs = [legOf(pools.pool, rig.tokens.a)]
    const once = await trade(legs)
    await supply(rig, adapter, [rig.tokens.a], ether)
    const more = await trade(legs)
    expect(more.user).toBe(-ether)
    expect(more.receiver).toBeGreaterThan(once.receiver + (9n * ether) / 10n)
  })
})
