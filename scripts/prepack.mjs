/** Keeps npm from packing what is not built, or built from other sources than those that are here now. */
import { changedSince } from './build/inputs.mjs'

const changed = changedSince('dist')
if (changed === undefined || changed.length > 0) {
  console.error(`${changed === undefined ? 'swapline is not built yet.' : staleness(changed)} Run: npm run build`)
  process.exitCode = 1
}

/** @param {readonly string[]} changed */
function staleness([first, ...more]) {
  return `dist was built before ${first}${more.length === 0 ? '' : ` and ${more.length} more`} changed.`
}
