import { readdirSync } from 'node:fs'

/** @import { Runner } from '#shapes' */

/** One runner per file in `runners/`, named by the file. */
export const runnerNames = readdirSync(new URL('./runners/', import.meta.url))
  .filter((name) => name.endsWith('.mjs'))
  .map((name) => name.slice(0, -'.mjs'.length))

/**
 * A runner is `{ about, packageName?, maxPools?, open(set) }`. `open` returns `quote(job, { maxLegs })`, which returns
 * `{ route, claimed, bounds?, boundMs? }` or `undefined`; `route` is as `evaluate.mjs` takes it. `bounds` are upper
 * bounds on the output less the gas of the legs: `any` of every route, `capped` of those within `maxLegs`; `boundMs` is
 * the part of the time spent on them. `packageName` is the peer it needs; `maxPools` is the largest set it answers in
 * reasonable time; `heedsLegs` is false for runners that answer the same under every cap.
 * @param {string} name
 * @returns {Promise<Runner>}
 */
export async function loadRunner(name) {
  if (!runnerNames.includes(name)) throw new Error(`no runner ${name}; there are ${runnerNames.join(', ')}`)
  const { runner } = await import(`#runners/${name}`)
  return runner
}
