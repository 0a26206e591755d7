/** Single trades out of the recordings of DODO's own contracts, which earlier versions of this code priced wrongly. */
import { expect, test } from 'vitest'
import { amount } from '#domain/units'
import { protocol } from '#protocols/dodo-v2/index'
import type { DodoState } from '#protocols/dodo-v2/state'

const sell = (from: number, amountIn: bigint) => ({ from, to: 1 - from, amountIn: amount(amountIn) })

test('a pool with a constant price keeps its target when it is emptied', () => {
  const full: DodoState = {
    price: 910_000_000_000_000_000_000_000_000n,
    slope: 0n,
    reserves: [29_208_572n, 38_274_912_748_801_000n],
    targets: [29_208_572n, 26_579_800_520_000_000n],
    short: 'neither',
    fees: { pool: 0n, maintainer: 200_000_000_000_000n },
    vending: false,
  }
  const emptying = sell(1, 140_005_375_386_361_035n)
  expect(protocol.amountOut(full, emptying)).toBe(29_202_731n)
  const empty = protocol.stateAfter(full, emptying)
  expect(empty.reserves[0]).toBe(0n)
  expect(protocol.amountOut(empty, sell(1, 2_054_754_246n))).toBeUndefined()
  expect(protocol.amountOut(empty, sell(0, 1_686n))).toBe(1_533_953_148_000n)
})

/** Of a machine, DVM of c58c067 and of e44c328, and of a private pool, DPP of c58c067. */
test.each<[string, DodoState, bigint, bigint | undefined]>([
  [
    'a newer machine refuses a payment by which nothing would remain',
    {
      price: 30_387_988n,
      slope: 39_946_319_606n,
      reserves: [33_216_078n, 0n],
      targets: [33_216_078n, 0n],
      short: 0,
      fees: { pool: 3_000_000_000_000_000n, maintainer: 200_000_000_000_000n },
      vending: true,
      keepsRest: true,
    },
    3_584n,
    undefined,
  ],
  [
    'an older machine takes it, and gives all it has but the fee',
    {
      price: 86_454_589_579_485_995_287n,
      slope: 3_916_905_006n,
      reserves: [866_025n, 126_741_629n],
      targets: [2_332_015n, 0n],
      short: 0,
      fees: { pool: 8_431_004_846_324_633n, maintainer: 199_157_348_359_986n },
      vending: true,
    },
    395_220_104n,
    858_552n,
  ],
  [
    'a newer private pool refuses it too',
    {
      price: 70_575_460_015n,
      slope: 53_703_841_386_281_972n,
      reserves: [165_077n, 1_000n],
      targets: [165_077n, 1_000n],
      short: 'neither',
      fees: { pool: 3_000_000_000_000_000n, maintainer: 200_000_000_000_000n },
      vending: false,
      keepsRest: true,
    },
    600n,
    undefined,
  ],
])('%s', (_, state, amountIn, out) => {
  expect(protocol.amountOut(state, sell(1, amountIn))).toBe(out)
})
