import { createRequire } from 'node:module'
import { compile } from './compile.mjs'
import { createDeployer } from './deployer.mjs'
import { deployUsdc } from './usdc.mjs'

/**
 * @import { Address } from '#domain/units'
 * @import { Rpc } from '#sandbox/anvil/rpc'
 * @import { Contracts, Deployer, FoundationContext, Tokens, TokenSymbol } from './shapes.ts'
 * @typedef {Record<'SandboxToken' | 'TaxToken' | 'TetherLike' | 'PoolFiller', string>} OwnCodes
 */

const require = createRequire(import.meta.url)
/** @type {{ multicall3Bytecode: string }} */
const { multicall3Bytecode } = await import(
  new URL('../../node_modules/viem/_esm/constants/contracts.js', import.meta.url).href
)

/** Has no known key; anvil can send from it. It creates everything and owns the remaining tokens. */
const treasury = /** @type {Address} */ ('0x7ea5000000000000000000000000000000000000')
const multicall = '0xca11bde05977b3631167028862be2a173976ca11'
const ether = 10n ** 18n

/**
 * What each development account holds; the native currency comes on top.
 * @type {Readonly<Record<TokenSymbol, number>>}
 */
const pocket = {
  WETH: 50,
  USDC: 250_000,
  USDT: 250_000,
  DAI: 250_000,
  WBTC: 5,
  wstETH: 20,
  UNI: 5_000,
  FOT: 100_000,
  'fake USDC': 1_000_000,
}

/**
 * Tokens, factories, Multicall3, the pool filler, and the token balances of accounts.
 * @param {FoundationContext} context
 * @returns {Promise<Contracts>}
 */
export async function deployFoundation(context) {
  const { rpc, devAccounts } = context
  const deployer = createDeployer(context, treasury)
  const own = compile(['SandboxToken', 'TaxToken', 'TetherLike', 'PoolFiller'])
  for (const account of devAccounts) await setBalance(rpc, account.address, 10_000n * ether)
  await setBalance(rpc, treasury, 2_000_000n * ether)
  await rpc('anvil_setCode', multicall, await runtimeOf(rpc, multicall3Bytecode))

  const tokens = await deployTokens(deployer, own)
  const factories = await deployFactories(deployer)
  const contracts = { treasury, tokens, factories, filler: await deployer.create(own.PoolFiller) }
  await deal(context, deployer, contracts)
  return contracts
}

/**
 * @param {Deployer} deployer
 * @param {OwnCodes} own
 * @returns {Promise<Tokens>}
 */
async function deployTokens(deployer, own) {
  const weth = await deployer.create(require('canonical-weth/build/contracts/WETH9.json').bytecode)
  await deployer.call(weth, 'deposit()', [], 1_000_000n * ether)

  /**
   * @param {keyof OwnCodes} contract
   * @param {string} name
   * @param {string} symbol
   * @param {number} decimals
   * @param {number} supply
   */
  const make = async (contract, name, symbol, decimals, supply) => {
    const types = ['string', 'string', 'uint8', 'uint256']
    const address = await deployer.create(own[contract], types, [name, symbol, decimals, raw(supply, decimals)])
    return { address, decimals }
  }
  return {
    WETH: { address: weth, decimals: 18 },
    USDC: { address: await deployUsdc(deployer, treasury, raw(10_000_000_000, 6)), decimals: 6 },
    USDT: await make('TetherLike', 'Tether USD', 'USDT', 6, 10_000_000_000),
    DAI: await make('SandboxToken', 'Dai Stablecoin', 'DAI', 18, 10_000_000_000),
    WBTC: await make('SandboxToken', 'Wrapped BTC', 'WBTC', 8, 200_000),
    wstETH: await make('SandboxToken', 'Wrapped liquid staked Ether', 'wstETH', 18, 1_000_000),
    UNI: await make('SandboxToken', 'Uniswap', 'UNI', 18, 1_000_000_000),
    FOT: await make('TaxToken', 'Fee On Transfer', 'FOT', 18, 1_000_000_000),
    'fake USDC': await make('SandboxToken', 'USD Coin', 'USDC', 6, 10_000_000_000),
  }
}

/** @param {Deployer} deployer */
async function deployFactories(deployer) {
  const v2 = `0x${require('@uniswap/v2-core/build/UniswapV2Factory.json').bytecode}`
  const v3 = require('@uniswap/v3-core/artifacts/contracts/UniswapV3Factory.sol/UniswapV3Factory.json').bytecode
  const uniswapV2 = await deployer.create(v2, ['address'], [treasury])
  const sushiV2 = await deployer.create(v2, ['address'], [treasury])
  const uniswapV3 = await deployer.create(v3)
  // A new factory has three fee tiers; governance added the fourth.
  await deployer.call(uniswapV3, 'enableFeeAmount(uint24,int24)', [100, 1])
  return { 'uniswap-v2': uniswapV2, 'sushi-v2': sushiV2, 'uniswap-v3': uniswapV3 }
}

/**
 * Half of all tokens go to the filler, pocket money to the development accounts, the rest stays.
 * @param {FoundationContext} context
 * @param {Deployer} deployer
 * @param {Pick<Contracts, 'tokens' | 'filler'>} contracts
 */
async function deal({ rpc, devAccounts }, deployer, { tokens, filler }) {
  const symbols = /** @type {TokenSymbol[]} */ (Object.keys(tokens))
  for (const symbol of symbols) {
    const { address, decimals } = tokens[symbol]
    const data = `0x70a08231${treasury.slice(2).padStart(64, '0')}`
    /** @type {string} */
    const balance = await rpc('eth_call', { to: address, data }, 'latest')
    const held = BigInt(balance)
    await deployer.call(address, 'transfer(address,uint256)', [filler, held / 2n])
    for (const account of devAccounts) {
      await deployer.call(address, 'transfer(address,uint256)', [account.address, raw(pocket[symbol], decimals)])
    }
  }
}

/**
 * @param {Rpc} rpc
 * @param {string} address
 * @param {bigint} value
 */
const setBalance = (rpc, address, value) => rpc('anvil_setBalance', address, `0x${value.toString(16)}`)

/**
 * The runtime code of creation code: an `eth_call` without a receiver returns it.
 * @param {Rpc} rpc
 * @param {string} creation
 */
const runtimeOf = (rpc, creation) => rpc('eth_call', { data: creation }, 'latest')

/**
 * @param {number} tokens
 * @param {number} decimals
 */
const raw = (tokens, decimals) => BigInt(tokens) * 10n ** BigInt(decimals)
