import fs from 'node:fs'
import { Router } from '/work/shared/peers/prototype/solver2.mjs'
import { openRoom, search } from '#routing/search/search'
import { groundOf } from './set.ts'
const [file, usdWanted, capS] = process.argv.slice(2)
const set = JSON.parse(fs.readFileSync(file!, 'utf8'))
const cap = +(capS ?? 24)
if (process.env.GWEI) set.gas.gasPriceWei = String(+process.env.GWEI * 1e9)
const ground = groundOf(set)
const room = openRoom(ground)
const G = new Router(set)
const jobs = set.jobs.filter((j: any) => !usdWanted || j.usd === +usdWanted)
const q = (l: number[], p: number) => l.sort((a, b) => a - b)[Math.min(l.length - 1, Math.floor(p * l.length))]
const by = new Map<number, any>()
for (const rep of [0, 1, 2]) for (const j of jobs) {
  const dO = set.tokens[j.tokenOut].decimals
  const gp = +set.gas.gasPriceWei / 1e18 * set.tokens[set.gas.nativeToken].usd / set.tokens[j.tokenOut].usd
  let t = performance.now()
  const r = G.solve(j.tokenIn, j.tokenOut, +j.amount / 10 ** set.tokens[j.tokenIn].decimals, gp, { cap })
  const tp = performance.now() - t
  t = performance.now()
  const s = search(room, { source: j.tokenIn, target: j.tokenOut, amount: +j.amount, gasValue: gp * 10 ** dO, passedGas: 0, limits: { maxHops: 9, maxSplits: 99, maxLegs: cap } })
  const tm = performance.now() - t
  const mine = (s?.support.value ?? 0) / 10 ** dO, his = r?.net ?? 0
  const o = by.get(j.usd) ?? { behind: [], tp: [], tm: [], spent: [], legs: [] }
  by.set(j.usd, o)
  if (rep === 2) { const d = (his - mine) / Math.max(his, mine) * 1e4; o.behind.push(d); if (d > 0.05 || process.env.ALL) console.log(j.usd, set.tokens[j.tokenIn].symbol, set.tokens[j.tokenOut].symbol, 'behind bp', d.toFixed(3), 'mine', mine, 'his', his, 'legs', s?.support.edges.length, r?.legs, 'core', s?.core.tokens.length, s?.core.edges.length, 'his', r?.n, r?.m, s?.support.isWhole)
  o.tp.push(tp); o.tm.push(tm); o.legs.push(s?.support.edges.length) }
}
for (const [usd, o] of by) console.log(usd, 'behind p50/p90/max/min', [0.5, 0.9, 1, 0].map((p) => q(o.behind, p)!.toFixed(4)).join(' / '), 'ms mine', q(o.tm, 0.5)!.toFixed(2), q(o.tm, 0.95)!.toFixed(2), 'proto', q(o.tp, 0.5)!.toFixed(2), q(o.tp, 0.95)!.toFixed(2), 'legs', q(o.legs, .5), q(o.legs, 1))
