/**
 * Compiles the contracts that run only in an `eth_call`: the lens and the transfer probe. With `--check`, fails if its
 * output files are out of date.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { compileStandardJson } from './contracts/solc.mjs'
import { memberOf } from './item-at.mjs'

const written = [
  { source: 'contracts/lens/Lens.yul', out: 'src/chain/lens/code.gen.ts', name: 'lensCode', compile: lens },
  {
    source: 'contracts/lens/TransferProbe.sol',
    out: 'src/chain/survey/transfer-probe-code.gen.ts',
    name: 'transferProbeCode',
    compile: probe,
  },
]

for (const { source, out, name, compile } of written) {
  const text = [
    '// Written by scripts/build-lens.mjs. Do not edit.',
    "import type { Hex } from '#domain/units'",
    '',
    `/** \`${source}\`, compiled. */`,
    `export const ${name} = '0x${compile(source)}' as Hex`,
    '',
  ].join('\n')
  if (existsSync(out) && readFileSync(out, 'utf8') === text) continue
  if (!process.argv.includes('--check')) writeFileSync(out, text)
  else {
    console.error(`${out} is out of date. Run: node scripts/build-lens.mjs`)
    process.exitCode = 1
  }
}

/** @param {string} path */
function lens(path) {
  const settings = {
    evmVersion: 'london',
    optimizer: { enabled: true, details: { yul: true } },
    outputSelection: { '*': { '*': ['evm.bytecode.object'] } },
  }
  return compiled({ language: 'Yul', path, settings }, 'Lens').evm.bytecode.object
}

/**
 * The runtime code: no constructor runs where it is placed.
 * @param {string} path
 */
function probe(path) {
  const settings = {
    evmVersion: 'london',
    viaIR: true,
    optimizer: { enabled: true, runs: 200 },
    metadata: { bytecodeHash: 'none', appendCBOR: false },
    outputSelection: { '*': { '*': ['evm.deployedBytecode.object'] } },
  }
  return compiled({ language: 'Solidity', path, settings }, 'TransferProbe').evm.deployedBytecode.object
}

/**
 * Every chain that we read has all opcodes of London.
 * @param {{ language: string, path: string, settings: object }} asked
 * @param {string} name of the contract
 */
function compiled({ language, path, settings }, name) {
  const input = { language, sources: { [path]: { content: readFileSync(path, 'utf8') } }, settings }
  const { errors = [], contracts } = compileStandardJson(JSON.stringify(input))
  const faults = errors.filter(({ severity }) => severity === 'error')
  if (faults.length > 0) throw new Error(faults.map(({ formattedMessage }) => formattedMessage).join('\n'))
  return memberOf(memberOf(contracts, path), name)
}
