/** Shows screens one after the other on the terminal of this process: of which program, and which, say its arguments. */
import { readFileSync } from 'node:fs'
import { createRunner } from './run-here.mjs'

const [, , bin = '', list = ''] = process.argv
const run = createRunner(bin)
const env = /** @type {Record<string, string>} */ ({ ...process.env })
/** @type {readonly { title: string, args: readonly string[] }[]} */
const screens = JSON.parse(readFileSync(list, 'utf8'))
for (const { title, args } of screens) {
  process.stdout.write(`\n@@ ${title}\n`)
  await run(args, { env })
}
process.exit(0)
