/** solc-js, whose answers are kept: an input is compiled once for all who ask, and solc is loaded only for a new one. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** @import { SolcOutput } from '../solc-output.ts' */

const folder = 'node_modules/.cache/swapline'
const require = createRequire(import.meta.url)
/** @type {{ version: string }} */
const { version } = require('solc/package.json')

/**
 * Compiles a standard JSON input that holds all its sources.
 * @param {string} input its text
 * @returns {SolcOutput} with solc's complaints, if there are any
 */
export function compileStandardJson(input) {
  const kept = `${folder}/${createHash('sha256').update(version).update(input).digest('hex')}.json`
  if (existsSync(kept)) return JSON.parse(readFileSync(kept, 'utf8'))
  const output = require('solc').compile(input)
  mkdirSync(folder, { recursive: true })
  // another process that reads it meanwhile finds all of it or nothing
  const own = `${kept}.${process.pid}`
  writeFileSync(own, output)
  renameSync(own, kept)
  return JSON.parse(output)
}
