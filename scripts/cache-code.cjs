/**
 * Keeps the code that V8 compiled of `start.js`, beside it. Before that it runs the words once, so that the functions
 * of a start and of a quote are in it.
 */
const { writeFileSync } = require('node:fs')
const { cacheOf, compiled, run } = require('../bin/load-cached.js')

const [, , file = '', ...words] = process.argv
const script = compiled(file)
run(script, file)
  .start(words)
  .finally(() => {
    writeFileSync(cacheOf(file), script.createCachedData())
    process.exitCode = 0
  })
