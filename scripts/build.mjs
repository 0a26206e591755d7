/**
 * Builds `dist/`: the bundled command line, the files it reads at run time, and what a receiver wants to know of it.
 * Prints nothing when it succeeds; when it fails, what was built before stays.
 */
import { execFile } from 'node:child_process'
import { chmodSync, copyFileSync, cpSync, existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { bundle } from './build/bundle.mjs'
import { inputsFile, listInputs } from './build/inputs.mjs'
import { describeComponents } from './build/sbom.mjs'
import { bundled } from './bundled.mjs'
import { bundledFolders, describeLicences } from './licences/bundled.mjs'
import { loadSources } from './sandbox-state/sources.mjs'

const run = promisify(execFile)
const pageFolder = 'node_modules/swagger-ui-dist'
// Of what is read from here on: a source that changes meanwhile is newer than the build.
const inputs = listInputs()
// Beside the target's file system, so that the last step is a rename.
const made = mkdtempSync(join('node_modules', '.swapline-build-'))

// Compresses in other threads while esbuild bundles.
const states = packStates()
let metafiles
try {
  metafiles = await bundle(made)
} catch (error) {
  rmSync(made, { recursive: true, force: true })
  // esbuild has printed its own.
  if (!(error instanceof Error && 'errors' in error)) console.error(error)
  process.exit(1)
}
writeFileSync(join(made, 'package.json'), '{ "type": "commonjs" }\n')

for (const file of ['src/http/openapi.yaml', ...pageFiles()]) copyFileSync(file, join(made, basename(file)))
for (const folder of ['standard-json', 'interface', 'example'])
  cpSync(join('contracts', folder), join(made, 'contracts', folder), { recursive: true })
writeFileSync(join(made, 'help.txt'), await helpText())
writeFileSync(join(made, 'completion.json'), await completionWords())
// Recorded in src/hash, so that esbuild does not see the package.
const packages = [...bundledFolders(metafiles), pageFolder, 'node_modules/hash-wasm']
writeFileSync(join(made, 'LICENSES.txt'), describeLicences(packages))
writeFileSync(join(made, 'sbom.json'), describeComponents(packages))
writeFileSync(join(made, inputsFile), inputs)
await states // the sandbox reads them
await cacheCode()
chmodSync(made, 0o755)
replace('dist', made)

/** The sandbox's accounts, compressed: the sources keep them as text. */
async function packStates() {
  const { readState } = await loadSources(['state-file'])
  for (const name of /** @type {const} */ (['state', 'foundation', 'op-stack']))
    writeFileSync(join(made, `${name}.json.gz`), await promisify(gzip)(await readState(name), { level: 9 }))
}

/** Of the interactive page's package only what the page asks for: the rest is ten times as large. */
function pageFiles() {
  const names = ['swagger-ui-bundle.js', 'swagger-ui-bundle.js.LICENSE.txt', 'swagger-ui.css']
  return names.map((name) => join(pageFolder, name))
}

/** What the fresh program itself says to `help`: there is no second list of commands. */
async function helpText() {
  const program = `require(${JSON.stringify(resolve(made, 'start.js'))}).start(['--help'])`
  const { stdout } = await run(process.execPath, ['--eval', program], { env: { ...process.env, LC_ALL: 'C.UTF-8' } })
  return stdout
}

/** The words of every command, for the shell: there is no second list of them either. */
async function completionWords() {
  const { createCompletionTable } = await bundled('src/cli/completion/create-table.ts')
  return JSON.stringify(await createCompletionTable())
}

/**
 * See `cache-code.cjs`. The quote it tries is of a sandbox in a home that is gone afterwards; where none can start, it
 * goes nowhere, and the functions of a start alone are kept.
 */
async function cacheCode() {
  const home = mkdtempSync(join(tmpdir(), 'swapline-build-'))
  const env = { PATH: process.env['PATH'], HOME: home }
  const program = resolve(made, 'start.js')
  /** @param {string[]} words */
  const start = (...words) =>
    run(process.execPath, ['--eval', `require(${JSON.stringify(program)}).start(${JSON.stringify(words)})`], { env })
  const hasSandbox = await start('sandbox', 'up', '--quiet').then(
    () => true,
    () => false,
  )
  const place = hasSandbox ? ['-n', 'sandbox'] : ['-n', 'base', '--rpc-url', 'http://127.0.0.1:1']
  try {
    await run(process.execPath, ['scripts/cache-code.cjs', program, 'quote', '1', 'ETH', 'USDC', ...place], { env })
  } finally {
    if (hasSandbox) await start('sandbox', 'down', '--quiet')
    rmSync(home, { recursive: true, force: true })
  }
}

/**
 * Swaps the folders in one step, so that a program that starts meanwhile finds one or the other.
 * @param {string} target
 * @param {string} fresh
 */
function replace(target, fresh) {
  const old = `${fresh}-old`
  if (existsSync(target)) renameSync(target, old)
  renameSync(fresh, target)
  rmSync(old, { recursive: true, force: true })
}
