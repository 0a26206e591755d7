import { build } from 'esbuild'

/** Bundles a source file of the tests with its imports and imports the bundle, named after the source. */
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
