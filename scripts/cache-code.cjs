/**
 * Keeps the code that V8 compiled of `start.js`, beside it. Before that it quotes once, at an endpoint that is not
 * there, so that the functions of every start are in it.
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
