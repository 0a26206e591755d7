import { readdirSync } from 'node:fs'

/** One a file in `runners/`, by its name. */
export const runnerNames = readdirSync(new URL('./runners/', import.meta.url))
  .filter((name) => name.endsWith('.mjs'))
  .map((name) => name.slice(0, -'.mjs'.length))

/**
 * A runner is `{ about, packageName?, mostPools?, open(set) }`, and `open` gives `quote(job, { mostLegs })`, which answers
 * `{ route, claimed, bounds?, boundMs? }` or `undefined`; `route` is as `evaluate.mjs` takes it. `bounds` are upper bounds
 * of what any route gives less the gas of its legs, `any` of every route and `capped` of those within `mostLegs`, and
 * `boundMs` is how long they took of its time. `packageName` is the peer it needs; `mostPools` is as many as it can be
 * asked with in reasonable time; `heedsLegs` is false for those that answer the same under every cap.
 */
export async function loadRunner(name) {
  if (!runnerNames.includes(name)) throw new Error(`no runner ${name}; there are ${runnerNames.join(', ')}`)
  const { runner } = await import(`#runners/${name}`)
  return runner
}
