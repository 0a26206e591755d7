import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/**
 * @typedef {{
 *   createQuote: typeof import('#app/quoting/create-quote').createQuote,
 *   createDeployedContracts: typeof import('#app/deployed-contracts').createDeployedContracts,
 *   createChain: typeof import('#chain/create-chain').createChain,
 *   network: typeof import('#networks/entries/sandbox').network,
 *   all: typeof import('#protocols/all.gen').all,
 * }} Core what the bundle exports
 */

const root = fileURLToPath(new URL('../../', import.meta.url))
const folder = fileURLToPath(new URL('../../node_modules/.cache/swapline-bench/', import.meta.url))
const entry = `
  export { createQuote } from '#app/quoting/create-quote'
  export { createDeployedContracts } from '#app/deployed-contracts'
  export { createChain } from '#chain/create-chain'
  export { network } from '#networks/entries/sandbox'
  export { all } from '#protocols/all.gen'
`

/**
 * The product from the sources in `tree`, so that two states of it can be measured in turns.
 * @param {string} [tree] a checkout; this one by default
 * @returns {Promise<Core>}
 */
export async function loadCore(tree = root) {
  const outfile = `${folder}cold-${process.pid}-${Buffer.from(tree).toString('hex').slice(-16)}.mjs`
  mkdirSync(folder, { recursive: true })
  await build({
    stdin: { contents: entry, resolveDir: tree },
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    conditions: ['source'],
    banner: { js: "import { createRequire as r_ } from 'node:module'; const require = r_(import.meta.url)" },
    logLevel: 'error',
  })
  return import(outfile)
}
