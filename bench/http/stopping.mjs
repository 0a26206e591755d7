/** Stops servers while clients send requests: every accepted request must be answered. */
import { load } from './processes.mjs'

/**
 * @import { processesIn } from './processes.mjs'
 * @import { Draw } from './shapes.ts'
 * @typedef {{ processes: ReturnType<typeof processesIn>, rpcUrl: string, draw: Draw, rounds: number, clients: number }} Stops
 */

/**
 * @param {Stops} stops
 * @returns totals over all rounds
 */
export async function stopUnderLoad({ processes, rpcUrl, draw, rounds, clients }) {
  const total = {
    rounds: 0,
    answered: 0,
    logged: 0,
    cutOff: 0,
    others: 0,
    exits: /** @type {Record<string, number>} */ ({}),
  }
  for (let round = 0; round < rounds; round += 1) {
    const server = await processes.serve(rpcUrl)
    const asked = load({ ...draw, url: server.url, clients, seed: draw.seed + 1_000 * round })
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    server.child.kill('SIGTERM')
    const code = await server.ended
    const { statuses } = await asked
    const { 200: answered = 0, 'cut off': cutOff = 0, 'no way in': _, ...others } = statuses
    total.rounds += 1
    total.answered += answered
    total.logged += server.said().split('"status":200').length - 1
    total.cutOff += cutOff
    total.others += /** @type {number[]} */ (Object.values(others)).reduce((sum, n) => sum + n, 0)
    total.exits[String(code)] = (total.exits[String(code)] ?? 0) + 1
  }
  return total
}
