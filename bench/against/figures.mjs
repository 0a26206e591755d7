/** Bps that still count as a tie: two routers that find the same route may round its shares differently. */
const tie = 1e-4

/**
 * One record per runner and size. `results` maps a runner to its rows by job, as `judge.mjs` makes them. Differences
 * are bps of the best net of any runner on that job, or of its output if the best net is not above 0.
 */
export function figuresOf({ jobs, indexes, capped }, results) {
  const best = new Map(indexes.map((index) => [index, bestOf(results, index)]))
  const sizes = [...new Set(indexes.map((index) => jobs[index].usd))].sort((a, b) => a - b)
  return sizes.flatMap((usd) => {
    const ofSize = indexes.filter((index) => jobs[index].usd === usd)
    return [...results].map(([name, result]) => recordOf({ best, capped, results }, { name, result, usd, ofSize }))
  })
}

/**
 * Every answer behind another: `{ runner, index, bps, best }`, where `best` is the runner that found more. `bps` is
 * infinite if there is no answer that counts.
 */
export function lossesOf({ indexes }, results) {
  return indexes.flatMap((index) => {
    const best = bestOf(results, index)
    if (best === undefined) return []
    return [...results].flatMap(([runner, { rows }]) => {
      const row = rows.get(index)
      const bps = row?.counts ? bpsBehind(row, best) : Number.POSITIVE_INFINITY
      return bps > tie ? [{ runner, index, bps, best: nameOf(results, best) }] : []
    })
  })
}

const nameOf = (results, best) => [...results].find(([, { rows }]) => rows.get(best.index) === best)?.[0]

function recordOf({ best, capped, results }, { name, result, usd, ofSize }) {
  const rows = ofSize.flatMap((index) => result.rows.get(index) ?? [])
  const counted = rows.filter((row) => row.counts)
  const behind = counted.map((row) => bpsBehind(row, best.get(row.index)))
  const bounded = counted.filter((row) => row.bounds !== undefined)
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
    gap: shares(
      bounded.map((row) => gapOf(row, capped)),
      { p50: 0.5, p90: 0.9, p99: 0.99, max: 1 },
    ),
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
    boundViolations: bounded.length === 0 ? null : short.length,
    boundShort: bounded.length === 0 ? null : Math.max(0, ...short),
  }
}

function bestOf(results, index) {
  const rows = [...results.values()].flatMap(({ rows }) => rows.get(index) ?? []).filter((row) => row.counts)
  return rows.reduce((best, row) => (best === undefined || row.net > best.net ? row : best), undefined)
}

const bpsBehind = (row, best) => ratio(best.net - row.net, best.net > 0n ? best.net : best.amountOut) * 1e4

const boundOf = ({ bounds }, capped) => (capped ? bounds.capped : bounds.any)

function gapOf(row, capped) {
  const bound = boundOf(row, capped)
  return bound > 0n ? ratio(bound - row.net, bound) * 1e4 : 0
}

/** By how many bps a runner's bounds are below what some runner found; the bound of every route also over the cap. */
function boundShort({ results, capped }, { index, bounds }) {
  if (bounds === undefined) return 0
  const found = [...results.values()]
    .flatMap(({ rows }) => rows.get(index) ?? [])
    .filter((row) => row.net !== undefined)
  const most = (rows) => rows.reduce((high, { net }) => (high === undefined || net > high ? net : high), undefined)
  const over = (net, bound) => (net === undefined || net <= bound ? 0 : Math.abs(ratio(net - bound, bound || 1n)) * 1e4)
  const within = capped ? over(most(found.filter((row) => row.counts)), bounds.capped) : 0
  return Math.max(over(most(found), bounds.any), within)
}

/** The ratio of integers of any size, as a float. */
function ratio(part, whole) {
  const scale = 10n ** 18n
  return Number((part * scale) / whole) / Number(scale)
}

/** Quantiles, rounded for reading; `null` without values. */
function shares(values, wanted) {
  if (values.length === 0) return null
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]
  return Object.fromEntries(Object.entries(wanted).map(([name, share]) => [name, Number(at(share).toPrecision(6))]))
}
