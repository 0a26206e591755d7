/** Calls of one method on our own node, in batches of a size that it answers at once. */
const perBatch = 200

export function rpcOf(url) {
  let id = 0
  const post = async (body) => {
    const headers = { 'content-type': 'application/json' }
    return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).json()
  }
  const resultOf = (calls, { error, result }, i) => {
    if (error !== undefined) throw new Error(`${calls[i][0]}: ${error.message}`)
    return result
  }
  /** @param calls pairs of a method and its parameters */
  async function many(calls) {
    const results = []
    for (let i = 0; i < calls.length; i += perBatch) {
      const part = calls.slice(i, i + perBatch)
      const answers = await post(part.map(([method, ...params]) => ({ jsonrpc: '2.0', id: ++id, method, params })))
      const inOrder = answers.toSorted((a, b) => a.id - b.id)
      results.push(...inOrder.map((answer, at) => resultOf(part, answer, at)))
    }
    return results
  }
  return { many, one: async (method, ...params) => (await many([[method, ...params]]))[0] }
}
