/** Bugs to plant in the money path. */
import { inAllowances } from './allowances.mjs'
import { batches } from './batches.mjs'
import { carriedOut } from './carried-out.mjs'
import { concluded } from './concluded.mjs'
import { chosenNonces } from './nonces.mjs'
import { signedOffline } from './offline.mjs'
import { policed } from './policy.mjs'
import { sentPrivately } from './private.mjs'
import { replaced } from './replaced.mjs'

/**
 * @typedef {readonly [name: string, file: string, stands: string, planted: string, tests: readonly string[]]} Mutant the
 * original text, its replacement, and the tests that must notice
 */

export const mutants = [
  ...concluded,
  ...batches,
  ...carriedOut,
  ...chosenNonces,
  ...inAllowances,
  ...replaced,
  ...sentPrivately,
  ...signedOffline,
  ...policed,
]
