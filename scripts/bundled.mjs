import { build } from 'esbuild'

/** A source of the tests with all that it imports, bundled to run here; its name is that of the bundle. */
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
