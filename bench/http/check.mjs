/**
 * Checks every answer: recomputes the legs of the stored quote in integers over the pools at the block that the answer
 * names, read from the chain by this process with other calls than the product's.
 */
import Database from 'libsql'

/**
 * @import { Pool, Protocol } from '#domain/pools/protocol'
 * @import { Quote } from '#domain/quotes/quote'
 * @import { Read } from '#domain/calls/reads'
 * @import { Hex } from '#domain/units'
 * @import { Core } from './core.mjs'
 * @import { rpcOf } from './rpc.mjs'
 * @import { AnswerNote, Call } from './shapes.ts'
 * @typedef {ReturnType<typeof rpcOf>} Rpc
 * @typedef {{ state: unknown, protocol: Protocol<unknown> }} Known
 */

/**
 * @returns the number of answers and blocks checked, and the fault of each wrong answer
 * @param {{ core: Core, rpc: Rpc, db: string }} context
 * @param {readonly AnswerNote[]} answers
 */
export async function checkAnswers({ core, rpc, db }, answers) {
  const quotes = storedQuotes(core, db)
  const readings = createReadings(core, rpc)
  /** @type {{ id: string, block: number, fault: string }[]} */
  const wrong = []
  const byBlock = grouped(answers)
  for (const [block, some] of byBlock) {
    const pairs = some.map((answer) => ({ answer, quote: quotes(answer.id) }))
    await readings.read(
      block,
      pairs.flatMap(({ quote }) => quote?.route.legs.map(({ pool }) => pool) ?? []),
    )
    for (const { answer, quote } of pairs) {
      const fault = faultOf(core, { answer, quote, stateOf: readings.stateOf })
      if (fault !== undefined) wrong.push({ id: answer.id, block, fault })
    }
  }
  return { checked: answers.length, blocks: byBlock.size, wrong }
}

/** @param {readonly AnswerNote[]} answers */
const grouped = (answers) => {
  /** @type {Map<number, AnswerNote[]>} */
  const groups = new Map()
  for (const one of answers) groups.set(one.blockNumber, [...(groups.get(one.blockNumber) ?? []), one])
  return groups
}

/**
 * @param {Core} core
 * @param {string} db
 * @returns {(id: string) => Quote | undefined}
 */
function storedQuotes({ decodeQuote }, db) {
  const select = new Database(db, { readonly: true }).prepare('SELECT body FROM quotes WHERE id = ?')
  return (id) => {
    const [row] = /** @type {{ body: string }[]} */ (select.all(id))
    return row === undefined ? undefined : decodeQuote(row.body)
  }
}

/**
 * @param {Core} core
 * @param {Rpc} rpc
 */
function createReadings({ readAll, all }, rpc) {
  /** @type {Map<string, Protocol<unknown>>} */
  const protocols = new Map(all.map((protocol) => [protocol.kind, protocol]))
  /** @type {number | undefined} */
  let at
  /** @type {Map<string, unknown>} */
  let states = new Map()
  /** @param {Pool} pool */
  const key = ({ address }) => address
  /** @param {Pool} pool */
  const protocolOf = ({ venue }) => {
    const protocol = protocols.get(venue.protocol)
    if (protocol === undefined) throw new RangeError(`no adapter of ${venue.protocol}`)
    return protocol
  }
  return {
    /**
     * @param {number} block
     * @param {readonly Pool[]} pools
     */
    async read(block, pools) {
      if (block !== at) [at, states] = [block, new Map()]
      const wanted = [...new Map(pools.map((pool) => [key(pool), pool])).values()]
      /** @param {readonly Read<unknown>[]} reads */
      const ask = async (reads) => {
        /** @type {Call[]} */
        const calls = reads.map(({ to, data }) => ['eth_call', { to, data }, `0x${block.toString(16)}`])
        return /** @type {Hex[]} */ (await rpc.read(calls))
      }
      const loaded = await readAll(
        wanted.map((pool) => protocolOf(pool).load(pool)),
        ask,
      )
      for (const [i, pool] of wanted.entries()) states.set(key(pool), loaded[i])
    },
    /**
     * @param {Pool} pool
     * @returns {Known}
     */
    stateOf: (pool) => ({ state: states.get(key(pool)), protocol: protocolOf(pool) }),
  }
}

/**
 * @param {Core} core
 * @param {{ answer: AnswerNote, quote: Quote | undefined, stateOf: (pool: Pool) => Known }} checked
 */
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
