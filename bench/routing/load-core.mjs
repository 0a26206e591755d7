import { mkdirSync } from 'node:fs'
import { build } from 'esbuild'

/**
 * @import { Protocol, Protocols } from '#domain/pools/protocol'
 * @typedef {{
 *   createRouter: typeof import('#routing/router').createRouter,
 *   generateMarket: typeof import('#test/generated-market/market').generateMarket,
 *   all: typeof import('#protocols/all.gen').all,
 * }} Core what the bundle exports
 */

/**
 * The routing core of a checkout with its dependencies, bundled and loaded.
 * @param {string} root the checkout's folder, with a slash at its end
 * @returns {Promise<Core>}
 */
export const loadCore = async (root) => import(await bundleCore(root))

/**
 * @param {string} root
 * @returns {Promise<string>} the file to import the core from
 */
export async function bundleCore(root) {
  const folder = `${root}node_modules/.cache/swapline-bench/`
  const outfile = `${folder}digests-${process.pid}.mjs`
  const contents = `
    export { createRouter } from '#routing/router'
    export { generateMarket } from '#test/generated-market/market'
    export { all } from '#protocols/all.gen'
  `
  mkdirSync(folder, { recursive: true })
  await build({
    stdin: { contents, resolveDir: root },
    ...{ outfile, bundle: true, format: 'esm', platform: 'node', target: 'node20' },
    ...{ conditions: ['source'], logLevel: 'error' },
  })
  return outfile
}

/**
 * @param {Core} core
 * @returns {Protocols}
 */
export const provenOf = (core) =>
  new Map(
    core.all.flatMap((family) =>
      family.proof.proven ? [[family.kind, /** @type {Protocol<unknown>} */ (family)]] : [],
    ),
  )
