/**
 * The HTTP API under load, on a sandbox with a thousand generated pairs in addition to its own, compared with a bare
 * fastify route in the same run. Everything runs on this machine: chain, server, load, and the check of every answer
 * afterwards.
 *
 *   npm run bench:http -- [--json | --write] [--pools 1000] [--rate 300] [--seconds 60] [--stops 20] [--seed 1]
 *     [--workers <n>] [--before <folder>]
 *
 * `--before` also measures another build, such as one of an earlier commit, in turns with this one.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { loadCore } from './core.mjs'
import { deployMarket } from './market.mjs'
import { fastest, metricsOf, overloadPhase, pacedPhase, warmUp } from './phases.mjs'
import { bare, processesIn } from './processes.mjs'
import { pairsFor, questions } from './questions.mjs'
import { reportOf } from './report.mjs'
import { rpcOf } from './rpc.mjs'
import { stopUnderLoad } from './stopping.mjs'
import { measureInTurns } from './turns.mjs'

/** @import { Draw } from './shapes.ts' */

const { values } = parseArgs({
  options: {
    pools: { type: 'string', default: '1000' },
    rate: { type: 'string', default: '300' },
    seconds: { type: 'string', default: '60' },
    stops: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    workers: { type: 'string' },
    before: { type: 'string' },
    json: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
})
const [pools, rate, seconds] = [Number(values.pools), Number(values.rate), Number(values.seconds)]
const [stops, seed] = [Number(values.stops), Number(values.seed)]
/** @param {string} text */
const say = (text) => process.stderr.write(`${text}\n`)

const home = mkdtempSync(join(tmpdir(), 'swapline-bench-'))
const processes = processesIn(home)
try {
  const figures = await run()
  if (values.json) console.log(JSON.stringify({ bench: 'http', node: process.version, ...figures }))
  else if (values.write) writeFileSync(fileURLToPath(new URL('./RESULT.md', import.meta.url)), reportOf(figures))
  else console.log(reportOf(figures))
} finally {
  await processes.swapline('sandbox', 'down')
  rmSync(home, { recursive: true, force: true })
}

async function run() {
  const core = await loadCore()
  const { url: rpcUrl } = await processes.swapline('sandbox', 'up')
  const rpc = rpcOf(rpcUrl)
  say(`deploying ${pools} pairs`)
  const market = await deployMarket(rpc, core.sandboxGround, { pools, seed })
  const [account = ''] = /** @type {string[]} */ (await rpc.one('eth_accounts'))
  const draw = { pairs: pairsFor(market.tokens), seed, account }

  const db = join(home, 'bench.db')
  const workers = values.workers === undefined ? [] : ['--workers', values.workers]
  const server = await processes.serve(rpcUrl, ['--db', db, ...workers])
  const chain = { pairs: market.pairs, from: core.sandboxGround.treasury }
  const context = { core, rpc, db, server, draw, chain }
  say('warming')
  const warm = await warmUp(context)
  say(`${warm.pools} pools, ${warm.pairs} pairs; ${rate} a second for ${seconds} s`)
  const paced = await pacedPhase(context, { rate, seconds, seed: seed + 10 })
  say('as fast as it goes, beside a bare route')
  const beside = await compareWithBare(server.url, draw)
  say(`${10 * rate} a second`)
  const turns = values.before === undefined ? [] : await compareBuilds(context, rpcUrl, values.before)
  const overload = await overloadPhase(context, { rate, times: 10, seconds: 10, seed: seed + 20 })
  const after = await metricsOf(server)
  server.child.kill('SIGTERM')
  await server.ended
  say(`${stops} servers ended under load`)
  const few = { ...draw, pairs: draw.pairs.slice(0, 4) }
  const stopped = await stopUnderLoad({ processes, rpcUrl, draw: few, rounds: stops, clients: 8 })
  return {
    asked: { pools, rate, seconds, seed, pairs: draw.pairs.length },
    warm,
    paced,
    beside,
    turns,
    overload,
    after,
    stopped,
  }
}

/**
 * The build in a folder, then both in turns, saturated.
 * @param {import('./phases.mjs').Context} context
 * @param {string} rpcUrl
 * @param {string} folder
 */
async function compareBuilds(context, rpcUrl, folder) {
  say(`warming ${folder}`)
  const before = await processes.serve(rpcUrl, ['--db', join(home, 'before.db')], join(folder, 'bin', 'swapline.js'))
  await warmUp({ ...context, server: before })
  say('both in turns')
  const builds = [
    { name: 'before', server: before },
    { name: 'now', server: context.server },
  ]
  const figures = await measureInTurns(
    builds,
    { ...context.draw, seed: seed + 50 },
    { turns: 5, clients: 32, seconds: 8 },
  )
  before.child.kill('SIGTERM')
  await before.ended
  return figures
}

/**
 * The service, then a route that answers the same bytes from memory.
 * @param {string} url
 * @param {Draw} draw
 */
async function compareWithBare(url, draw) {
  const path = questions({ ...draw, seed: draw.seed + 30 }).next().value
  const route = await bare(await (await fetch(url + path)).text())
  const load = { clients: 32, seconds: 10 }
  const service = await fastest(url, { ...draw, seed: draw.seed + 40 }, load)
  const bareRoute = await fastest(route.url, { ...draw, path }, load)
  route.stop()
  return { service, bareRoute }
}
