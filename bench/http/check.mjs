/**
 * Checks every answer: recomputes the legs of the stored quote in integers over the pools at the block that the answer
 * names, read from the chain by this process with other calls than the product's.
 */
import { createRequire } from 'node:module'

const Database = createRequire(import.meta.url)('libsql')

/** @returns the number of answers and blocks checked, and the fault of each wrong answer */
export async function checkAnswers({ core, rpc, db }, answers) {
  const quotes = storedQuotes(core, db)
  const readings = createReadings(core, rpc)
  const wrong = []
  const byBlock = Map.groupBy?.(answers, (one) => one.blockNumber) ?? grouped(answers)
  for (const [block, some] of byBlock) {
    const pairs = some.map((answer) => ({ answer, quote: quotes(answer.id) }))
    await readings.read(
      block,
      pairs.flatMap(({ quote }) => quote?.route.legs.map(({ pool }) => pool) ?? []),
    )
    for (const { answer, quote } of pairs) {
      const fault = faultOf(core, { answer, quote, stateOf: (pool) => readings.stateOf(block, pool) })
      if (fault !== undefined) wrong.push({ id: answer.id, block, fault })
    }
  }
  return { checked: answers.length, blocks: byBlock.size, wrong }
}

const grouped = (answers) => {
  const groups = new Map()
  for (const one of answers) groups.set(one.blockNumber, [...(groups.get(one.blockNumber) ?? []), one])
  return groups
}

function storedQuotes({ decodedQuote }, db) {
  const select = new Database(db, { readonly: true }).prepare('SELECT body FROM quotes WHERE id = ?')
  return (id) => {
    const [row] = select.all(id)
    return row === undefined ? undefined : decodedQuote(row.body)
  }
}

function createReadings({ readAll, all }, rpc) {
  const protocols = new Map(all.map((protocol) => [protocol.kind, protocol]))
  let [at, states] = [undefined, new Map()]
  const key = ({ address }) => address
  return {
    async read(block, pools) {
      if (block !== at) [at, states] = [block, new Map()]
      const wanted = [...new Map(pools.map((pool) => [key(pool), pool])).values()]
      const ask = (reads) =>
        rpc.many(reads.map(({ to, data }) => ['eth_call', { to, data }, `0x${block.toString(16)}`]))
      const loaded = await readAll(
        wanted.map((pool) => protocols.get(pool.venue.protocol).load(pool)),
        ask,
      )
      for (const [i, pool] of wanted.entries()) states.set(key(pool), loaded[i])
    },
    stateOf: (_, pool) => ({ state: states.get(key(pool)), protocol: protocols.get(pool.venue.protocol) }),
  }
}

function faultOf({ evaluate }, { answer, quote, stateOf }) {
  if (quote === undefined) return 'it was answered but is not stored'
  if (quote.block.number !== answer.blockNumber) return 'it names another block than it was stored with'
  if (String(quote.route.amountOut) !== answer.amountOut) return 'it says another amount than was stored'
  const planned = quote.route.legs.map(({ pool, tokenIn, tokenOut, share32 }) => {
    const { state, protocol } = stateOf(pool)
    const [from, to] = [pool.tokens.indexOf(tokenIn), pool.tokens.indexOf(tokenOut)]
    return { edge: { id: 0, live: { pool, state }, pool: 0, protocol, from, to, source: 0, target: 0 }, share32 }
  })
  const outcome = evaluate(planned, quote.route)
  if (outcome === undefined) return 'its legs cannot be carried out'
  return outcome.amountOut === quote.route.amountOut ? undefined : `its legs give ${outcome.amountOut}`
}
