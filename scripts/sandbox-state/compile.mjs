import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const solc = createRequire(import.meta.url)('solc')

const settings = {
  optimizer: { enabled: true, runs: 200 },
  // The sandbox also plays chains that know no later instruction.
  evmVersion: 'london',
  metadata: { bytecodeHash: 'none', appendCBOR: false },
  outputSelection: { '*': { '*': ['evm.bytecode.object'] } },
}

/** Creation code of each of `names`, compiled from contracts/sandbox. */
export function compile(names) {
  const sources = Object.fromEntries(
    names.map((name) => [`${name}.sol`, { content: readFileSync(`contracts/sandbox/${name}.sol`, 'utf8') }]),
  )
  const input = JSON.stringify({ language: 'Solidity', sources, settings })
  const { errors = [], contracts } = JSON.parse(solc.compile(input))
  if (errors.length > 0) throw new Error(errors.map((error) => error.formattedMessage).join('\n'))
  return Object.fromEntries(names.map((name) => [name, `0x${contracts[`${name}.sol`][name].evm.bytecode.object}`]))
}
