// Loads modules from their source and the V8 code cache of the build: compiling them takes longer than a quote. With
// another Node.js than that of the build, Node keeps its own cache, if it can.
const { closeSync, existsSync, openSync, readFileSync } = require('node:fs')
const nodeModule = require('node:module')
const { dirname, join } = require('node:path')
const { Script } = require('node:vm')

/** @typedef {Pick<typeof import('../src/start.ts'), 'start'>} Started the exports of the one module that is loaded so */

/** @typedef {typeof nodeModule & { enableCompileCache?: () => unknown }} NodeModule since Node 22 */
const { createRequire, enableCompileCache, wrap } = /** @type {NodeModule} */ (nodeModule)
const { arch, platform, version } = process

/**
 * The cache of this very Node.js. V8 rejects one of another V8 or other flags, but not one of another release of the same
 * V8: Node.js 20.19.0 accepts the code of 20.20.2, and crashes in it.
 * @param {string} file
 */
const cacheOf = (file) => file.replace(/\.js$/, `-${version}-${platform}-${arch}.cache`)

/**
 * @param {string} file in ASCII, as the build checks: as Latin-1 it is read, and kept, in half the time and memory
 * @param {Buffer} [cachedData]
 * @param {string} [text] of the file, if it was read
 */
const compiled = (file, cachedData, text = readFileSync(file, 'latin1')) =>
  new Script(wrap(text), { filename: file, ...(cachedData ? { cachedData } : {}) })

/** Modules that start.js requires, and that are loaded as it is. */
const parts = ['./shared.js', './rest.js']

/**
 * The exports of a module.
 * @param {string} file
 * @param {(file: string) => Script} compile it, and each of its `parts`
 * @returns {Started}
 */
function run(file, compile) {
  const folder = dirname(file)
  const requireOther = createRequire(file)
  /** @type {Map<string, object>} */
  const loaded = new Map()
  /** @param {string} path */
  const load = (path) => {
    const made = { exports: {} }
    compile(path).runInThisContext().call(made.exports, made.exports, requireNear, made, path, folder)
    loaded.set(path, made.exports)
    return made.exports
  }
  /** @param {string} name */
  const requireNear = (name) => {
    if (!parts.includes(name)) return requireOther(name)
    const path = join(folder, name)
    return loaded.get(path) ?? load(path)
  }
  return /** @type {Started} */ (load(file))
}

/**
 * Opens a file and its cache now, to read them when they are needed: an upgrade that replaces them meanwhile must not mix
 * with what runs.
 * @param {string} file
 */
function holdCached(file) {
  const cache = cacheOf(file)
  const [source, code] = [openSync(file, 'r'), existsSync(cache) ? openSync(cache, 'r') : undefined]
  /** @type {{ text: string, code: Buffer | undefined } | undefined} */
  let read // once: a descriptor is then at its end, also if the text does not compile
  return () => {
    if (read === undefined) {
      read = { text: readFileSync(source, 'latin1'), code: code === undefined ? undefined : readFileSync(code) }
      closeSync(source)
      if (code !== undefined) closeSync(code)
    }
    return compiled(file, read.code, read.text)
  }
}

/**
 * The module's exports, using the adjacent caches if they are of this Node.js.
 * @param {string} file
 * @returns {Started}
 */
function loadCached(file) {
  const cache = cacheOf(file)
  const script = existsSync(cache) ? compiled(file, readFileSync(cache)) : undefined
  if (script === undefined || script.cachedDataRejected) {
    enableCompileCache?.()
    return require(file)
  }
  const held = new Map(parts.map((name) => join(dirname(file), name)).map((path) => [path, holdCached(path)]))
  return run(file, (path) => held.get(path)?.() ?? script)
}

module.exports = { cacheOf, compiled, loadCached, run }
