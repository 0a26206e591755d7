import { mkdirSync, renameSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const folder = fileURLToPath(new URL('../node_modules/.cache/', import.meta.url))
const entry = `
  export { all } from '#protocols/all.gen'
  export { bestEvaluation } from '#routing/answer'
  export { certify } from '#routing/bound/certify'
  export { openProofRoom } from '#routing/bound/work'
  export { openGround, renewGround } from '#routing/ground'
  export { besideTrade } from '#routing/leg-gas'
  export { openMarket } from '#routing/market'
  export { createRouter } from '#routing/router'
  export { foundBy } from '#routing/search/carry'
  export { openRoom } from '#routing/search/room'
  export { solve } from '#routing/solve'
`

/** The routing core and the adapters of this tree, as they stand now. @returns the file to import them from */
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
  renameSync(outfile, core) // whole at once: another bench may be reading it
  return core
}
