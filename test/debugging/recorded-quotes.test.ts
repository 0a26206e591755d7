/**
 * `npm run test:replays`: records quotes of the sandbox over all families, and replays each from its file with the
 * network blocked, also redacted. `SWAPLINE_REPLAYS` sets their number, `SWAPLINE_REPLAYS_RESULT` names the file that gets a
 * line with the result, `SWAPLINE_CORPUS` a folder that gets bundles of every family.
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
import {
  createRecorder,
  familiesOf,
  familyRequests,
  largeRequests,
  recordOne,
  recordQuotes,
  sandboxFamilies,
} from './record-quotes.ts'

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
    if (SWAPLINE_REPLAYS_RESULT !== undefined)
      appendFileSync(SWAPLINE_REPLAYS_RESULT, `${JSON.stringify(resultOf(bundles, [...families], began))}\n`)
  },
  120_000 + 8_000 * count, // for a machine with other work
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

test.runIf(SWAPLINE_CORPUS !== undefined)(
  'one bundle of each family, and some of split routes and purchases, are written to the corpus',
  async () => {
    const app = await startSandboxApp()
    const recorder = await createRecorder(app)
    const folder = SWAPLINE_CORPUS ?? ''
    mkdirSync(folder, { recursive: true })
    const write = (name: string, bundle: QuoteBundle) => {
      const text = encodeBundle(redactAddresses(bundle))
      writeFileSync(join(folder, `${name}.quote.json.gz`), gzipSync(text, { level: 9 }))
    }
    for (const request of familyRequests(seed)) {
      const bundle = await recordOne(recorder, request)
      const [family] = bundle === undefined ? [] : familiesOf(bundle)
      if (bundle !== undefined && family !== undefined) write(family, bundle)
    }
    const all: QuoteBundle[] = []
    for (const request of largeRequests(seed, 12)) {
      const bundle = await recordOne(recorder, request)
      if (bundle !== undefined) all.push(bundle)
    }
    const legsOf = ({ quote }: QuoteBundle): number => quote?.route.legs.length ?? 0
    const sorted = all.toSorted((a, b) => legsOf(b) - legsOf(a))
    for (const kind of ['sale', 'purchase'] as const) {
      const found = sorted.find(({ request }) => (request.sellAmount === undefined) === (kind === 'purchase'))
      if (found !== undefined) write(`split-${kind}`, found)
    }
    await recorder.close()
    await app.close()
  },
  300_000,
)
