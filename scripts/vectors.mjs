/**
 * Checks recorded states and outputs against our own math: `npm run vectors -- <file or folder> … [--json]`, the formats
 * stand in docs/vectors.md. Without a path, everything recorded in the repository. Ends with 1 where an output differs
 * or a file cannot be read. The work is in `test/vectors/run.ts`, which is bundled to run here.
 */
import { build } from 'esbuild'

const outfile = 'node_modules/.cache/vectors.mjs'
await build({
  entryPoints: ['test/vectors/run.ts'],
  outfile,
  bundle: true,
  packages: 'external',
  conditions: ['source'],
  platform: 'node',
  format: 'esm',
  logLevel: 'error',
})

const { run } = await import(`../${outfile}`)
process.exitCode = run(process.argv.slice(2), process.stdout)
