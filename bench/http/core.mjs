import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/**
 * @typedef {{
 *   readAll: typeof import('#chain/survey/read-all').readAll,
 *   network: typeof import('#networks/entries/sandbox').network,
 *   all: typeof import('#protocols/all.gen').all,
 *   evaluate: typeof import('#routing/answer/evaluate').evaluate,
 *   sandboxGround: typeof import('#sandbox/addresses.gen').sandboxGround,
 *   decodeQuote: typeof import('#store/service/packed-quote').decodeQuote,
 * }} Core what the bundle exports
 */

const root = fileURLToPath(new URL('../../', import.meta.url))
const folder = fileURLToPath(new URL('../../node_modules/.cache/swapline-bench/', import.meta.url))
const entry = `
  export { readAll } from '#chain/survey/read-all'
  export { network } from '#networks/entries/sandbox'
  export { all } from '#protocols/all.gen'
  export { evaluate } from '#routing/answer/evaluate'
  export { sandboxGround } from '#sandbox/addresses.gen'
  export { decodeQuote } from '#store/service/packed-quote'
`

/**
 * The parts of the product that the bench checks it with, from this tree.
 * @returns {Promise<Core>}
 */
export async function loadCore() {
  const outfile = `${folder}core-${process.pid}.mjs`
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
  return import(outfile)
}
