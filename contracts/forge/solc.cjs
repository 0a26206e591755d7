#!/usr/bin/env node
/** Looks like the solc program to forge and is solc-js of this repository: nothing is downloaded. */
const { readFileSync } = require('node:fs')
const solc = require('solc')

if (process.argv.includes('--version')) {
  const version = solc.version().replace('.Emscripten.clang', '.Linux.g++')
  console.log(`solc, the solidity compiler commandline interface\nVersion: ${version}`)
} else {
  process.stdout.write(solc.compile(readFileSync(0, 'utf8')))
}
