/** Prints the time of a quote per adapter, and predicted and measured gas. Run from the root of the repository. */
import { build } from 'esbuild'

const outfile = 'node_modules/.cache/swap-differential.mjs'
await build({
  entryPoints: ['test/conformance/measure.ts'],
  outfile,
  bundle: true,
  packages: 'external',
  conditions: ['source'],
  platform: 'node',
  format: 'esm',
  logLevel: 'error',
})
const { measure } = await import(`../../${outfile}`)
for (const row of await measure()) console.log(row)
