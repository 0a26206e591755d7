import { figuresOf, lossesOf } from '#figures'
import { machineLine } from '#held-out/machine'
import { itemAt } from '#item-at'
import { underCap } from '#judge'
import { brief, columns } from '#table'

/**
 * @import { Kept } from '#held-out/cells'
 * @import { CappedRow } from '#shapes'
 * @typedef {{ pools: number, gwei: number, legs: number, seeds: readonly number[], cells: readonly Kept[] }} Group
 */

/** Losses of more bps than this are listed one by one. */
const worthTelling = 0.05

/**
 * The committed table. `groups` are `{ pools, gwei, legs, seeds, cells }`: the cells of all seeds of one market size,
 * gas price and leg cap, whose jobs are counted together.
 * @param {{ groups: readonly Group[], seeds: readonly number[], source: string, command: string, warmUps: number }} made
 */
export function reportOf({ groups, seeds, source, command, warmUps }) {
  const cells = groups.flatMap((group) => group.cells)
  const origins = new Map(cells.filter((cell) => !cell.leftOut).map(({ cell, where }) => [cell.name, where]))
  const machines = new Set(cells.map((cell) => machineLine(cell.machine)))
  const [blocks, losses] = [groups.map(blockOf), groups.flatMap(lossLines)]
  return [
    '# The routing core beside others: held-out seeds',
    '',
    `Made by \`${command}\`; README.md says what the columns mean. Bps but for ms and legs. Lost: behind another by more`,
    'than 0.0001 bps.',
    '',
    `- Seeds: ${seeds.join(', ')}, chosen when the core was frozen for the first run; what has changed in it since: README.md. The jobs of all are counted together`,
    `- swapline: \`src/routing\`, \`protocols\`, \`amm\` and \`math\` at ${source}`,
    ...[...origins].filter(([, where]) => where !== 'ours').map(([name, where]) => `- ${name}: ${where}`),
    ...(warmUps > 0 ? [`- Every process answered its jobs before, ${warmUps} × all: their code was compiled`] : []),
    ...[...machines].map((line) => `- Machine: ${line}; ${loadLine(cells)}`),
    '',
    ...blocks,
    '## Where swapline lost',
    '',
    losses.length === 0 ? `On no job by more than ${worthTelling} bps.` : `By more than ${worthTelling} bps:`,
    '',
    ...losses,
    '',
  ].join('\n')
}

/** @param {readonly Kept[]} cells */
function loadLine(cells) {
  const loads = cells.map(({ load }) => load).toSorted((a, b) => a - b)
  const max = loads.at(-1) ?? 0
  const said = `load ${loads[0]} to ${max}, in the middle ${loads[loads.length >> 1]}`
  return max > itemAt(cells, 0).machine.cores ? `${said}: it had other work, so read no times` : said
}

/** @param {Group} group */
function blockOf(group) {
  const { jobs, indexes, results } = together(group)
  const figures = figuresOf({ jobs, indexes, capped: true }, results)
  const names = Object.keys(columns)
  const lines = figures.map((row) => [
    `$${row.usd.toLocaleString('en')}`,
    ...Object.values(columns).map((of) => of(row)),
  ])
  const header = ['size', ...names]
  return [
    `## ${group.pools.toLocaleString('en')} pools, ${group.gwei} gwei, ${group.legs} legs`,
    '',
    ...[header, header.map(() => '---'), ...lines].map((line) => `| ${line.map((cell) => cell ?? '–').join(' | ')} |`),
    '',
  ].join('\n')
}

/**
 * The jobs of all seeds in one list, and every runner's rows by their position in it.
 * @param {Group} group
 */
function together({ seeds, legs, cells }) {
  const ofSeed = seeds.map((seed) => cells.filter(({ cell }) => cell.seed === seed))
  const jobs = ofSeed.flatMap(([any]) => any?.jobs ?? [])
  /** @type {Map<string, { rows: Map<number, CappedRow>, failed: string | undefined }>} */
  const results = new Map()
  let offset = 0
  for (const kept of ofSeed) {
    for (const { cell, rows, failed, leftOut } of kept) {
      if (leftOut) continue
      const result = results.get(cell.name) ?? { rows: new Map(), failed: undefined }
      result.failed ??= failed
      for (const row of rows) result.rows.set(offset + row.index, underCap({ ...row, index: offset + row.index }, legs))
      results.set(cell.name, result)
    }
    offset += itemAt(kept, 0).jobs.length
  }
  return { jobs, indexes: [...jobs.keys()], results }
}

/** @param {Group} group */
function lossLines(group) {
  const { jobs, indexes, results } = together(group)
  const each = jobs.length / group.seeds.length
  return lossesOf({ indexes }, results)
    .filter(({ runner, bps }) => runner === 'swapline' && bps > worthTelling)
    .map(({ index, bps, best }) => {
      const where = `${group.pools} pools, seed ${group.seeds[Math.floor(index / each)]}, job ${index % each}`
      const asked = `$${itemAt(jobs, index).usd.toLocaleString('en')}, ${group.gwei} gwei, ${group.legs} legs`
      return `- ${where} (${asked}): ${Number.isFinite(bps) ? `${brief(bps)} bps` : 'without an answer,'} behind ${best}`
    })
}
