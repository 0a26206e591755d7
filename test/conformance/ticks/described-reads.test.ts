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
import { type LocalChain, startChain } from '../chain.ts'
import { all } from '../families.gen.ts'
import { createDeployContext, type DeployContext } from './fixture.ts'
import { type ToldState, toldPrice } from './walk-family.ts'

let chain: LocalChain
let ground: DeployContext
beforeAll(async () => {
  chain = await startChain()
  ground = createDeployContext(chain)
})
afterAll(() => chain.stop())

const told = new Interface(['function tell(bool, bytes, bytes)'])
const tokens = [evm(`0x${'11'.repeat(20)}`), evm(`0x${'22'.repeat(20)}`)] as const
const depth = 10n ** 20n
const asks = new Interface([
  'function globalState()',
  'function slot0()',
  'function liquidity()',
  'function tickSpacing()',
  'function currentFee()',
  'function fee()',
  'function tickTable(int16)',
  'function tickBitmap(int16)',
  'function ticks(int24)',
])

const descriptions = all.flatMap((family) => ('described' in family && family.described ? [family.described] : []))

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
    sqrtPriceX96: toldPrice,
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
