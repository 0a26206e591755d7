/** The list of what each family adds to the invariants of the adapters, in Solidity. */
import { existsSync } from 'node:fs'
import { posix } from 'node:path'

const list = 'contracts/forge/adapters'

/**
 * @param {readonly string[]} adapters paths of the adapters' contracts
 * @throws Error if an adapter has no `<Name>Family.sol`: nothing would attack it
 */
export function buildFamilyList(adapters) {
  const families = adapters.map(familyOf)
  return [
    '// SPDX-License-Identifier: MIT',
    '// Written by scripts/gen.mjs. Do not edit.',
    'pragma solidity =0.8.30;',
    '',
    ...families.map(({ name, path }) => `import {${name}} from "${posix.relative(list, path)}";`),
    'import {Family, Tokens} from "./Family.sol";',
    '',
    'function createFamilies(Tokens memory tokens) returns (Family[] memory all) {',
    `    all = new Family[](${families.length});`,
    ...families.map(({ name }, i) => `    all[${i}] = new ${name}(tokens);`),
    '}',
    '',
  ].join('\n')
}

/** @param {string} adapter */
function familyOf(adapter) {
  const name = `${posix.basename(adapter, '.sol')}Family`
  const path = `${posix.dirname(adapter)}/forge/${name}.sol`
  if (!existsSync(path)) throw new Error(`${adapter} has no ${path}`)
  return { name, path }
}
