/** Runs what its parent asks for; the mark on both streams tells where the output of a run ends. */
import { runHere } from './run-here.mjs'

process.on('message', async (/** @type {any} */ { args, mark, ...circumstances }) => {
  const code = await runHere(args, circumstances).catch((/** @type {unknown} */ error) => `by ${String(error)}`)
  process.stdout.write(mark)
  process.stderr.write(mark)
  process.send?.(code)
})
