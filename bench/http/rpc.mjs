/** Calls of one method on our own node, in batches of a size that it answers at once. */

/**
 * @import { Call } from './shapes.ts'
 * @typedef {{ id: number, error?: { message: string }, result?: unknown }} Reply
 */

const perBatch = 200

/** @param {string} url */
export function rpcOf(url) {
  let id = 0
  /**
   * @param {readonly object[]} body
   * @returns {Promise<Reply[]>}
   */
  const post = async (body) => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
    return /** @type {Promise<Reply[]>} */ (response.json())
  }
  /**
   * @param {Call | undefined} call
   * @param {Reply} reply
   */
  const resultOf = (call, { error, result }) => {
    if (error !== undefined) throw new Error(`${call?.[0]}: ${error.message}`)
    return result
  }
  /**
   * @param {readonly Call[]} calls
   * @param {(call: Call | undefined, reply: Reply) => unknown} [take] throws for a reply that is none
   */
  async function many(calls, take = resultOf) {
    /** @type {unknown[]} */
    const results = []
    for (let i = 0; i < calls.length; i += perBatch) {
      const part = calls.slice(i, i + perBatch)
      const answers = await post(part.map(([method, ...params]) => ({ jsonrpc: '2.0', id: ++id, method, params })))
      const inOrder = answers.toSorted((a, b) => a.id - b.id)
      results.push(...inOrder.map((answer, at) => take(part[at], answer)))
    }
    return results
  }
  /**
   * @param {string} method
   * @param {unknown[]} params
   */
  const one = async (method, ...params) => (await many([[method, ...params]]))[0]
  /**
   * As the chain's own reads: a call that the contract refuses answers nothing.
   * @param {readonly Call[]} calls
   */
  const read = (calls) =>
    many(calls, (call, reply) => (/revert/.test(reply.error?.message ?? '') ? '0x' : resultOf(call, reply)))
  return { many, one, read }
}
