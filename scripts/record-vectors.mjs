/**
 * Records `src/protocols/<kind>/vectors.json` from the real contracts on a local chain. Run from the root of
 * the repository, for all families or for those that are named; needs no network. The work is in `test/conformance/record.ts`, which is bundled to run here.
 */
import { build } from 'esbuild'

const outfile = 'node_modules/.cache/record-vectors.mjs'
await build({
  entryPoints: ['test/conformance/record.ts'],
  outfile,
  bundle: true,
  packages: 'external',
  conditions: ['source'],
  platform: 'node',
  format: 'esm',
  logLevel: 'error',
})

const { record } = await import(`../${outfile}`)
await record(process.argv.slice(2))
