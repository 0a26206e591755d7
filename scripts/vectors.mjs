/**
 * Checks recorded states and outputs against our own math: `npm run vectors -- <file or folder> … [--json]`; formats:
 * docs/vectors.md. Without a path, checks everything recorded in the repository. Exits with 1 if an output differs or a
 * file cannot be read. The code is in `test/vectors/run.ts`, bundled here.
 */
import { bundled } from './bundled.mjs'

const { run } = await bundled('test/vectors/run.ts')
process.exitCode = run(process.argv.slice(2), process.stdout)
