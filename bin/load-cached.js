// A module from its source and the code that V8 kept of it when it was built: compiling it anew takes longer than a
// quote. V8 itself refuses a cache of another version or other flags; then Node keeps one of its own, where it can.
const { existsSync, readFileSync } = require('node:fs')
const { createRequire, enableCompileCache, wrap } = require('node:module')
const { dirname } = require('node:path')
const { Script } = require('node:vm')

const cacheOf = (file) => file.replace(/\.js$/, '.cache')

const compiled = (file, cachedData) =>
  new Script(wrap(readFileSync(file, 'utf8')), { filename: file, ...(cachedData ? { cachedData } : {}) })

/** What the module of a script exports. */
function run(script, file) {
  const made = { exports: {} }
  script.runInThisContext().call(made.exports, made.exports, createRequire(file), made, file, dirname(file))
  return made.exports
}

/** What the module exports, from the cache beside it where that is of this very V8. */
function loadCached(file) {
  const cache = cacheOf(file)
  const script = existsSync(cache) ? compiled(file, readFileSync(cache)) : undefined
  if (script !== undefined && !script.cachedDataRejected) return run(script, file)
  enableCompileCache?.()
  return require(file)
}

module.exports = { cacheOf, compiled, loadCached, run }
