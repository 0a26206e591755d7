#!/usr/bin/env node
// Plain JavaScript that any Node can read: it says what is missing before something newer fails to parse.
import { existsSync } from 'node:fs'
import module from 'node:module'

const [major, minor] = process.versions.node.split('.').map(Number)
const bundle = new URL('../dist/main.js', import.meta.url)

if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`swapline needs Node.js 20.19 or newer, this is ${process.versions.node}.\n`)
  process.exitCode = 1
} else if (!existsSync(bundle)) {
  process.stderr.write('swapline is not built yet. Run: npm run build\n')
  process.exitCode = 1
} else {
  module.enableCompileCache?.()
  const { main } = await import(bundle.href)
  await main(process.argv.slice(2))
}
