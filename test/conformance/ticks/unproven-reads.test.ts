/** What the lens makes of pools whose contracts we have not, from answers as they are described. */
import { AbiCoder, Interface } from 'ethers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TickState } from '#amm/ticks/state'
import { lensAnswer, lensCall } from '#chain/lens-call'
import { poolOfItem } from '#chain/lens-input'
import { concentratedRecord } from '#chain/tick-list'
import type { Protocol } from '#domain/protocol'
import { usualReach } from '#domain/tick-reach'
import { evm } from '#domain/units'
import { protocol as directional } from '#protocols/algebra-directional/index'
import { type LocalChain, startChain } from '../chain.ts'
import { type Ground, groundOf } from './stage.ts'

let chain: LocalChain
let ground: Ground
beforeAll(async () => {
  chain = await startChain()
  ground = groundOf(chain)
})
afterAll(() => chain.stop())

interface Told {
  readonly question: string
  readonly types: readonly string[]
  readonly values: readonly unknown[]
  readonly inSwap?: true
}

const told = new Interface(['function tell(bool, bytes, bytes)'])
const depth = 10n ** 20n
const price = (1n << 96n) + 12_345n
const asks = new Interface([
  'function poolByPair(address, address)',
  'function globalState()',
  'function liquidity()',
  'function tickTable(int16)',
  'function ticks(int24)',
])
const ask = (name: string, args: readonly unknown[] = []) => asks.encodeFunctionData(name, args)

async function tell(to: string, { question, types, values, inSwap }: Told): Promise<void> {
  const answer = new AbiCoder().encode(types, values)
  await chain.send(to, told.encodeFunctionData('tell', [inSwap === true, question, answer]))
}

/** Finds the pool through its factory, and reads it. */
async function look(protocol: Protocol<TickState>, factory: string) {
  const { lens: asking, kind } = protocol
  if (asking?.kind !== 3) throw new Error('the lens does not read this family')
  const venue = { protocol: kind, name: kind, title: kind, factory: evm(factory), feesPpm: [100] }
  const tokens = [evm(`0x${'11'.repeat(20)}`), evm(`0x${'22'.repeat(20)}`)]
  const venues = [{ kind: 3 as const, venue, asking }]
  const work = { reach: usualReach, tokens, venues, pairs: [[0, 1] as const], pools: [] }
  const answer = lensAnswer('override', await chain.answer(lensCall('override', work, { start: 0, block: 'latest' })))
  const [item] = answer?.items ?? []
  if (item?.seen.kind !== 3) throw new Error('it saw no pool')
  const pool = poolOfItem(work, item.item, item.address)?.pool
  return pool && asking.state(concentratedRecord(item.seen, usualReach.maxTicks), pool)
}

test('algebra-directional: two fees from inside a swap, and a table with a bit for every tick', async () => {
  const [factory, pool] = [await ground.deploy(ground.own('Answers')), await ground.deploy(ground.own('Answers'))]
  const tokens = [`0x${'11'.repeat(20)}`, `0x${'22'.repeat(20)}`]
  const lookUp = `${ask('poolByPair', tokens)}${'00'.repeat(32)}` // a third argument, which factories of one pool ignore
  await tell(factory, { question: lookUp, types: ['address'], values: [pool] })
  const state = ['uint160', 'int24', 'uint16', 'uint16', 'uint16', 'uint8', 'uint8', 'bool']
  const globalState = ask('globalState')
  await tell(pool, { question: globalState, types: state, values: [price, 0, 100, 100, 7, 0, 0, true] })
  const begun = [price, -1, 700, 2_500, 8, 0, 0, false]
  await tell(pool, { question: globalState, types: state, values: begun, inSwap: true })
  await tell(pool, { question: ask('liquidity'), types: ['uint128'], values: [depth] })
  for (const [tick, net] of [
    [-600, depth],
    [601, -depth],
  ] as const) {
    const bit = 1n << BigInt(tick & 255)
    await tell(pool, { question: ask('tickTable', [tick >> 8]), types: ['uint256'], values: [bit] })
    await tell(pool, { question: ask('ticks', [tick]), types: ['uint128', 'int128'], values: [depth, net] })
  }
  expect(await look(directional, factory)).toMatchObject({
    sqrtPriceX96: price,
    tick: 0,
    liquidity: depth,
    tickSpacing: 1,
    feePpm: [700, 2_500],
    ticks: [
      [-600, depth],
      [601, -depth],
    ],
  })
})
