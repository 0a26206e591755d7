#!/usr/bin/env node
// CommonJS that any Node can parse: reports what is missing before newer syntax fails, and Node starts it without its
// ES module loader, which takes longer than a short command.
const { existsSync } = require('node:fs')
const { join } = require('node:path')

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
const dist = join(__dirname, '..', 'dist')

if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`swapline needs Node.js 20.19 or newer, this is ${process.versions.node}.\n`)
  process.exitCode = 1
} else if (!existsSync(join(dist, 'main.js'))) {
  process.stderr.write('swapline is not built yet. Run: npm run build\n')
  process.exitCode = 1
} else {
  const { main } = require(join(dist, 'main.js'))
  main(process.argv.slice(2), {
    start: () => require('./load-cached.js').loadCached(join(dist, 'start.js')).start,
    complete: () => require(join(dist, 'complete.js')).complete,
  }).catch((/** @type {unknown} */ error) => {
    // a part that cannot be loaded; what has loaded reports its failures itself
    const [reason] = String(error).split('\n')
    process.stderr.write(`swapline cannot run: ${reason}. Install it again.\n`)
    process.exitCode = 1
  })
}
