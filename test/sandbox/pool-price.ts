import { AbiCoder, Interface } from 'ethers'
import type { Address } from '#domain/units'
import { type Rpc, SandboxRpcError } from '#sandbox/anvil/rpc'
import { readContract } from './read.ts'

export interface PoolPrice {
  readonly tokens: readonly [Address, Address]
  /** The price of one smallest unit of token0 in token1's, before the fee. */
  readonly price: number
}

/** The price at which the pool contract would trade next to nothing. */
export async function readPrice(rpc: Rpc, venue: string, pool: string): Promise<PoolPrice> {
  const [token0] = await readContract(rpc, pool, 'token0() returns (address)')
  const [token1] = await readContract(rpc, pool, 'token1() returns (address)')
  const tokens = [token0.toLowerCase(), token1.toLowerCase()] as const
  if (venue === 'uniswap-v3') {
    const [sqrt] = await readContract(
      rpc,
      pool,
      'slot0() returns (uint160, int24, uint16, uint16, uint16, uint8, bool)',
    )
    return { tokens, price: (Number(sqrt) / 2 ** 96) ** 2 }
  }
  const [reserve0, reserve1] = await readContract(rpc, pool, 'getReserves() returns (uint112, uint112, uint32)')
  return { tokens, price: Number(reserve1) / Number(reserve0) }
}

const swap = new Interface([
  'function swap(address to, bool zeroForOne, int256 amount, uint160 limit, bytes data) returns (int256, int256)',
])
const someone = '0x00000000000000000000000000000000ca11e000'
/** Reverts with the first two arguments of any call: the deltas of a callback. */
const echo = '0x6040600460003760406000fd'

/** What a V3 pool returns for `amountIn`, by the pool itself: its own callback reports it. */
export async function quoteV3(rpc: Rpc, pool: string, zeroForOne: boolean, amountIn: bigint): Promise<bigint> {
  const limit = zeroForOne ? 4_295_128_740n : 1_461_446_703_485_210_103_287_273_052_203_988_822_378_723_970_341n
  const data = swap.encodeFunctionData('swap', [someone, zeroForOne, amountIn, limit, '0x'])
  // on anvil's OP stack a call pays for its bytes
  const caller = { [someone]: { code: echo, balance: `0x${(10n ** 18n).toString(16)}` } }
  const call = rpc<string>('eth_call', { from: someone, to: pool, data }, 'latest', caller)
  const told = await call.then(
    () => '0x',
    (error: unknown) => (error instanceof SandboxRpcError ? error.data : undefined) ?? '0x',
  )
  const [delta0, delta1] = AbiCoder.defaultAbiCoder().decode(['int256', 'int256'], told).map(BigInt)
  if (delta0 === undefined || delta1 === undefined) throw new Error('the pool did not call back')
  if ((zeroForOne ? delta0 : delta1) !== amountIn) throw new Error('the pool did not take it all')
  return -(zeroForOne ? delta1 : delta0)
}
