import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createCertifier } from '#routing/bound/certify'
import { smallMarket } from './routing-bound-markets.ts'
import { bestOfAll } from './routing-exhaustive.ts'

const seed = Number(process.env['SWAPLINE_SEED'] ?? 20_261_121)

const quantile = (sorted: readonly number[], part: number) => sorted[Math.floor(part * (sorted.length - 1))] ?? 0

test('no route of all there are beats the bound, and the bound is near', () => {
  const gaps: number[] = []
  fc.assert(
    fc.property(smallMarket, ({ ground, task, sell }) => {
      const best = bestOfAll(ground.book, task, sell)
      if (best === undefined || best.net <= 0) return
      const certificate = createCertifier(ground)(task, best)
      expect(certificate?.upperBound).toBeGreaterThanOrEqual(best.net)
      gaps.push(((certificate?.upperBound ?? 0) / best.net - 1) * 1e4)
    }),
    { numRuns: 500, seed, endOnFailure: true },
  )
  gaps.sort((a, b) => a - b)
  console.log('n', gaps.length, 'gap in bp: p50', quantile(gaps, 0.5), 'p90', quantile(gaps, 0.9), 'max', gaps.at(-1))
}, 300_000)
