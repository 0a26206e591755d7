/**
 * Bugs to plant in the money path: name, file, the original text, its replacement, and the tests that must notice.
 */
import { carriedOut } from './carried-out.mjs'
import { concluded } from './concluded.mjs'

export const mutants = [...concluded, ...carriedOut]
