/** Bugs to plant in the money path. */
import { carriedOut } from './carried-out.mjs'
import { concluded } from './concluded.mjs'

/**
 * @typedef {readonly [name: string, file: string, stands: string, planted: string, tests: readonly string[]]} Mutant the
 * original text, its replacement, and the tests that must notice
 */

export const mutants = [...concluded, ...carriedOut]
