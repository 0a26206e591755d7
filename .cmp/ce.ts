import { findRoute } from '#routing/find-route'
import { openMarket } from '#routing/market'
import { openGround } from '#routing/ground'
import { openRoom, search } from '#routing/search/search'
import { protocols, poolOf, snapshotOf, requestOf } from '/tmp/i4/test/properties/routing-markets.ts'
const ps: any = [[[1,2],[3000000000000000000n,8989281000000000000n]],[[0,2],[1000000000000000000n,8999910000000000000n]],[[0,1],[1000000000000000000n,3000000000000000000n]],[[0,1],[1000000000000000000n,3000000000000000000n]],[[0,2],[1000000000000000000n,9269946000000000000n]]]
const pools = ps.map(([t, r]: any, i: number) => poolOf(i, t, r))
const req = requestOf(0, 1, 10n ** 18n)
const r = findRoute({ protocols }, { snapshot: snapshotOf(pools, 0n), request: req })
console.log(r.route?.amountOut, r.route?.legs.map((l) => [l.pool.address.slice(-1), l.tokenIn.slice(-1), l.amountIn, l.amountOut]))
const m = openMarket({ protocols }, pools), g = openGround(m, { wrapped: req.wrapped, gasPrice: 0n })
const s = search(openRoom(g), { source: m.numbers.get(req.tokenIn)!, target: m.numbers.get(req.tokenOut)!, amount: 1e18, gasValue: 0, passedGas: 0, limits: req })
console.log(s?.support.value, s?.support.isWhole, s?.support.edges.map((e) => [e.a, e.b, e.edge]), s?.chains.map((c) => [c.net, c.edges.map((e) => e.edge)]), [...s!.support.prices])
console.log(s?.core.edges.map((e) => [e.a, e.b, e.edge, e.spot, e.net]))
console.log(m.numbers, g.pairs.count, [...g.pairs.from], [...g.pairs.to], [...g.pairs.spot], [...g.prices.net[0]!], [...g.prices.native], s?.core.level, [...g.pairs.list], [...g.book.spot], [...g.prices.net[1]!])
