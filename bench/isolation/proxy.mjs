import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/** @param {string} path */
const at = (path) => fileURLToPath(new URL(path, import.meta.url))

/**
 * The fault-injecting proxy of the tests.
 * @returns {Promise<typeof import('../../test/chain/proxy.ts')>}
 */
export async function loadProxy() {
  const folder = at('../../node_modules/.cache/swapline-bench/')
  const outfile = `${folder}proxy-${process.pid}.mjs`
  mkdirSync(folder, { recursive: true })
  const entryPoints = [at('../../test/chain/proxy.ts')]
  await build({
    entryPoints,
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'error',
  })
  return import(outfile)
}
