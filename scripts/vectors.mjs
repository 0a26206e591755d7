/**
 * Checks recorded states and outputs against our own math: `npm run vectors -- <file or folder> … [--json]`, the formats
 * stand in docs/vectors.md. Without a path, everything recorded in the repository. Ends with 1 where an output differs
 * or a file cannot be read. The work is in `test/vectors/run.ts`, which is bundled to run here.
 */
import { bundled } from './bundled.mjs'

const { run } = await bundled('test/vectors/run.ts')
process.exitCode = run(process.argv.slice(2), process.stdout)
