/**
 * Bugs to plant in the money path: name, file, what stands there, what takes its place, and the tests that have to
 * notice.
 */
import { carriedOut } from './carried-out.mjs'
import { concluded } from './concluded.mjs'

export const mutants = [...concluded, ...carriedOut]
