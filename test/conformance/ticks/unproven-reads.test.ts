/** What the lens reads of pools whose contracts are not available, from answers as described. */
import { AbiCoder, Interface } from 'ethers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TickState } from '#amm/ticks/state'
import { createLensCall, parseLensAnswer } from '#chain/lens/call'
import { findPoolOfItem } from '#chain/lens/input'
import { toLensRecord } from '#chain/lens/record'
import { addressWord, callData, word } from '#domain/calls/words'
import type { Protocol, Venue } from '#domain/pools/protocol'
import { reaches } from '#domain/pools/tick-reach'
import { evm, hex } from '#domain/units'
import { protocol as directional } from '#protocols/algebra-directional/index'
import { protocol as ramses } from '#protocols/ramses-v3/index'
import { protocol as solidly } from '#protocols/solidly-v3/index'
import { type LocalChain, startChain } from '../chain.ts'
import { createDeployContext, type DeployContext } from './fixture.ts'

let chain: LocalChain
let ground: DeployContext
beforeAll(async () => {
  chain = await startChain()
  ground = createDeployContext(chain)
})
afterAll(() => chain.stop())

/** A contract's answer, as types and values. */
interface ToldState {
  readonly method: string
  readonly args?: readonly number[]
  readonly types: readonly string[]
  readonly values: readonly unknown[]
  readonly inSwap?: true
}

interface Description {
  readonly protocol: Protocol<TickState>
  readonly venue: Pick<Venue, 'feesPpm' | 'facts'>
  /** The arguments of the factory's lookup, in addition to the tokens. */
  readonly lookUp: readonly [selector: string, argument: number]
  readonly bitmap: 'tickTable' | 'tickBitmap'
  readonly answers: readonly ToldState[]
  /** Distance of two bits of the table. */
  readonly spacing: number
  readonly feePpm: TickState['feePpm']
}

const told = new Interface(['function tell(bool, bytes, bytes)'])
const tokens = [evm(`0x${'11'.repeat(20)}`), evm(`0x${'22'.repeat(20)}`)] as const
const depth = 10n ** 20n
const price = (1n << 96n) + 12_345n
const asks = new Interface([
  'function globalState()',
  'function slot0()',
  'function liquidity()',
  'function tickSpacing()',
  'function currentFee()',
  'function tickTable(int16)',
  'function tickBitmap(int16)',
  'function ticks(int24)',
])

const slot0 = ['uint160', 'int24', 'uint24', 'bool']
const oracled = ['uint160', 'int24', 'uint16', 'uint16', 'uint16', 'uint8', 'bool']
const globalState = ['uint160', 'int24', 'uint16', 'uint16', 'uint16', 'uint8', 'uint8', 'bool']

const descriptions: readonly Description[] = [
  {
    protocol: directional,
    venue: { feesPpm: [100] },
    lookUp: ['0xd9a641e1', 0], // poolByPair(address,address): such factories ignore a third argument
    bitmap: 'tickTable',
    answers: [
      { method: 'globalState', types: globalState, values: [price, 0, 100, 100, 7, 0, 0, true] },
      { method: 'globalState', types: globalState, values: [price, -1, 700, 2_500, 8, 0, 0, false], inSwap: true },
    ],
    spacing: 1,
    feePpm: [700, 2_500],
  },
  {
    protocol: solidly,
    venue: { feesPpm: [500, 3_000], facts: { spacings: [10, 50] } },
    lookUp: ['0x28af8d0b', 50], // getPool(address,address,int24)
    bitmap: 'tickBitmap',
    answers: [
      { method: 'slot0', types: slot0, values: [price, 0, 2_750, true] },
      { method: 'tickSpacing', types: ['int24'], values: [50] },
    ],
    spacing: 50,
    feePpm: 2_750,
  },
  {
    protocol: ramses,
    venue: { feesPpm: [500, 3_000] },
    lookUp: ['0x1698ee82', 3_000], // getPool(address,address,uint24)
    bitmap: 'tickBitmap',
    answers: [
      { method: 'slot0', types: oracled, values: [price, 0, 3, 9, 9, 5, true] },
      { method: 'tickSpacing', types: ['int24'], values: [60] },
      { method: 'currentFee', types: ['uint24'], values: [1_234] },
    ],
    spacing: 60,
    feePpm: 1_234,
  },
]

test.each(descriptions.map((one) => [one.protocol.kind, one] as const))('%s', async (_, description) => {
  const { protocol, venue, lookUp, bitmap, answers, spacing, feePpm } = description
  const [factory, pool] = [await answering(), await answering()]
  const [selector, argument] = lookUp
  const question = callData(hex(selector), addressWord(tokens[0]), addressWord(tokens[1]), word(argument))
  await tellRaw(factory, { question, types: ['address'], values: [pool] })
  for (const one of answers) await tell(pool, one)
  await tell(pool, { method: 'liquidity', types: ['uint128'], values: [depth] })
  const ends = [
    [-12 * spacing, depth],
    [13 * spacing, -depth],
  ] as const
  for (const [tick, net] of ends) {
    const at = tick / spacing
    await tell(pool, { method: bitmap, args: [at >> 8], types: ['uint256'], values: [1n << BigInt(at & 255)] })
    await tell(pool, { method: 'ticks', args: [tick], types: ['uint128', 'int128'], values: [depth, net] })
  }
  const { state, address } = await look(protocol, { ...venue, factory: evm(factory) })
  expect(address).toBe(evm(pool))
  expect(state).toMatchObject({
    sqrtPriceX96: price,
    tick: 0,
    liquidity: depth,
    tickSpacing: spacing,
    feePpm,
    ticks: ends,
  })
})

const answering = () => ground.deploy(ground.findOwnCode('Answers'))

const tell = (to: string, { method, args = [], ...rest }: ToldState): Promise<void> =>
  tellRaw(to, { question: asks.encodeFunctionData(method, args), ...rest })

async function tellRaw(
  to: string,
  { question, types, values, inSwap }: Omit<ToldState, 'method' | 'args'> & { readonly question: string },
): Promise<void> {
  const answer = new AbiCoder().encode(types, values)
  await chain.send(to, told.encodeFunctionData('tell', [inSwap === true, question, answer]))
}

/** Finds the only pool through its factory, and reads it. */
async function look(protocol: Protocol<TickState>, stated: Pick<Venue, 'factory' | 'feesPpm' | 'facts'>) {
  const { lens: asking, kind } = protocol
  if (asking?.kind !== 3) throw new Error('the lens does not read this family')
  const venues = [{ kind: 3 as const, venue: { protocol: kind, name: kind, title: kind, ...stated }, access: asking }]
  const work = { reach: reaches.usual, tokens, venues, pairs: [[0, 1] as const], pools: [] }
  const answer = parseLensAnswer(
    'override',
    await chain.answer(createLensCall('override', work, { start: 0, block: 'latest' })),
  )
  const [item, ...others] = answer?.items ?? []
  expect(others).toEqual([])
  const pool = item && findPoolOfItem(work, item.item, item.address)?.pool
  if (item?.record.kind !== 3 || pool === undefined) throw new Error('it saw no pool')
  return { address: pool.address, state: asking.state(toLensRecord(item.record, reaches.usual.maxTicks), pool) }
}
