/** A chain with real Uniswap pools and our router on it, for tests of token flows. */
import { createRequire } from 'node:module'
import { AbiCoder, Interface } from 'ethers'
import type { Receipt } from '#domain/chain/port'
import type { Network } from '#domain/network'
import type { Move, Pool } from '#domain/pools/protocol'
import { type Leg, wholeShare } from '#domain/quotes/route'
import { type Address, amount, evm, type Hex, hex } from '#domain/units'
import { deployer, listDeployables } from '#encoding/contracts/router-deploy'
import { explainRevert } from '#encoding/revert/explain'
import { type Anvil, RpcError, startAnvil } from './anvil.ts'
import { getTestContractCode } from './compile.ts'

const require = createRequire(import.meta.url)
const uniswapV2: string = `0x${require('@uniswap/v2-core/build/UniswapV2Factory.json').evm.bytecode.object}`
const uniswapV3: string =
  require('@uniswap/v3-core/artifacts/contracts/UniswapV3Factory.sol/UniswapV3Factory.json').bytecode
const weth9: string = require('canonical-weth/build/contracts/WETH9.json').bytecode

export const ether = 10n ** 18n
/** Fixed time of the chain: two trades of one test happen in the same second. */
export const now = 1_700_000_000
export const deadline = 2 ** 40 - 1

const contracts = new Interface([
  'function balanceOf(address) view returns (uint256)',
  'function allowance(address, address) view returns (uint256)',
  'function approve(address, uint256)',
  'function mint(address, uint256)',
  'function transfer(address, uint256)',
  'function deposit() payable',
  'function createPair(address, address) returns (address)',
  'function getPair(address, address) view returns (address)',
  'function createPool(address, address, uint24) returns (address)',
  'function getPool(address, address, uint24) view returns (address)',
  'function initialize(uint160)',
  'function getReserves() view returns (uint112, uint112, uint32)',
])
const pairMint = new Interface(['function mint(address)'])
const poolMint = new Interface(['function mint(address pool, int24, int24, uint128)'])

export type Rig = Awaited<ReturnType<typeof createRig>>

/**
 * `build` runs on its hardfork. `user` has plenty of every token and has approved the router; `receiver` and
 * `affiliate` hold one unit of each.
 */
export async function createRig(build: Network['router'] = 'cancun', ...options: readonly string[]) {
  const [{ address: router, data: deployment }] = listDeployables({ router: build })
  const hardfork = build === 'cancun' ? build : 'london'
  const chain = await startAnvil(
    '--hardfork',
    hardfork,
    ...options,
    '--timestamp',
    String(now),
    '--balance',
    '100000000',
  )
  await chain.rpc('anvil_setBlockTimestampInterval', 0)
  const [maker, user, receiver, affiliate, stranger] = (await chain.rpc<string[]>('eth_accounts')).map(evm) as [
    Address,
    Address,
    Address,
    Address,
    Address,
  ]
  const on = createAccount(chain)
  await on.send({ from: maker, to: deployer, data: deployment })

  const tokens = await deployTokens(on, maker)
  for (const token of Object.values(tokens)) {
    if (token === tokens.w)
      await on.send({ from: maker, to: token, data: encodeCall('deposit', []), value: 10n ** 7n * ether })
    else await on.send({ from: maker, to: token, data: encodeCall('mint', [maker, 10n ** 10n * ether]) })
    await on.send({ from: maker, to: token, data: encodeCall('transfer', [user, 10n ** 6n * ether]) })
    for (const to of [receiver, affiliate])
      await on.send({ from: maker, to: token, data: encodeCall('transfer', [to, 1n]) })
    await on.send({ from: user, to: token, data: encodeCall('approve', [router, 2n ** 256n - 1n]) })
  }
  const pools = await deployPools(on, maker, tokens)
  return { chain, ...on, router, maker, user, receiver, affiliate, stranger, tokens, pools, close: chain.close }
}

interface Tx {
  readonly from: Address
  readonly to?: Address
  readonly data?: string
  readonly value?: bigint
}

export interface Mined {
  readonly transactionHash: string
  readonly gasUsed: bigint
  /** wei */
  readonly feePaid: bigint
  readonly contractAddress: string | null
  readonly logs: Receipt['logs']
}

/** What an account can do on a chain. */
function createAccount({ rpc }: Anvil) {
  const encoded = ({ value = 0n, ...tx }: Tx) => ({ ...tx, value: `0x${value.toString(16)}`, gas: '0x1000000' })

  /** @throws RpcError if it reverts. */
  const simulate = (tx: Tx): Promise<Hex> => rpc<string>('eth_call', encoded(tx), 'latest').then(hex)

  async function send(tx: Tx): Promise<Mined> {
    const receipt = await rpc<Record<'status' | 'gasUsed' | 'effectiveGasPrice', string> & Mined>(
      'eth_sendTransactionSync',
      encoded(tx),
    )
    if (receipt.status !== '0x1') throw new Error(`reverted: ${await refusal(tx)}`)
    const gasUsed = BigInt(receipt.gasUsed)
    return { ...receipt, gasUsed, feePaid: gasUsed * BigInt(receipt.effectiveGasPrice) }
  }

  /** The message with which a call is refused, or `done` if it succeeds. */
  async function refusal(tx: Tx): Promise<string> {
    try {
      await simulate(tx)
      return 'done'
    } catch (error) {
      if (!(error instanceof RpcError)) throw error
      return explainRevert(hex(error.data)) ?? error.data
    }
  }

  const deploy = async (from: Address, code: string): Promise<Address> =>
    evm((await send({ from, data: code })).contractAddress ?? '')

  const read = async (to: Address, name: string, values: readonly unknown[]): Promise<bigint> =>
    BigInt(
      contracts.decodeFunctionResult(name, await rpc('eth_call', { to, data: encodeCall(name, values) }, 'latest'))[0],
    )

  const balance = (token: Address, owner: Address) => read(token, 'balanceOf', [owner])
  const native = async (owner: Address) => BigInt(await rpc<string>('eth_getBalance', owner, 'latest'))

  /** Runs `work`, then reverts the chain to the state before. */
  async function undone<T>(work: () => Promise<T>): Promise<T> {
    const before = await rpc<string>('evm_snapshot')
    try {
      return await work()
    } finally {
      await rpc('evm_revert', before)
    }
  }
  return { simulate, send, refusal, deploy, read, balance, native, undone }
}

type On = ReturnType<typeof createAccount>

export const encodeCall = (name: string, values: readonly unknown[]): string =>
  contracts.encodeFunctionData(name, values)

const byText = (x: string, y: string) => (x < y ? -1 : 1)

/**
 * At descending addresses w, a, b, c, so that most trades move a pool's price upwards: at a price of exactly one, a v3
 * pool needs one more step and much more gas to go down.
 */
async function deployTokens(on: On, maker: Address) {
  const plain = () => on.deploy(maker, getTestContractCode('PlainToken'))
  const [c, b, a] = [await plain(), await plain(), await plain()].toSorted(byText) as [Address, Address, Address]
  let w = await on.deploy(maker, weth9)
  while (w < a) w = await on.deploy(maker, weth9)
  return { a, b, c, w, fee: await on.deploy(maker, getTestContractCode('FeeToken')) }
}

/** Every pool holds a million of each token, worth the same. */
async function deployPools(on: On, maker: Address, { a, b, c, w, fee }: Awaited<ReturnType<typeof deployTokens>>) {
  const v2 = await on.deploy(maker, uniswapV2 + new AbiCoder().encode(['address'], [maker]).slice(2))
  const v3 = await on.deploy(maker, uniswapV3)
  const minter = await on.deploy(maker, getTestContractCode('Minter'))
  const hold = 10n ** 6n * ether

  const pair = async (x: Address, y: Address): Promise<Pool> => {
    await on.send({ from: maker, to: v2, data: encodeCall('createPair', [x, y]) })
    const address = addressFrom(await on.simulate({ from: maker, to: v2, data: encodeCall('getPair', [x, y]) }))
    for (const token of [x, y]) await on.send({ from: maker, to: token, data: encodeCall('transfer', [address, hold]) })
    await on.send({ from: maker, to: address, data: pairMint.encodeFunctionData('mint', [maker]) })
    return poolOf('uniswap-v2', address, [x, y])
  }
  const pool = async (x: Address, y: Address): Promise<Pool> => {
    await on.send({ from: maker, to: v3, data: encodeCall('createPool', [x, y, 3000]) })
    const address = addressFrom(await on.simulate({ from: maker, to: v3, data: encodeCall('getPool', [x, y, 3000]) }))
    await on.send({ from: maker, to: address, data: encodeCall('initialize', [1n << 96n]) })
    for (const token of [x, y])
      await on.send({ from: maker, to: token, data: encodeCall('transfer', [minter, 2n * hold]) })
    const data = poolMint.encodeFunctionData('mint', [address, -887220, 887220, hold])
    await on.send({ from: maker, to: minter, data })
    return poolOf('uniswap-v3', address, [x, y])
  }
  return {
    ab2: await pair(a, b),
    bc2: await pair(b, c),
    aw2: await pair(a, w),
    feeB2: await pair(fee, b),
    feeC2: await pair(fee, c),
    ab3: await pool(a, b),
    bc3: await pool(b, c),
    aw3: await pool(a, w),
  }
}

export const addressFrom = (word: string): Address => evm(`0x${word.slice(-40)}`)

export function poolOf(protocol: string, address: Address, tokens: readonly Address[]): Pool {
  const venue = { protocol, name: protocol, title: protocol, factory: address, feesPpm: [3000] }
  return { venue, address, tokens: tokens.toSorted(), feePpm: 3000 }
}

/** One leg in the format of the routing core; its amounts are not encoded. */
export function createLeg(pool: Pool, tokenIn: Address, share32: number = wholeShare): Leg {
  const zeroForOne = pool.tokens[0] === tokenIn
  const tokenOut = pool.tokens[zeroForOne ? 1 : 0] ?? tokenIn
  const move: Move =
    pool.venue.protocol === 'uniswap-v2'
      ? { move: 'push', pool: pool.address, zeroForOne, feePpm: pool.feePpm }
      : { move: 'callback', pool: pool.address, zeroForOne }
  return { pool, move, tokenIn, tokenOut, share32, amountIn: amount(0n), amountOut: amount(0n) }
}
