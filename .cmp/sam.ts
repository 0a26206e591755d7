import { sampleStretches } from '#routing/book/sampled'
import { protocols, poolOf } from '/tmp/i4/test/properties/routing-markets.ts'
const wad = 10n ** 18n
let n = 0
const base: any = protocols.get('toy')
const p = { ...base, amountOut: (s: any, t: any) => { n++; return base.amountOut(s, t) } }
for (let i = 0; i < 5; i++) {
  n = 0
  const t = performance.now()
  const s = sampleStretches(p, poolOf(0, [0, 1], [1000n * wad, 1000n * wad]).state, { from: 0, to: 1 })
  console.log(performance.now() - t, n, s.liquidity.length, s.slack!.slice(0, 20), s.slack!.at(-1))
}
