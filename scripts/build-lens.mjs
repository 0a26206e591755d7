/**
 * Compiles `contracts/lens/Lens.yul` into `src/chain/lens-code.gen.ts`. With `--check`, fails where that file is
 * out of date.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import solc from 'solc'

const source = 'contracts/lens/Lens.yul'
const out = 'src/chain/lens-code.gen.ts'

const text = [
  '// Written by scripts/build-lens.mjs. Do not edit.',
  "import type { Hex } from '#domain/units'",
  '',
  `/** \`${source}\`, compiled. */`,
  `export const lensCode = '0x${compile(source)}' as Hex`,
  '',
].join('\n')

if (!existsSync(out) || readFileSync(out, 'utf8') !== text) {
  if (!process.argv.includes('--check')) writeFileSync(out, text)
  else {
    console.error(`${out} is out of date. Run: node scripts/build-lens.mjs`)
    process.exitCode = 1
  }
}

/** London has no opcode that some chain we read lacks. */
function compile(path) {
  const input = {
    language: 'Yul',
    sources: { [path]: { content: readFileSync(path, 'utf8') } },
    settings: {
      evmVersion: 'london',
      optimizer: { enabled: true, details: { yul: true } },
      outputSelection: { '*': { '*': ['evm.bytecode.object'] } },
    },
  }
  const { errors = [], contracts } = JSON.parse(solc.compile(JSON.stringify(input)))
  const faults = errors.filter(({ severity }) => severity === 'error')
  if (faults.length > 0) throw new Error(faults.map(({ formattedMessage }) => formattedMessage).join('\n'))
  return contracts[path].Lens.evm.bytecode.object
}
