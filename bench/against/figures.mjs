import { itemAt } from '#item-at'

/** @import { Bounds, CappedRow, CountedRow, Job, Results, RunnerResult } from '#shapes' */

/** Bps that still count as a tie: two routers that find the same route may round its shares differently. */
const tie = 1e-4

/**
 * One record per runner and size. `results` maps a runner to its rows by job, as `judge.mjs` makes them. Differences
 * are bps of the best net of any runner on that job, or of its output if the best net is not above 0.
 * @param {{ jobs: readonly Pick<Job, 'usd'>[], indexes: readonly number[], capped: boolean }} asked
 * @param {Results} results
 */
export function figuresOf({ jobs, indexes, capped }, results) {
  const best = new Map(indexes.map((index) => [index, bestOf(results, index)]))
  const sizes = [...new Set(indexes.map((index) => itemAt(jobs, index).usd))].sort((a, b) => a - b)
  return sizes.flatMap((usd) => {
    const ofSize = indexes.filter((index) => itemAt(jobs, index).usd === usd)
    return [...results].map(([name, result]) => recordOf({ best, capped, results }, { name, result, usd, ofSize }))
  })
}

/**
 * Every answer behind another: `{ runner, index, bps, best }`, where `best` is the runner that found more. `bps` is
 * infinite if there is no answer that counts.
 * @param {{ indexes: readonly number[] }} asked
 * @param {Results} results
 */
export function lossesOf({ indexes }, results) {
  return indexes.flatMap((index) => {
    const best = bestOf(results, index)
    if (best === undefined) return []
    return [...results].flatMap(([runner, { rows }]) => {
      const row = rows.get(index)
      const bps = row !== undefined && isCounted(row) ? bpsBehind(row, best) : Number.POSITIVE_INFINITY
      return bps > tie ? [{ runner, index, bps, best: nameOf(results, best) }] : []
    })
  })
}

/**
 * @param {Results} results
 * @param {CountedRow} best
 */
const nameOf = (results, best) => [...results].find(([, { rows }]) => rows.get(best.index) === best)?.[0]

/**
 * @param {{ best: ReadonlyMap<number, CountedRow | undefined>, capped: boolean, results: Results }} context
 * @param {{ name: string, result: RunnerResult, usd: number, ofSize: readonly number[] }} asked
 */
function recordOf({ best, capped, results }, { name, result, usd, ofSize }) {
  const rows = ofSize.flatMap((index) => result.rows.get(index) ?? [])
  const counted = rows.filter(isCounted)
  const behind = counted.map((row) => bpsBehind(row, best.get(row.index) ?? row))
  const gaps = counted.flatMap(({ net, bounds }) => (bounds === undefined ? [] : gapOf(net, boundOf(bounds, capped))))
  const short = rows.map((row) => boundShort({ results, capped }, row)).filter((bps) => bps > 0)
  const claims = counted.map((row) => Math.abs(ratio(row.claimed - row.amountOut, row.amountOut)) * 1e4)
  return {
    runner: name,
    usd,
    jobs: ofSize.length,
    answered: counted.length,
    overCap: rows.filter((row) => row.overCap).length,
    finished: result.failed === undefined,
    wins: behind.filter((bps) => bps <= tie).length,
    lost: ofSize.filter((index) => best.get(index) !== undefined).length - behind.filter((bps) => bps <= tie).length,
    behind: shares(behind, { p50: 0.5, p90: 0.9, max: 1 }),
    gap: shares(gaps, { p50: 0.5, p90: 0.9, p99: 0.99, max: 1 }),
    ms: shares(
      rows.map((row) => row.ms),
      { p50: 0.5, p95: 0.95 },
    ),
    provenMs: shares(
      rows.flatMap((row) => row.provenMs ?? []),
      { p50: 0.5, p95: 0.95 },
    ),
    legs: shares(
      counted.map((row) => row.legs),
      { p50: 0.5, max: 1 },
    ),
    claim: shares(claims, { max: 1 }),
    boundViolations: gaps.length === 0 ? null : short.length,
    boundShort: gaps.length === 0 ? null : Math.max(0, ...short),
  }
}

/**
 * @param {Results} results
 * @param {number} index
 * @returns {CountedRow | undefined}
 */
function bestOf(results, index) {
  const rows = [...results.values()].flatMap(({ rows }) => rows.get(index) ?? []).filter(isCounted)
  const [first, ...others] = rows
  return first && others.reduce((best, row) => (row.net > best.net ? row : best), first)
}

/**
 * @param {CappedRow} row
 * @returns {row is CountedRow}
 */
const isCounted = (row) => row.counts

/**
 * @param {CountedRow} row
 * @param {CountedRow} best
 */
const bpsBehind = (row, best) => ratio(best.net - row.net, best.net > 0n ? best.net : best.amountOut) * 1e4

/**
 * @param {Bounds} bounds
 * @param {boolean} capped
 */
const boundOf = (bounds, capped) => (capped ? bounds.capped : bounds.any)

/**
 * @param {bigint} net
 * @param {bigint} bound
 */
const gapOf = (net, bound) => (bound > 0n ? ratio(bound - net, bound) * 1e4 : 0)

/**
 * By how many bps a runner's bounds are below what some runner found; the bound of every route also over the cap.
 * @param {{ results: Results, capped: boolean }} context
 * @param {CappedRow} row
 */
function boundShort({ results, capped }, { index, bounds }) {
  if (bounds === undefined) return 0
  const found = [...results.values()]
    .flatMap(({ rows }) => rows.get(index) ?? [])
    .filter((row) => row.net !== undefined)
  /** @param {readonly { net: bigint }[]} rows */
  const most = ([first, ...others]) => first && others.reduce((high, { net }) => (net > high ? net : high), first.net)
  /**
   * @param {bigint | undefined} net
   * @param {bigint} bound
   */
  const over = (net, bound) => (net === undefined || net <= bound ? 0 : Math.abs(ratio(net - bound, bound || 1n)) * 1e4)
  const within = capped ? over(most(found.filter((row) => row.counts)), bounds.capped) : 0
  return Math.max(over(most(found), bounds.any), within)
}

/**
 * The ratio of integers of any size, as a float.
 * @param {bigint} part
 * @param {bigint} whole
 */
function ratio(part, whole) {
  const scale = 10n ** 18n
  return Number((part * scale) / whole) / Number(scale)
}

/**
 * Quantiles, rounded for reading; `null` without values.
 * @template {string} Name
 * @param {readonly number[]} values
 * @param {Record<Name, number>} wanted
 * @returns {Record<Name, number> | null}
 */
function shares(values, wanted) {
  if (values.length === 0) return null
  const sorted = values.toSorted((a, b) => a - b)
  /** @param {number} share */
  const at = (share) => itemAt(sorted, Math.min(sorted.length - 1, Math.floor(share * sorted.length)))
  /** @type {[name: string, share: number][]} */
  const shares = Object.entries(wanted)
  const quantiles = shares.map(([name, share]) => [name, Number(at(share).toPrecision(6))])
  return /** @type {Record<Name, number>} */ (Object.fromEntries(quantiles))
}
