/** Two builds over the same chain in turns, so that other work on the machine meets both alike. */
import { fastest } from './phases.mjs'
import { cpuMsOf } from './processes.mjs'

/**
 * @import { Draw } from './shapes.ts'
 * @typedef {{ name: string, server: { url: string, child: import('node:child_process').ChildProcess } }} Build
 * @typedef {{ name: string, perSecond: number, cpuMs: number, p99: number }} Turn `cpuMs` of the service, per quote
 */

/**
 * Each build's medians of as many turns, every second round in the other order.
 * @param {readonly Build[]} builds warm ones
 * @param {Draw} draw
 * @param {{ turns: number, clients: number, seconds: number }} load
 * @returns {Promise<Turn[]>}
 */
export async function measureInTurns(builds, draw, { turns, ...load }) {
  /** @type {Turn[]} */
  const measured = []
  for (let turn = 0; turn < turns; turn += 1) {
    for (const { name, server } of turn % 2 === 0 ? builds : builds.toReversed()) {
      const before = cpuMsOf(server.child.pid)
      const { perSecond, statuses, ms } = await fastest(server.url, { ...draw, seed: draw.seed + 1_000 * turn }, load)
      const cpuMs = (cpuMsOf(server.child.pid) - before) / Math.max(1, statuses[200] ?? 0)
      measured.push({ name, perSecond, cpuMs, p99: ms.p99 })
    }
  }
  return builds.map(({ name }) => {
    const own = measured.filter((one) => one.name === name)
    /** @param {'perSecond' | 'cpuMs' | 'p99'} figure */
    const median = (figure) => own.map((one) => one[figure]).toSorted((a, b) => a - b)[Math.floor(turns / 2)] ?? 0
    return { name, perSecond: median('perSecond'), cpuMs: median('cpuMs'), p99: median('p99') }
  })
}
