import { buildCore } from '#core/bundle'
import { createCore } from '#core/quote'

/**
 * @import { Core } from '#core/bundle'
 * @import { Runner } from '#shapes'
 */

/**
 * Uses the real adapters; only their gas and the value of gas are the set's, as for every runner.
 * @type {Runner}
 */
export const runner = {
  about: 'src/routing as it stands in this tree: search, exact answer, certificate',
  open: async (set) => createCore(/** @type {Core} */ (await import(await buildCore())), set),
}
