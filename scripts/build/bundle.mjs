/** The command line as JavaScript: one small entry, and a chunk for everything that is loaded only when needed. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { buildSplit, parts } from './split.mjs'

/** @import { BuildOptions, Plugin } from 'esbuild' */

/** @type {{ version: string }} */
const { version } = JSON.parse(readFileSync('package.json', 'utf8'))

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
 * `apart`: what stays out of a bundle, packages and the published list of tokens. `unused`: a part of commander that
 * is loaded with it and never used here, some milliseconds of every start: it can run commands that are programs of
 * their own.
 * @type {Plugin[]}
 */
const plugins = [
  {
    name: 'apart',
    setup(bundle) {
      bundle.onResolve({ filter: /^[a-z]/ }, ({ path, importer }) => {
        const vendor = /node_modules/.test(importer) ? undefined : vendorOf.get(path)
        return vendor === undefined ? undefined : { path: `./vendor/${vendor}.js`, external: true }
      })
      bundle.onResolve({ filter: /\/token-list\.gen\.ts$/ }, ({ kind }) =>
        kind === 'entry-point' ? undefined : { path: './token-list.js', external: true },
      )
    },
  },
  {
    name: 'unused',
    setup(bundle) {
      bundle.onResolve({ filter: /^node:child_process$/ }, ({ path, importer }) =>
        /commander/.test(importer) ? { path, namespace: 'unused' } : undefined,
      )
      bundle.onLoad({ filter: /.*/, namespace: 'unused' }, () => ({ contents: 'export default {}' }))
    },
  },
]

/**
 * CommonJS, because Node's loader of ES modules takes longer to begin than most commands take to end. What is
 * imported dynamically within a bundle still runs only when it is reached.
 */
const common = /** @satisfies {BuildOptions} */ ({
  bundle: true,
  metafile: /** @type {const} */ (true),
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
})

/**
 * Bundles into `folder`. Packages with native parts stay outside.
 * @returns what esbuild says of each bundle: which files are in it, and what it still requires
 * @param {string} folder
 */
export async function bundle(folder) {
  const program = await build({
    ...common,
    plugins,
    entryPoints: {
      main: 'src/cli/start/main.ts',
      complete: 'src/compose-completion.ts',
      'route-worker': 'src/compose-worker.ts',
      'page-worker': 'src/compose-page-worker.ts',
      'pair-relay': 'src/compose-pair-relay.ts',
      'token-list': 'src/networks/token-list.gen.ts',
    },
    outdir: folder,
  })
  const start = await buildSplit('src/start.ts', { folder, common, plugins })
  for (const part of parts) requireAscii(join(folder, `${part}.js`))
  const metafiles = [program.metafile, start]
  for (const [name, paths] of Object.entries(vendors)) {
    const isDefault = defaults.has(name)
    const contents = paths.map((path) => `export ${isDefault ? '{ default }' : '*'} from '${path}'`).join('\n')
    const vendor = await build({
      ...common,
      stdin: { contents, resolveDir: process.cwd() },
      // A default import of CommonJS is all of `module.exports`.
      footer: { js: isDefault ? 'module.exports=module.exports.default;' : '' },
      outfile: join(folder, 'vendor', `${name}.js`),
    })
    metafiles.push(vendor.metafile)
  }
  return metafiles
}

/**
 * The program is read as Latin-1 (`bin/load-cached.js`). esbuild escapes what is not ASCII, but in regular expressions.
 * @param {string} file
 */
function requireAscii(file) {
  const [found] = readFileSync(file, 'utf8').match(/.{0,40}[^\0-\x7f]/) ?? []
  if (found !== undefined) throw new Error(`${file}: write \\u and the code instead of the last character of: ${found}`)
}
