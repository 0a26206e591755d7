/** Trades that random tests have found to break a law as it was stated then. */
import { expect, test } from 'vitest'
import { amount } from '#domain/units'
import { all } from '#protocols/all.gen'
import { expectNoLessForMore, type SizedTrade } from './monotony.ts'

interface FoundTrade extends SizedTrade {
  readonly more: bigint
  /** What the pool gives for the input, and for `more` on top of it. */
  readonly outputs: readonly [bigint, bigint | undefined]
}

const found: Readonly<Record<string, readonly [kind: string, trade: FoundTrade]>> = {
  'an output below the rounding of D that a larger input loses, seed 752723581': [
    'curve-crypto',
    {
      way: {
        state: {
          ...{ kind: 'tri', a: 270_000_000n, gamma: 10_000_000_000n, isSettled: true },
          ...{ midFeeE10: 500_000n, outFeeE10: 500_000n, feeGamma: 0n, precisions: [1n, 1n, 1n] },
          priceScale: [64_659_663_493_656_231_877_274n, 100_000_000_000_008n],
          balances: [176_783_218_908_890_881_036n, 1_898_425_478_312_830n, 749_398_977_994_390_582_361_760n],
          invariant: 352_795_403_205_038_313_924n,
          ...{ virtualPrice: 10n ** 18n, supply: 63_123_419_367_957_126_716n },
        },
        ...{ from: 0, to: 2 },
      },
      ...{ amountIn: 8n, more: 264n, outputs: [189_990n, undefined] },
    },
  ],
  'the same in a pool of two tokens, seed 143366522': [
    'curve-crypto',
    {
      way: {
        state: {
          ...{ kind: 'two', a: 400_000n, gamma: 145_000_000_000_000n, isSettled: true },
          ...{ midFeeE10: 26_000_000n, outFeeE10: 45_000_000n, feeGamma: 230_000_000_000_000n },
          ...{ precisions: [1n, 1n], priceScale: [10n ** 18n] },
          balances: [3_335_401_912_839_742_344n, 2_855_786_566_921_549_183n],
          invariant: 6_176_206_653_805_199_479n,
          ...{ virtualPrice: 10n ** 18n, supply: 3_088_103_326_902_599_739n },
        },
        ...{ from: 1, to: 0 },
      },
      ...{ amountIn: 2n, more: 1n, outputs: [2n, undefined] },
    },
  ],
  'a square root rounded before it is divided by a small slope, seed 101990044': [
    'dodo-v2',
    {
      way: {
        state: {
          reserves: [24_178_516_392_292_583_494_123_520n, 524_581_927_350_458_350_005_202_714_625n],
          targets: [26_687_194_759_709_296_763_277_528_577n, 0n],
          ...{ vending: true, short: 0, price: 10n ** 18n, slope: 16_934_396_165_697_699n },
          fees: { pool: 3_130_160_217_027_989n, maintainer: 2_742_782_341_176_324n },
        },
        ...{ from: 0, to: 1 },
      },
      ...{
        amountIn: 990_755_824_976_135_916_560_149_959n,
        more: 4_023_656n,
        outputs: [485_047_542_269_687_006_918_617_503_979n, 485_047_542_269_687_006_918_617_503_951n],
      },
    },
  ],
}

test.each(Object.entries(found))('%s', (_, [kind, { way, amountIn, more, outputs }]) => {
  const protocol = all.find((one) => one.kind === kind)
  if (protocol === undefined) throw new Error(`no family ${kind}`)
  const give = (n: bigint) =>
    protocol.amountOut(way.state as never, { from: way.from, to: way.to, amountIn: amount(n) })
  expect([give(amountIn), give(amountIn + more)]).toEqual(outputs)
  expectNoLessForMore(protocol, { way, amountIn }, more)
})
