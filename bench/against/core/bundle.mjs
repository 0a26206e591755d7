import { mkdirSync, renameSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const folder = fileURLToPath(new URL('../node_modules/.cache/', import.meta.url))
const entry = `
  export { all } from '#protocols/all.gen'
  export { bestEvaluation } from '#routing/answer'
  export { certify } from '#routing/bound/certify'
  export { createProofWorkspace } from '#routing/bound/proof-state'
  export { buildMarketIndex, updateMarketIndex } from '#routing/market-index'
  export { tradeOverheadGas } from '#routing/leg-gas'
  export { createPoolGraph } from '#routing/pool-graph'
  export { createRouter } from '#routing/router'
  export { toIncumbent } from '#routing/search/carry'
  export { createSearchWorkspace } from '#routing/search/workspace'
  export { solve } from '#routing/solve'
`

/**
 * Bundles the routing core and the adapters of this tree in their current state. @returns the file to import them from
 */
export async function buildCore() {
  const outfile = `${folder}swapline-${process.pid}.mjs`
  mkdirSync(folder, { recursive: true })
  await build({
    stdin: { contents: entry, resolveDir: root },
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    conditions: ['source'],
    logLevel: 'error',
  })
  const core = `${folder}swapline.mjs`
  renameSync(outfile, core) // atomic: another bench may be reading it
  return core
}
