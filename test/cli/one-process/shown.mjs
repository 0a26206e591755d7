/** Shows screens one after the other on the terminal of this process: the file named by the argument says which. */
import { readFileSync } from 'node:fs'
import { runHere } from './run-here.mjs'

const env = /** @type {Record<string, string>} */ ({ ...process.env })
/** @type {readonly { title: string, args: readonly string[] }[]} */
const screens = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'))
for (const { title, args } of screens) {
  process.stdout.write(`\n@@ ${title}\n`)
  await runHere(args, { env })
}
process.exit(0)
