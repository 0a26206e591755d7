/**
 * Records `src/protocols/<kind>/vectors.json` from the real contracts on a local chain. Run from the root of
 * the repository, for all families or for those that are named; needs no network. The work is in `test/conformance/record.ts`, which is bundled to run here.
 */
import { bundled } from './bundled.mjs'

const { record } = await bundled('test/conformance/record.ts')
await record(process.argv.slice(2))
