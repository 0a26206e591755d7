/** Runs what its parent asks for; the mark on both streams tells where the output of a run ends. */
import { createRunner } from './run-here.mjs'

// Nobody is left to run anything for.
process.on('disconnect', () => process.exit())

const run = createRunner(process.argv[2] ?? '')

process.on('message', async (/** @type {any} */ { args, mark, ...circumstances }) => {
  const ended = await run(args, circumstances).catch((/** @type {unknown} */ error) => ({ broken: String(error) }))
  process.stdout.write(mark)
  process.stderr.write(mark)
  process.send?.(ended)
})
