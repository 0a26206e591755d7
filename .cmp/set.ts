import { openBook, writeEdge } from '#routing/book/book'
import { openPairs } from '#routing/book/pairs'
import { openPrices } from '#routing/book/prices'
export function groundOf(set: any, gasPrice = +set.gas.gasPriceWei) {
  const ends: any[] = []
  set.pools.forEach((p: any, i: number) => { const [a, b] = p.tokens; ends.push({ from: a, to: b, pool: i }, { from: b, to: a, pool: i }) })
  const book = openBook(set.tokens.length, ends)
  set.pools.forEach((p: any, i: number) => { for (let d = 0; d < 2; d++) writeEdge(book, 2 * i + d, stretches(p, d), 0) })
  const pairs = openPairs(book)
  const prices = openPrices(book, pairs, set.gas.nativeToken, gasPrice)
  return { book, pairs, prices }
}
const sq = Math.log(1.0001) / 2
export function stretches(p: any, d: number): any {
  const kept = 1 - p.feePpm / 1e6
  if (p.type === 'cp') {
    const rin = +p.reserves[d], rout = +p.reserves[1 - d], L = Math.sqrt(rin) * Math.sqrt(rout)
    return { kept, roots: [Math.sqrt(rout / rin), L / (rin + kept * (2 ** 112 - rin))], liquidity: [L], gas: [p.gas], whole: true }
  }
  const w0 = +p.sqrtPriceX96 / 2 ** 96, tk = p.ticks
  const roots = [d ? 1 / w0 : w0], liquidity: number[] = [], gas: number[] = []
  let L = +p.liquidity, j = 0
  while (j < tk.length && tk[j][0] <= p.tick) j++
  const put = (k: number, sgn: number) => { const s = Math.exp(tk[k][0] * sq), w = d ? 1 / s : s; if (w < roots.at(-1)!) { roots.push(w); liquidity.push(Math.max(0, L)); gas.push(p.gas) } L += sgn * +tk[k][1] }
  if (d === 0) for (let k = j - 1; k >= 0; k--) put(k, -1); else for (let k = j; k < tk.length; k++) put(k, 1)
  if (liquidity.length === 0) return { kept, roots: [], liquidity: [], gas: [], whole: true }
  return { kept, roots, liquidity, gas, whole: true }
}
