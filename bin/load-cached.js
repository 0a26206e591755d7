// Loads a module from its source and the V8 code cache of the build: compiling it takes longer than a quote. With another
// Node.js than that of the build, Node keeps its own cache, if it can.
const { existsSync, readFileSync } = require('node:fs')
const nodeModule = require('node:module')
const { dirname } = require('node:path')
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
 */
const compiled = (file, cachedData) =>
  new Script(wrap(readFileSync(file, 'latin1')), { filename: file, ...(cachedData ? { cachedData } : {}) })

/**
 * The exports of a script's module.
 * @param {import('node:vm').Script} script
 * @param {string} file
 * @returns {Started}
 */
function run(script, file) {
  const made = { exports: /** @type {Started} */ ({}) }
  script.runInThisContext().call(made.exports, made.exports, createRequire(file), made, file, dirname(file))
  return made.exports
}

/**
 * The module's exports, using the adjacent cache if it is of this Node.js.
 * @param {string} file
 * @returns {Started}
 */
function loadCached(file) {
  const cache = cacheOf(file)
  const script = existsSync(cache) ? compiled(file, readFileSync(cache)) : undefined
  if (script !== undefined && !script.cachedDataRejected) return run(script, file)
  enableCompileCache?.()
  return require(file)
}

module.exports = { cacheOf, compiled, loadCached, run }
