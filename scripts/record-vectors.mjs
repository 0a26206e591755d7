/**
 * Records `src/protocols/<kind>/vectors.json` from the real contracts on a local chain, for the named families or all.
 * Run from the root of the repository; needs no network. The code is in `test/conformance/record.ts`, bundled here.
 */
import { bundled } from './bundled.mjs'

const { record } = await bundled('test/conformance/record.ts')
await record(process.argv.slice(2))
