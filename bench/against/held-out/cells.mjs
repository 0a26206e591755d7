/**
 * The cells of a long comparison, one file each, so that an interrupted run can be resumed. A cell is one runner on one
 * set under one leg cap; runners that ignore the cap are asked once.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { askRunner, say } from '#ask-runner'
import { generateSet } from '#generate/set'
import { loadNow, machine } from '#held-out/machine'
import { readPoolSet } from '#pool-set'
import { loadRunner } from '#runner-list'

/**
 * @import { Job, PoolSet, Row } from '#shapes'
 * @typedef {{ pools: number, seed: number, gwei: number, warmUps: number }} Market
 * @typedef {Market & { legs: number | null, name: string }} Cell one runner on one set under one leg cap
 * @typedef {{ core: string, judging: string }} Trees
 * @typedef {object} Kept the stored result of a cell
 * @property {Cell} cell
 * @property {Trees} trees
 * @property {typeof machine} machine
 * @property {number} load
 * @property {number} seconds
 * @property {readonly Job[]} jobs
 * @property {boolean} leftOut
 * @property {string} [where]
 * @property {string} [failed]
 * @property {Row[]} rows
 */

/** Members of rows and bounds that JSON cannot hold. */
const integers = new Set(['net', 'amountOut', 'claimed', 'any', 'capped'])

/**
 * The git trees that cells belong to: swapline's cells are valid for one state of its core, all cells for one state of
 * generation and judging.
 * @throws Error if these have uncommitted changes: the figures could not be reproduced
 * @returns {Trees}
 */
export function treesNow() {
  /** @param {string[]} args */
  const git = (...args) => execFileSync('git', args, { encoding: 'utf8', cwd: import.meta.dirname }).trim()
  const judging = ['generate', 'exact', 'evaluate.mjs', 'jobs.mjs'].map((path) => `bench/against/${path}`)
  const core = ['routing', 'protocols', 'amm', 'math'].map((folder) => `src/${folder}`)
  const changed = git('status', '--porcelain', '--', ...[...core, ...judging].map((path) => `:/${path}`))
  if (changed !== '') throw new Error(`commit first what the figures are of:\n${changed}`)
  /** @param {string} path */
  const treeOf = (path) => git('rev-parse', '--short', `HEAD:${path}`)
  return { core: core.map(treeOf).join(' '), judging: judging.map(treeOf).join(' ') }
}

/**
 * The cells of one set.
 * @param {Market} market
 * @param {{ legs: readonly number[], names: readonly string[] }} asked
 */
export async function cellsOf({ pools, seed, gwei, warmUps }, { legs, names }) {
  /** @type {Cell[]} */
  const cells = []
  for (const name of names) {
    const { heedsLegs = true } = await loadRunner(name)
    for (const cap of heedsLegs ? legs : [null]) cells.push({ pools, seed, gwei, warmUps, legs: cap, name })
  }
  return cells
}

/**
 * @param {string} folder
 * @param {Cell} cell
 */
export const fileOf = (folder, { pools, seed, gwei, warmUps, legs, name }) =>
  join(folder, `${pools}-${seed}-${gwei}-${legs ?? 'any'}-${name}${warmUps > 0 ? `-warm-${warmUps}` : ''}.json`)

/**
 * The stored result of a cell; `undefined` if it has to be run.
 * @param {string} folder
 * @param {Cell} cell
 * @param {Trees} trees
 */
export function readCell(folder, cell, trees) {
  const file = fileOf(folder, cell)
  if (!existsSync(file)) return undefined
  /** @type {Kept} */
  const kept = JSON.parse(readFileSync(file, 'utf8'), (key, value) =>
    integers.has(key) && typeof value === 'string' ? BigInt(value) : value,
  )
  const isOld = cell.name === 'swapline' && kept.trees.core !== trees.core
  return isOld || kept.trees.judging !== trees.judging ? undefined : kept
}

/**
 * Runs the cells of one set that have no stored result.
 * @param {{ folder: string, trees: Trees, limitSeconds: number }} options
 * @param {readonly Cell[]} cells
 */
export async function runCells({ folder, trees, limitSeconds }, cells) {
  const missing = cells.filter((cell) => readCell(folder, cell, trees) === undefined)
  const [first] = missing
  if (first === undefined) return
  const { pools, seed, gwei } = first
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `set-${pools}-${seed}-${gwei}.tmp`)
  const gasPriceWei = String(BigInt(Math.round(gwei * 1e9)))
  writeFileSync(file, JSON.stringify(generateSet({ pools, seed, gasPriceWei })))
  try {
    const set = readPoolSet(file)
    for (const cell of missing) await runCell({ folder, trees, limitSeconds, set, file }, cell)
  } finally {
    rmSync(file)
  }
}

/**
 * @param {{ folder: string, trees: Trees, limitSeconds: number, set: PoolSet, file: string }} options
 * @param {Cell} cell
 */
async function runCell({ folder, trees, limitSeconds, set, file }, cell) {
  const started = performance.now()
  say(`${cell.pools} pools, seed ${cell.seed}, ${cell.gwei} gwei, ${cell.legs ?? 'any'} legs`)
  const indexes = [...set.jobs.keys()]
  const { name, warmUps } = cell
  const limits = { maxLegs: cell.legs ?? Number.POSITIVE_INFINITY }
  const result = await askRunner(set, { name, file, indexes, limits, repeat: 1, warmUps, limitSeconds })
  const kept = {
    cell,
    trees,
    machine,
    load: loadNow(),
    seconds: Math.round((performance.now() - started) / 100) / 10,
    jobs: set.jobs,
    leftOut: result === undefined,
    where: result?.where,
    failed: result?.failed,
    rows: [...(result?.rows.values() ?? [])],
  }
  const text = JSON.stringify(kept, (_, value) => (typeof value === 'bigint' ? String(value) : value))
  const target = fileOf(folder, cell)
  writeFileSync(`${target}.tmp`, text)
  renameSync(`${target}.tmp`, target)
}
