import { build } from 'esbuild'

/**
 * @typedef {{
 *   'test/conformance/record.ts': typeof import('../test/conformance/record.ts'),
 *   'test/docs/families-table.ts': typeof import('../test/docs/families-table.ts'),
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
  const outfile = `node_modules/.cache/${entryPoint.replaceAll('/', '-').replace(/\.ts$/, '.mjs')}`
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
  return import(`../${outfile}`)
}
