import { mkdirSync, renameSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/**
 * @typedef {{
 *   all: typeof import('../../../src/protocols/all.gen.ts').all,
 *   bestEvaluation: typeof import('../../../src/routing/answer/answer.ts').bestEvaluation,
 *   certify: typeof import('../../../src/routing/proof/certify.ts').certify,
 *   createProofWorkspace: typeof import('../../../src/routing/proof/proof-state.ts').createProofWorkspace,
 *   buildMarketIndex: typeof import('../../../src/routing/index/market-index.ts').buildMarketIndex,
 *   updateMarketIndex: typeof import('../../../src/routing/index/market-index.ts').updateMarketIndex,
 *   tradeOverheadGas: typeof import('../../../src/routing/index/gas.ts').tradeOverheadGas,
 *   createPoolGraph: typeof import('../../../src/routing/index/pool-graph.ts').createPoolGraph,
 *   createRouter: typeof import('../../../src/routing/router.ts').createRouter,
 *   toIncumbent: typeof import('../../../src/routing/search/incumbent.ts').toIncumbent,
 *   createSearchWorkspace: typeof import('../../../src/routing/search/workspace.ts').createSearchWorkspace,
 *   solve: typeof import('../../../src/routing/solve.ts').solve,
 * }} Core what the bundle exports
 */

const root = fileURLToPath(new URL('../../../', import.meta.url))
const folder = fileURLToPath(new URL('../node_modules/.cache/', import.meta.url))
const entry = `
  export { all } from '#protocols/all.gen'
  export { bestEvaluation } from '#routing/answer/answer'
  export { certify } from '#routing/proof/certify'
  export { createProofWorkspace } from '#routing/proof/proof-state'
  export { buildMarketIndex, updateMarketIndex } from '#routing/index/market-index'
  export { tradeOverheadGas } from '#routing/index/gas'
  export { createPoolGraph } from '#routing/index/pool-graph'
  export { createRouter } from '#routing/router'
  export { toIncumbent } from '#routing/search/incumbent'
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
