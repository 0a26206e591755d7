/** What a build is made from, so that another time it can be said whether it is still that. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** In `dist`; it stays out of the package. */
export const inputsFile = 'inputs.sha256'

const sources = [
  'LICENSES',
  'bin',
  'contracts/example',
  'contracts/interface',
  'contracts/standard-json',
  'package-lock.json',
  'package.json',
  'scripts/build',
  'scripts/build.mjs',
  'scripts/bundled.mjs',
  'scripts/cache-code.cjs',
  'scripts/licences/bundled.mjs',
  'scripts/sandbox-state/sources.mjs',
  'src',
]
/** @param {string} path */
const isTest = (path) => /\.test(-d)?\.ts$|^src\/protocols\/[^/]+\/(test|forge)\/|^src\/.*\.sol$/.test(path)

/** A line for each file that a build reads in this repository: the SHA-256 of its content, two spaces, its path. */
export function listInputs() {
  const files = sources.flatMap(filesOf).filter((path) => !isTest(path))
  return files.map((path) => `${createHash('sha256').update(readFileSync(path)).digest('hex')}  ${path}\n`).join('')
}

/**
 * Files that were changed, added or removed since the build in `folder`; `undefined` where there is no build.
 * @param {string} folder
 */
export function changedSince(folder) {
  const path = join(folder, inputsFile)
  if (!existsSync(path)) return undefined
  const before = linesOf(readFileSync(path, 'utf8'))
  const now = linesOf(listInputs())
  const lines = [...before.filter((line) => !now.includes(line)), ...now.filter((line) => !before.includes(line))]
  return [...new Set(lines.map((line) => line.slice(66)))]
}

/** @param {string} list */
const linesOf = (list) => list.trimEnd().split('\n')

/**
 * @param {string} path
 * @returns {string[]}
 */
function filesOf(path) {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { withFileTypes: true })
    .flatMap((entry) => filesOf(join(path, entry.name)))
    .sort()
}
