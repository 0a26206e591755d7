/**
 * The cells of a long comparison, one file each, so that a run that was ended goes on where it was. A cell is one runner
 * on one set under one leg cap; runners that heed no cap are asked once.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { askRunner, say } from '#ask-runner'
import { generateSet } from '#generate/set'
import { loadNow, machine } from '#held-out/machine'
import { readPoolSet } from '#pool-set'
import { loadRunner } from '#runner-list'

/** Of rows and bounds: what JSON cannot hold. */
const integers = new Set(['net', 'amountOut', 'claimed', 'any', 'capped'])

/**
 * The trees that cells belong to: swapline's are good for one state of its core, all of them for one way of making and judging.
 * @throws Error where these have changes that are not committed: nobody could repeat the figures
 */
export function treesNow() {
  const git = (...args) => execFileSync('git', args, { encoding: 'utf8', cwd: import.meta.dirname }).trim()
  const judging = ['generate', 'exact', 'evaluate.mjs', 'jobs.mjs'].map((path) => `bench/against/${path}`)
  const core = ['routing', 'protocols', 'amm', 'math'].map((folder) => `src/${folder}`)
  const changed = git('status', '--porcelain', '--', ...[...core, ...judging].map((path) => `:/${path}`))
  if (changed !== '') throw new Error(`commit first what the figures are of:\n${changed}`)
  const treeOf = (path) => git('rev-parse', '--short', `HEAD:${path}`)
  return { core: core.map(treeOf).join(' '), judging: judging.map(treeOf).join(' ') }
}

/** Those of one set: `{ pools, seed, gwei, legs, name }`. */
export async function cellsOf({ pools, seed, gwei }, { legs, names }) {
  const cells = []
  for (const name of names) {
    const { heedsLegs = true } = await loadRunner(name)
    for (const cap of heedsLegs ? legs : [null]) cells.push({ pools, seed, gwei, legs: cap, name })
  }
  return cells
}

export const fileOf = (folder, { pools, seed, gwei, legs, name }) =>
  join(folder, `${pools}-${seed}-${gwei}-${legs ?? 'any'}-${name}.json`)

/** What was kept of a cell; `undefined` where it has to be run. */
export function readCell(folder, cell, trees) {
  const file = fileOf(folder, cell)
  if (!existsSync(file)) return undefined
  const kept = JSON.parse(readFileSync(file, 'utf8'), (key, value) =>
    integers.has(key) && typeof value === 'string' ? BigInt(value) : value,
  )
  const isOld = cell.name === 'swapline' && kept.trees.core !== trees.core
  return isOld || kept.trees.judging !== trees.judging ? undefined : kept
}

/** Runs the cells of one set that are not there yet. */
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

async function runCell({ folder, trees, limitSeconds, set, file }, cell) {
  const started = performance.now()
  say(`${cell.pools} pools, seed ${cell.seed}, ${cell.gwei} gwei, ${cell.legs ?? 'any'} legs`)
  const indexes = [...set.jobs.keys()]
  const limits = { mostLegs: cell.legs ?? Number.POSITIVE_INFINITY }
  const result = await askRunner(set, { name: cell.name, file, indexes, limits, repeat: 1, limitSeconds })
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
