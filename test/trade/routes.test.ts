/** What routing predicts is what the router gives, to the wei, for random routes. `SWAPLINE_ROUTES` and `SWAPLINE_SEED` choose them. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SwapError } from '#domain/errors'
import type { Quote } from '#domain/quote'
import { nativeToken } from '#domain/units'
import { createRpc } from '#sandbox/rpc'
import { type House, openHouse } from './house.ts'
import { type Drawn, draws, movedBy, openSettlement, type Settled, type Settlement } from './random-routes.ts'

const wanted = Number(process.env['SWAPLINE_ROUTES'] ?? 300)
const seed = Number(process.env['SWAPLINE_SEED'] ?? Date.now() % 2 ** 31)

let house: House
let chain: Settlement
beforeAll(async () => {
  house = await openHouse()
  chain = await openSettlement(house, createRpc(house.url))
})
afterAll(() => house.close())

interface Row extends Settled {
  readonly quote: Quote
}

test('random routes bring what was quoted to the wei and leave nothing behind', async () => {
  console.info(`SWAPLINE_SEED=${seed}`)
  const rows: Row[] = []
  const unanswered = new Map<string, number>()
  for (const drawn of fc.sample(draws, { seed, numRuns: wanted * 2 })) {
    if (rows.length === wanted) break
    const quote = await quoted(drawn, unanswered)
    if (quote !== undefined) rows.push(await carriedOut(drawn, quote))
  }
  report(rows, unanswered)
  expect(rows.length).toBe(wanted)
}, 120_000)

async function quoted({ request }: Drawn, unanswered: Map<string, number>): Promise<Quote | undefined> {
  try {
    return await (await house.parts.service()).quote(request)
  } catch (error) {
    if (!(error instanceof SwapError) || !['NO_ROUTE', 'AMOUNT_BELOW_MIN'].includes(error.code)) throw error
    unanswered.set(error.code, (unanswered.get(error.code) ?? 0) + 1)
    return undefined
  }
}

function carriedOut({ exactly }: Drawn, quote: Quote): Promise<Row> {
  const { from, to, sell, buy, sellAmount, affiliate } = quote.request
  return chain.undone(async (keep) => {
    if (exactly && sell !== nativeToken) await chain.approve(sell, sellAmount)
    const service = await house.parts.service()
    const payload = await service.transaction({ quoteId: quote.id, estimateGas: false, deadlineSeconds: 3_600 })
    const settled = await chain.settle(payload, to)
    expect(settled.moved).toEqual(
      movedBy(
        [from, sell, -sellAmount],
        [to, buy, quote.route.amountOut],
        [affiliate?.address ?? from, sell, quote.affiliateFee],
        ...(affiliate === undefined ? [] : []),
      ),
    )
    return { ...settled, quote }
  })
}
