/**
 * Keeps the code that V8 compiled of `start.js` and its parts, beside them. Before that it runs the words once, so that
 * the functions of a start and of a quote are in it.
 */
const { writeFileSync } = require('node:fs')
const { setFlagsFromString } = require('node:v8')
const { cacheOf, compiled, run } = require('../bin/load-cached.js')

// Code that ran only once, as all that starts a module, would be dropped before it is kept.
setFlagsFromString('--no-flush-bytecode')

const [, , file = '', ...words] = process.argv
/** @type {Map<string, import('node:vm').Script>} */
const scripts = new Map()
run(file, (path) => {
  const script = compiled(path)
  scripts.set(path, script)
  return script
})
  .start(words)
  .finally(() => {
    setFlagsFromString('--flush-bytecode') // the cache is valid under the same flags only
    for (const [path, script] of scripts) writeFileSync(cacheOf(path), script.createCachedData())
    process.exitCode = 0
  })
