import { createRouter } from '#routing/router'
import { findRoute } from '#routing/find-route'
import { protocols, poolOf, snapshotOf, requestOf } from '/tmp/i4/test/properties/routing-markets.ts'
const wad = 10n ** 18n, big = 100_000n * wad
    const deep = poolOf(0, [0, 1], [big, big], 10n * wad)
    const shallow = poolOf(1, [0, 1], [100n * wad, 100n * wad])
    const poor = poolOf(2, [0, 1], [big, big / 2n], 10n * wad)
const r = findRoute({ protocols }, { snapshot: snapshotOf([deep, shallow, poor], 0n), request: requestOf(0, 1, 5n * wad) })
console.log(r.narrow.map((p) => p.address), r.route?.legs.map((l) => [l.pool.address, l.amountIn, l.amountOut]))
