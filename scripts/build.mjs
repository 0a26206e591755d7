/**
 * Bundles the command line into `dist/`: one small entry, and a chunk for everything that is loaded only when
 * needed. Packages with native parts stay outside. Prints nothing when it succeeds; when it fails, what was
 * built before stays.
 */
import { execFile } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { describeBundled } from './licences/bundled.mjs'

const run = promisify(execFile)
const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
// Beside the target's file system, so that the last step is a rename.
const made = mkdtempSync(join('node_modules', '.swapline-build-'))

/** Packages that few commands need: each is a file of its own, read when its first import is reached. */
const vendors = {
  chalk: ['chalk'],
  conf: ['conf'],
  ethers: ['ethers/crypto', 'ethers/hash', 'ethers/transaction', 'ethers/wallet'],
  fastify: ['fastify'],
  inquirer: ['inquirer'],
  ora: ['ora'],
  postgres: ['postgres'],
  zod: ['zod'],
}
/** Those that are used by their default export. */
const defaults = new Set(['conf', 'fastify', 'inquirer', 'ora', 'postgres'])
const vendorOf = new Map(Object.entries(vendors).flatMap(([name, paths]) => paths.map((path) => [path, name])))

/**
 * `apart`: what stays out of a bundle. `unused`: parts of packages that are loaded with them and never used here,
 * each some milliseconds of every start: commander can run commands that are programs of their own, and noble's
 * hashes can draw random bytes.
 */
const plugins = [
  {
    name: 'apart',
    setup(bundle) {
      bundle.onResolve({ filter: /^[a-z]/ }, ({ path, importer }) => {
        const vendor = /node_modules/.test(importer) ? undefined : vendorOf.get(path)
        return vendor === undefined ? undefined : { path: `./vendor/${vendor}.js`, external: true }
      })
    },
  },
  {
    name: 'unused',
    setup(bundle) {
      const none = ({ path }) => ({ path, namespace: 'unused' })
      bundle.onResolve({ filter: /^node:child_process$/ }, (args) =>
        /commander/.test(args.importer) ? none(args) : undefined,
      )
      bundle.onResolve({ filter: /^@noble\/hashes\/crypto$/ }, none)
      bundle.onLoad({ filter: /.*/, namespace: 'unused' }, () => ({
        contents: 'export default {}; export const crypto = undefined',
      }))
    },
  },
]

/**
 * CommonJS, because Node's loader of ES modules takes longer to begin than most commands take to end. What is
 * imported dynamically within a bundle still runs only when it is reached.
 */
const common = {
  bundle: true,
  metafile: true,
  format: 'cjs',
  platform: 'node',
  target: 'node20',
  minify: true,
  conditions: ['source'],
  mainFields: ['module', 'main'],
  supported: { 'dynamic-import': false },
  external: ['libsql', '@libsql/*', '@foundry-rs/*', '@neon-rs/*'],
  define: { __SWAPLINE_VERSION__: JSON.stringify(version), 'import.meta.url': '__url' },
  banner: { js: "const __url=require('node:url').pathToFileURL(__filename).href;" },
  logLevel: 'error',
}

const metafiles = []
try {
  const program = await build({
    ...common,
    plugins,
    entryPoints: { main: 'src/cli/main.ts', start: 'src/start.ts', 'route-worker': 'src/compose-worker.ts' },
    outdir: made,
  })
  metafiles.push(program.metafile)
  for (const [name, paths] of Object.entries(vendors)) {
    const isDefault = defaults.has(name)
    const contents = paths.map((path) => `export ${isDefault ? '{ default }' : '*'} from '${path}'`).join('\n')
    const vendor = await build({
      ...common,
      stdin: { contents, resolveDir: process.cwd() },
      // Whoever imports CommonJS by default gets all of `module.exports`.
      footer: { js: isDefault ? 'module.exports=module.exports.default;' : '' },
      outfile: join(made, 'vendor', `${name}.js`),
    })
    metafiles.push(vendor.metafile)
  }
} catch {
  rmSync(made, { recursive: true, force: true })
  process.exit(1)
}
writeFileSync(join(made, 'package.json'), '{ "type": "commonjs" }\n')

for (const file of [...artifacts('src/sandbox'), 'src/http/openapi.yaml', ...pageFiles()])
  copyFileSync(file, join(made, basename(file)))
for (const folder of ['standard-json', 'interface', 'example'])
  cpSync(join('contracts', folder), join(made, 'contracts', folder), { recursive: true })
writeFileSync(join(made, 'help.txt'), await helpText())
writeFileSync(join(made, 'bundled-licences.txt'), describeBundled(metafiles))
await cacheCode()
chmodSync(made, 0o755)
replace('dist', made)

/** What the program reads as a file at run time, found beside the code that reads it. */
function artifacts(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith('.gz'))
    .map((name) => join(folder, name))
}

/** Of the interactive page's package only what the page asks for: the rest is ten times as large. */
function pageFiles() {
  const folder = 'node_modules/swagger-ui-dist'
  return ['swagger-ui-bundle.js', 'swagger-ui-bundle.js.LICENSE.txt', 'swagger-ui.css'].map((name) =>
    join(folder, name),
  )
}

/** What the fresh program itself says to `help`: there is no second list of commands. */
async function helpText() {
  const program = `require(${JSON.stringify(resolve(made, 'start.js'))}).start(['--help'])`
  const { stdout } = await run(process.execPath, ['--eval', program])
  return stdout
}

/** See `cache-code.cjs`. The quote it tries goes nowhere, in a home that is gone afterwards. */
async function cacheCode() {
  const home = mkdtempSync(join(tmpdir(), 'swapline-build-'))
  const words = ['quote', '1', 'ETH', 'USDC', '-n', 'base', '--rpc-url', 'http://127.0.0.1:1', '--quiet']
  const env = { PATH: process.env.PATH, HOME: home }
  await run(process.execPath, ['scripts/cache-code.cjs', resolve(made, 'start.js'), ...words], { env })
  rmSync(home, { recursive: true, force: true })
}

/** Swaps the folders in one step, so that a program that starts meanwhile finds one or the other. */
function replace(target, fresh) {
  const old = `${fresh}-old`
  if (existsSync(target)) renameSync(target, old)
  renameSync(fresh, target)
  rmSync(old, { recursive: true, force: true })
}
