import { rmSync } from 'node:fs'
import { build } from 'esbuild'

/**
 * @typedef {{
 *   'src/cli/completion/create-table.ts': typeof import('../src/cli/completion/create-table.ts'),
 *   'test/conformance/record.ts': typeof import('../test/conformance/record.ts'),
 *   'test/docs/families-table.ts': typeof import('../test/docs/families-table.ts'),
 *   'test/docs/liquidity-table.ts': typeof import('../test/docs/liquidity-table.ts'),
 *   'test/reliability/report.ts': typeof import('../test/reliability/report.ts'),
 *   'test/vectors/run.ts': typeof import('../test/vectors/run.ts'),
 * }} Bundled what is bundled, by path
 */

/**
 * Bundles a source file of the tests with its imports and imports the bundle, named after the source.
 * @template {keyof Bundled} Path
 * @param {Path} entryPoint
 * @returns {Promise<Bundled[Path]>}
 */
export async function bundled(entryPoint) {
  // Of this process alone: another one may bundle the same source.
  const outfile = `node_modules/.cache/${entryPoint.replaceAll('/', '-').replace(/\.ts$/, '')}-${process.pid}.mjs`
  await build({
    entryPoints: [entryPoint],
    outfile,
    bundle: true,
    packages: 'external',
    conditions: ['source'],
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  })
  try {
    return await import(`../${outfile}`)
  } finally {
    rmSync(outfile)
  }
}
