/**
 * `npm run test:replays`: records quotes of the sandbox over all families, and replays each from its file with the
 * network blocked, also redacted. `SWAPLINE_REPLAYS` sets their number, `SWAPLINE_REPLAYS_RESULT` names the file that gets a
 * line with the result, `SWAPLINE_CORPUS` a folder that gets one bundle of each shape.
 */
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { decodeBundle, encodeBundle } from '#cli/request/debugging/bundle-file'
import { redactAddresses } from '#cli/request/debugging/redact-bundle'
import { version } from '#cli/version'
import type { QuoteBundle } from '#domain/debugging/bundle'
import type { Debugging } from '#domain/debugging/debugging'
import { startSandboxApp } from '../trade/fixture.ts'
import { offline } from './offline.ts'
import { createRecorder, familiesOf, recordQuotes, sandboxFamilies } from './record-quotes.ts'

const { SWAPLINE_REPLAYS, SWAPLINE_REPLAYS_RESULT, SWAPLINE_CORPUS, SWAPLINE_SEED } = process.env
const count = Number(SWAPLINE_REPLAYS ?? 0)
const seed = Number(SWAPLINE_SEED ?? 1)

/** Through its file, as another machine reads it. */
function replayText(debugging: Debugging, text: string) {
  const { bundle, isIntact } = decodeBundle(text)
  const { evaluated, searched } = debugging.replay(bundle)
  return { isIntact, evaluated: evaluated.isEqual, searched: searched.isEqual, route: searched.isSameRoute }
}

test.runIf(count > 0)(
  'recorded quotes are replayed to the wei without a network, also redacted',
  async () => {
    const began = Date.now()
    const app = await startSandboxApp()
    const recorder = await createRecorder(app)
    const bundles: QuoteBundle[] = []
    const bad: unknown[] = []
    let tried = 0
    for await (const bundle of recordQuotes(app, recorder, { count, seed })) {
      bundles.push(bundle)
      const plain = encodeBundle(bundle)
      const redacted = encodeBundle(redactAddresses(bundle))
      const { result, tried: connections } = await offline(() => [
        replayText(recorder.debugging, plain),
        replayText(recorder.debugging, redacted),
      ])
      tried += connections
      for (const one of result) if (!Object.values(one).every(Boolean)) bad.push({ request: bundle.request, one })
    }
    await recorder.close()
    await app.close()
    expect(bad).toEqual([])
    expect(tried).toBe(0)
    expect(bundles.length).toBe(count)
    const families = new Set(bundles.flatMap(familiesOf))
    // A part of a longer run need not have them all.
    if (count >= 200) expect(families).toEqual(new Set(sandboxFamilies()))
    if (SWAPLINE_CORPUS !== undefined) writeCorpus(SWAPLINE_CORPUS, bundles)
    if (SWAPLINE_REPLAYS_RESULT !== undefined)
      appendFileSync(SWAPLINE_REPLAYS_RESULT, `${JSON.stringify(resultOf(bundles, [...families], began))}\n`)
  },
  120_000 + 2_000 * count,
)

function resultOf(bundles: readonly QuoteBundle[], families: readonly string[], began: number) {
  const routes = bundles.map(({ quote }) => quote?.route)
  return {
    quotes: bundles.length,
    purchases: bundles.filter(({ request }) => request.sellAmount === undefined).length,
    families,
    legs: Math.max(...routes.map((route) => route?.legs.length ?? 0)),
    split: routes.filter((route) => (route?.paths.length ?? 0) > 1).length,
    pools: Math.max(...bundles.map(({ market }) => market?.snapshot.pools.length ?? 0)),
    replayedEqual: bundles.length,
    redactedEqual: bundles.length,
    connections: 0,
    seed,
    seconds: Math.round((Date.now() - began) / 1_000),
    version,
    on: `${cpus().length} cores, Node.js ${process.versions.node}`,
  }
}

/** One bundle for each family that a route uses alone, and some of the largest routes and purchases. */
function writeCorpus(folder: string, bundles: readonly QuoteBundle[]): void {
  mkdirSync(folder, { recursive: true })
  const chosen = new Map<string, QuoteBundle>()
  const legsOf = (bundle: QuoteBundle) => bundle.quote?.route.legs.length ?? 0
  for (const bundle of bundles) {
    const [family, ...others] = familiesOf(bundle)
    if (family !== undefined && others.length === 0 && !chosen.has(family)) chosen.set(family, bundle)
  }
  const large = bundles.filter(({ request }) => request.include.length === 0).toSorted((a, b) => legsOf(b) - legsOf(a))
  for (const [i, bundle] of large.slice(0, 2).entries()) chosen.set(`split-${i + 1}`, bundle)
  const purchase = large.find(({ request }) => request.sellAmount === undefined)
  if (purchase !== undefined) chosen.set('purchase', purchase)
  const wrap = bundles.find(({ quote }) => quote?.route.legs.length === 0)
  if (wrap !== undefined) chosen.set('wrap', wrap)
  for (const [name, bundle] of chosen)
    writeFileSync(join(folder, `${name}.quote.json.gz`), gzipSync(encodeBundle(redactAddresses(bundle)), { level: 9 }))
}
