// A module from its source and the code that V8 kept of it when it was built: compiling it anew takes longer than a
// quote. V8 itself refuses a cache of another version or other flags, and then compiles as ever.
const { existsSync, readFileSync } = require('node:fs')
const { createRequire, wrap } = require('node:module')
const { dirname } = require('node:path')
const { Script } = require('node:vm')

const cacheOf = (file) => file.replace(/\.js$/, '.cache')

/** What the module exports, and its script, of which a build can make the cache. */
function loadCached(file) {
  const cachedData = existsSync(cacheOf(file)) ? readFileSync(cacheOf(file)) : undefined
  const script = new Script(wrap(readFileSync(file, 'utf8')), { filename: file, cachedData })
  const made = { exports: {} }
  script.runInThisContext().call(made.exports, made.exports, createRequire(file), made, file, dirname(file))
  return { exports: made.exports, script }
}

module.exports = { cacheOf, loadCached }
