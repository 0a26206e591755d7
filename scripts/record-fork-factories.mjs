/**
 * Records the factories of Uniswap v2 forks from their npm packages, which are too large to install for one contract
 * each. With `--check`, fails if the record is not of the versions named here.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** @typedef {{ name: string, version: string, integrity: string }} Identity */

const recorded = 'scripts/sandbox-state/fork-factories.data.json'

const packages = [
  {
    name: '@pancakeswap-libs/pancake-swap-core',
    version: '0.1.0',
    integrity: 'sha512-2jYiD1Ec3xAbP4JTa/Ozylx0xI4VwC7diCm5ak4AtGrIRhfRLSanaZSQdVpLigUnIFszma/4nVWtt3cup4Poxw==',
    licence: 'LICENSE',
    factory: 'build/PancakeFactory.json',
  },
  {
    name: '@traderjoe-xyz/core',
    version: '2.4.6',
    integrity: 'sha512-YmDEkxa8avXRlILFNT3p87vkXrQ1ONK/Hb3XJiUZxGktTPf4gaAHjAPtETn1LwDBAqLvs2ZhiZDSgHSdDivhNw==',
    licence: 'LICENSE.txt',
    factory: 'artifacts/contracts/traderjoe/JoeFactory.sol/JoeFactory.json',
  },
]

if (process.argv.includes('--check')) check(JSON.parse(readFileSync(recorded, 'utf8')))
else writeFileSync(recorded, `${JSON.stringify(packages.map(read), null, 2)}\n`)

/** @param {readonly Identity[]} kept */
function check(kept) {
  /** @param {Identity} one */
  const identityOf = ({ name, version, integrity }) => ({ name, version, integrity })
  if (JSON.stringify(kept.map(identityOf)) === JSON.stringify(packages.map(identityOf))) return
  console.error(`${recorded} is of other packages. Run: node scripts/record-fork-factories.mjs`)
  process.exitCode = 1
}

/** @param {typeof packages[number]} source */
function read({ name, version, integrity, licence, factory }) {
  const folder = mkdtempSync(join(tmpdir(), 'swapline-fork-'))
  const pack = ['pack', '--json', '--pack-destination', folder, `${name}@${version}`]
  /** @type {[{ integrity: string, filename: string }]} */
  const [packed] = JSON.parse(execFileSync('npm', pack, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
  if (packed.integrity !== integrity) throw new Error(`${name} ${version} has integrity ${packed.integrity}`)
  execFileSync('tar', ['xzf', join(folder, packed.filename), '-C', folder])
  /** @param {string} path */
  const text = (path) => readFileSync(join(folder, 'package', path), 'utf8')
  /** @type {{ bytecode: string }} */
  const { bytecode } = JSON.parse(text(factory))
  return {
    name,
    version,
    integrity,
    licence: text(licence).split('\n').slice(0, 3).join(' ').trim(),
    bytecode: `0x${bytecode.replace(/^0x/, '')}`,
  }
}
