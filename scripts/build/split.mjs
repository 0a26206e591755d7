/**
 * Splits the program in three: `start.js` and `shared.js` are what a quote needs until its first request, `rest.js` is
 * all else that is imported dynamically, and is read when the first part of it is reached. Within a file, a module that
 * is imported dynamically still runs only when it is reached. esbuild itself would write a file for each of some 240
 * dynamic imports and for what they share, and sixty were slower than one.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename, relative, resolve, sep } from 'node:path'
import { build } from 'esbuild'

/** @import { BuildOptions, Metafile, Plugin } from 'esbuild' */

/** Imported dynamically, and needed before the first request of a quote. */
const early = new Set(['src/cli/commands/quote.ts', 'src/wallet/create-accounts.ts'])
const rest = 'swapline:rest'
/** As `src/cli/out/failure.ts` knows it. */
const otherBuild = 'ERR_OTHER_BUILD'

/** The files that are written. */
export const parts = /** @type {const} */ (['start', 'shared', 'rest'])

/**
 * Writes the parts into `folder`.
 * @returns what esbuild says of them
 * @param {string} entry
 * @param {{ folder: string, common: BuildOptions, plugins: readonly Plugin[] }} options
 */
export async function buildSplit(entry, { folder, common, plugins }) {
  const { banner = {}, supported = {}, external = [], ...both } = common
  const bundling = { ...both, external, outdir: folder, write: false, metafile: /** @type {const} */ (true) }
  const { metafile: whole } = await build({ ...bundling, plugins: [...plugins], entryPoints: [entry] })
  const split = await build({
    ...bundling,
    plugins: [outsideWhenReached, ...plugins, splitBy(whole)],
    entryPoints: { start: entry, rest },
    format: 'esm',
    splitting: true,
    chunkNames: 'shared',
  })
  const files = split.outputFiles ?? []
  const hash = createHash('sha256')
  for (const { contents } of files) hash.update(contents)
  const id = hash.digest('hex')
  for (const { path, text } of files)
    await build({
      ...{ ...both, banner, supported, bundle: false },
      stdin: { contents: withId(withGetters(text), basename(path), id), sourcefile: path },
      outfile: path,
    })
  return split.metafile
}

/**
 * The names by which the parts know each other mean something else in another build: parts of two builds, as an upgrade
 * leaves them in a program that runs, must not run together.
 * @param {string} module
 * @param {string} file
 * @param {string} id of the build
 */
function withId(module, file, id) {
  if (file === 'shared.js') return `${module}\nmodule.exports.build='${id}';`
  const refusal = `throw Object.assign(new Error('the program was replaced while it ran'),{code:'${otherBuild}'})`
  return `if(require('./shared.js').build!=='${id}')${refusal};\n${module}`
}

/**
 * With its exports as one object of getters: esbuild's own conversion defines each of some 700 twice, in 3 ms.
 * @param {string} module ends with its only `export`
 */
const withGetters = (module) =>
  module.replace(/export\s*\{([^{}]*)\};\s*$/, (_, names) => {
    const getters = names.split(',').map((/** @type {string} */ name) => {
      const [local, exported = local] = name.trim().split(' as ')
      return `get ${exported}(){return ${local}}`
    })
    return `module.exports={${getters.join(',')}};`
  })

/**
 * @param {Metafile} whole
 * @returns {Plugin}
 */
function splitBy({ inputs }) {
  const dynamic = Object.values(inputs).flatMap(({ imports }) =>
    imports.filter(({ kind }) => kind === 'dynamic-import'),
  )
  const later = new Set(dynamic.map(({ path }) => path).filter((path) => isLater(path)))
  const loaders = Array.from(later, (path) => `  '${path}': () => require('./${path}'),`)

  /** @param {string} importer */
  const rewriteImports = (importer) => {
    const imports = inputs[importer]?.imports.filter(({ kind, external }) => kind === 'dynamic-import' && !external)
    return readFileSync(importer, 'utf8').replace(/\bimport\('([^']+)'\)/g, (found, specifier) => {
      const path = imports?.find(({ original }) => original === specifier)?.path
      if (path === undefined) return found
      if (!isLater(path)) return `Promise.resolve().then(() => require('${specifier}'))`
      return `import('${rest}').then(({ load }) => load('${path}'))`
    })
  }
  return {
    name: 'split',
    setup(bundle) {
      bundle.onResolve({ filter: new RegExp(`^${rest}$`) }, ({ path }) => ({ path, namespace: 'rest' }))
      bundle.onLoad({ filter: /.*/, namespace: 'rest' }, () => ({
        contents: `const modules = {\n${loaders.join('\n')}\n}\nexport const load = (path) => modules[path]()`,
        resolveDir: resolve(),
      }))
      bundle.onLoad({ filter: /\/src\/.*\.ts$/ }, ({ path }) => ({
        contents: rewriteImports(relative('', path).split(sep).join('/')),
        loader: 'ts',
      }))
    },
  }
}

/**
 * What stays outside is required when the module that imports it runs: an import of an ES module would load all at once.
 * @type {Plugin}
 */
const outsideWhenReached = {
  name: 'outside when reached',
  setup(bundle) {
    const namespace = 'outside'
    bundle.onResolve({ filter: /^[a-z@]/ }, async ({ path, kind, importer, resolveDir, pluginData }) => {
      if (kind !== 'import-statement' || pluginData === namespace) return undefined
      const found = await bundle.resolve(path, { importer, kind, resolveDir, pluginData: namespace })
      return found.external ? { path: found.path, namespace } : found
    })
    bundle.onResolve({ filter: /.*/, namespace }, ({ path }) => ({ path, external: true }))
    bundle.onLoad({ filter: /.*/, namespace }, ({ path }) => ({ contents: `module.exports = require('${path}')` }))
  },
}

/** @param {string} path */
const isLater = (path) => path.startsWith('src/') && !early.has(path)
