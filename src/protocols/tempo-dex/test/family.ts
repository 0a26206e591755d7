import { Interface } from 'ethers'
import fc from 'fast-check'
import type { Trade } from '#domain/pools/protocol'
import { amount } from '#domain/units'
import { decodeOrder } from '#protocols/tempo-dex/abi'
import { protocol } from '#protocols/tempo-dex/index'
import type { BookSide, TempoBook } from '#protocols/tempo-dex/swap'
import { compileFile } from '#test/conformance/adapters/compile'
import { type LocalChain, startChain } from '#test/conformance/chain'
import { defineFamily, type FamilyHarness } from '#test/conformance/family'

/** In units of the base token; it does not reappear if `flipTick` is its tick. */
interface Order {
  readonly amount: bigint
  readonly isBid: boolean
  readonly tick: number
  readonly flipTick: number
}

type Scenario = readonly Order[]

/** Books may be crossed, but then a round trip gains. */
const anyTick = (isBid: boolean) => fc.integer({ min: 0, max: 20 }).map((n) => (isBid ? -10 : 10) * n)

/** Those of one side: a few reappear, more of which need more gas than a transaction has. */
const anySide = (isBid: boolean): fc.Arbitrary<readonly Order[]> => {
  const toOrder = (flips: boolean) =>
    fc
      .record({
        amount: fc.bigInt({ min: 10n ** 8n, max: 3n * 10n ** 10n }),
        tick: anyTick(isBid),
        away: fc.integer({ min: 1, max: 20 }),
      })
      .map(({ away, ...one }) => ({
        ...one,
        isBid,
        flipTick: flips ? one.tick + (isBid ? 10 : -10) * away : one.tick,
      }))
  return fc
    .tuple(fc.array(toOrder(false), { maxLength: 8 }), fc.array(toOrder(true), { maxLength: 3 }))
    .chain(([plain, flipping]) =>
      fc.shuffledSubarray([...plain, ...flipping], { minLength: plain.length + flipping.length }),
    )
}

/** The last of each side is so large that no trade empties it: of the other side nothing is known after a flip. */
const last = (isBid: boolean): Order => {
  const end = isBid ? -2_000 : 2_000
  return { amount: 2n ** 60n, isBid, tick: end, flipTick: end }
}

const sumOf = ({ orders }: BookSide): bigint => orders.reduce((sum, { remaining }) => sum + remaining, 0n)

/** From one unit to more than all orders, mostly to about as much as those but the last hold. */
const plans: fc.Arbitrary<(state: TempoBook) => Trade> = fc
  .record({
    from: fc.nat(1),
    size: fc.integer({ min: 0, max: 1_060 }),
    low: fc.bigInt({ min: 0n, max: 10n ** 6n }),
    ofAll: fc.nat(19).map((n) => n === 0),
  })
  .map(({ from: drawn, size, low, ofAll }) => (state) => {
    const from = (drawn === 0 ? state.bids : state.asks).orders.length === 0 ? 1 - drawn : drawn
    const { orders, isWhole } = from === 0 ? state.bids : state.asks
    const held = Number(sumOf({ orders: ofAll ? orders : orders.slice(0, -1), isWhole })) + 2
    const raw = BigInt(Math.floor(held ** (size / 1_000))) + (size > 300 ? low : 0n)
    return { from, to: 1 - from, amountIn: amount(raw) }
  })

export const family = defineFamily<TempoBook, Scenario>({
  protocol,
  source: 'the implementation of Tempo in anvil 1.7.1, hardfork T4',
  scenarios: fc.tuple(anySide(true), anySide(false)).map(([bids, asks]) => [...bids, ...asks, last(true), last(false)]),
  plans,
  startChain: () => startChain(['--network', 'tempo', '--hardfork', 't4']),
  open: createHarness,
})

const abi = new Interface(['function play(tuple(uint128, bool, int16, int16)[] orders, int16[] ticks, int256[] turns)'])

/** Any address: the code is put there. */
const driver = '0x00000000000000000000000000000000007e4b00'

interface Turn {
  readonly out: bigint
  readonly book: TempoBook
}

async function createHarness(chain: LocalChain): Promise<FamilyHarness<TempoBook, Scenario>> {
  const path = 'src/protocols/tempo-dex/test/driver.sol'
  await chain.place(driver, compileFile(path, { optimizer: { enabled: true, runs: 200 } })('TempoDriver'))
  const play = async (orders: Scenario, trades: readonly Trade[]): Promise<readonly Turn[]> => {
    const ticks = [...new Set(orders.flatMap((one) => [one.tick, one.flipTick]))].toSorted((a, b) => a - b)
    const listed = orders.map((one) => [one.amount, one.isBid, one.tick, one.flipTick])
    const turns = trades.map(({ from, amountIn }) => (from === 0 ? amountIn : -amountIn))
    return readTurns(await chain.call(driver, abi.encodeFunctionData('play', [listed, ticks, turns])))
  }
  return {
    async start(orders) {
      const [first] = await play(orders, [])
      if (first === undefined) throw new Error('there is no book')
      return first.book
    },
    async play(orders, trades, ours) {
      const [, ...turns] = await play(orders, trades)
      return turns.map(({ out, book: { bids, asks } }, i) => {
        const own = ours[i]?.state
        // of a side that an order may have come to nothing is known
        const state = {
          ...(own?.bids.orders.length === 0 ? {} : { bids }),
          ...(own?.asks.orders.length === 0 ? {} : { asks }),
        }
        return { out, state }
      })
    },
  }
}

/** The driver's words, after the offset and the length of their array. */
function readTurns(answer: string): readonly Turn[] {
  const words = (answer.slice(2).match(/.{64}/g) ?? []).slice(2).map((text) => BigInt(`0x${text}`))
  let at = 0
  const readSide = (): BookSide => {
    const begin = at + 1
    at = begin + Number(words[at])
    return { orders: words.slice(begin, at).map(decodeOrder), isWhole: true }
  }
  const turns: Turn[] = []
  while (at < words.length) {
    const out = words[at++] ?? 0n
    turns.push({ out, book: { bids: readSide(), asks: readSide() } })
  }
  return turns
}
