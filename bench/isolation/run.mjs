/**
 * Measures whether a faulty network affects another one, and whether a server ends when told to. Chains, proxy, server
 * and load are on this machine; all requests go over sockets.
 *
 *   npm run bench:isolation -- [--write] [--rate 20] [--seconds 15] [--runs 5] [--stops 20] [--seed 1] [--only <fault>]
 *     [--program <folder>]
 *
 * `--program` measures another build, such as one of an earlier commit; `--write` puts the table into
 * `docs/service.md`.
 */
import { parseArgs } from 'node:util'
import { endOnce } from './ends.mjs'
import { faults } from './faults.mjs'
import { load, quotePath, startFixture, waitForQuote } from './fixture.mjs'
import { reportOf, summaryOf, writeReport } from './report.mjs'

/** @import { Rule } from '../../test/chain/faults.ts' */

const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '15' },
    runs: { type: 'string', default: '5' },
    stops: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    program: { type: 'string', default: process.cwd() },
    write: { type: 'boolean', default: false },
  },
})
const [rate, seconds, runs] = [Number(values.rate), Number(values.seconds), Number(values.runs)]
const [stops, seed] = [Number(values.stops), Number(values.seed)]
/** @param {string} text */
const say = (text) => process.stderr.write(`${text}\n`)

const fixture = await startFixture(values.program)
try {
  const kinds = Object.entries(faults).filter(([kind]) => values.only === undefined || kind === values.only)
  const isolation = []
  for (const [kind, rulesOf] of kinds) isolation.push(await measureIsolation(kind, rulesOf))
  const ends = await measureEnds()
  const report = reportOf({ asked: { rate, seconds, runs, seed }, isolation, ends })
  if (values.write) writeReport(report)
  else console.log(report)
} finally {
  await fixture.close()
}

/**
 * Runs with a healthy and a faulty neighbour in turn, each on a server that is warm on both networks.
 * @param {string} kind
 * @param {() => readonly Rule[]} rulesOf
 */
async function measureIsolation(kind, rulesOf) {
  const measured = []
  for (let run = 0; run < runs; run += 1) {
    const healthy = await measure([], seed + 10 * run)
    const ill = await measure(rulesOf(), seed + 10 * run)
    measured.push({ healthy, ill })
    say(`${kind}, run ${run + 1} of ${runs}: ${summaryOf(healthy.ethereum)} | ${summaryOf(ill.ethereum)}`)
  }
  return { kind, measured }
}

/**
 * @param {readonly Rule[]} rules
 * @param {number} drawn
 */
async function measure(rules, drawn) {
  fixture.proxy.rules([])
  const server = await fixture.serve()
  try {
    await waitForQuote(server.url, 'ethereum')
    await waitForQuote(server.url, 'base')
    const task = { url: server.url, rate, seconds }
    await load({ ...task, path: quotePath('ethereum'), seconds: 3, seed: drawn + 1 }) // warms the code
    fixture.proxy.rules(rules)
    const [ethereum, base] = await Promise.all([
      load({ ...task, path: quotePath('ethereum'), seed: drawn + 2 }),
      load({ ...task, path: quotePath('base'), seed: drawn + 3 }),
    ])
    const afterwards = await load({ ...task, path: quotePath('base'), seconds: 3, seed: drawn + 4 })
    fixture.proxy.rules([])
    const { ms: backMs } = await waitForQuote(server.url, 'base')
    return { ethereum, base, afterwards, backMs }
  } finally {
    server.child.kill('SIGKILL')
    await server.ended
  }
}

async function measureEnds() {
  const rounds = []
  for (let round = 0; round < stops; round += 1) {
    const end = await endOnce(fixture, round)
    rounds.push(end)
    say(`end ${round + 1} of ${stops}: ${end.seconds.toFixed(2)} s`)
  }
  return rounds
}
