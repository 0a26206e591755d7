/**
 * Records the code of pools that are traded through a vault or an adapter, from their npm packages, for the router's
 * tests. The packages weigh 240 MB, so they are installed apart, in scripts/far-pools, and only to record. With
 * `--check`, fails where the record is of other versions than scripts/far-pools names, or of other code where they are
 * installed.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const folder = 'scripts/far-pools'
const recorded = 'test/contracts/far-pools.data.json'
const saddle = 'artifacts/contracts/core/connext'

const sources = [
  {
    name: '@uniswap/v4-core',
    // The licence asks to be shown on every copy.
    licence: (read) => read('licenses/BUSL_LICENSE'),
    contracts: { PoolManager: ['out/PoolManager.sol/PoolManager.json', ({ bytecode }) => bytecode.object] },
  },
  {
    name: '@connext/smart-contracts',
    // The package has no licence file.
    licence: () => readFileSync(`${folder}/connext-licence.txt`, 'utf8'),
    contracts: {
      StableSwap: [`${saddle}/helpers/StableSwap.sol/StableSwap.json`, ({ bytecode }) => bytecode],
      SwapUtilsExternal: [
        `${saddle}/libraries/SwapUtilsExternal.sol/SwapUtilsExternal.json`,
        ({ bytecode }) => bytecode,
      ],
      LPToken: [`${saddle}/helpers/LPToken.sol/LPToken.json`, ({ bytecode }) => bytecode],
    },
  },
]

const checking = process.argv.includes('--check')
const locked = JSON.parse(readFileSync(`${folder}/package-lock.json`, 'utf8')).packages
if (checking) check(JSON.parse(readFileSync(recorded, 'utf8')))
else {
  install()
  writeFileSync(recorded, `${JSON.stringify(sources.map(read), null, 2)}\n`)
}

function check(kept) {
  const same = (one, other) => JSON.stringify(one) === JSON.stringify(other)
  const installed = sources.every(({ name }) => existsSync(`${folder}/node_modules/${name}`))
  if (!same(kept.map(identityOf), sources.map(lockedIdentity))) outOfDate(`is of other packages than ${folder} locks`)
  else if (installed && !same(kept, sources.map(read))) outOfDate('is not the code of its packages')
}

function identityOf({ name, version, integrity }) {
  return { name, version, integrity }
}

/** What the lock says of a package: its integrity is the hash of all its bytes. */
function lockedIdentity({ name }) {
  return identityOf({ name, ...locked[`node_modules/${name}`] })
}

function outOfDate(how) {
  console.error(`${recorded} ${how}. Run: node scripts/record-far-pools.mjs`)
  process.exitCode = 1
}

function install() {
  const { status } = spawnSync('npm', ['ci', '--prefix', folder], { stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Error(`could not install what ${folder}/package.json names`)
}

/** Links to libraries are left open, as the compiler left them. */
function read(source) {
  const { name, licence, contracts } = source
  const text = (path) => readFileSync(`${folder}/node_modules/${name}/${path}`, 'utf8')
  const codes = Object.entries(contracts).map(([contract, [path, codeOf]]) => [
    contract,
    codeOf(JSON.parse(text(path))),
  ])
  return { ...lockedIdentity(source), licence: licence(text), contracts: Object.fromEntries(codes) }
}
