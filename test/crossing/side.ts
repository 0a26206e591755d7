/** A local chain with our router and crossing contract, three tokens and two pairs, for crossings between two of them. */
import { createRequire } from 'node:module'
import { Interface } from 'ethers'
import type { CrossingReader } from '#domain/crossing/bridge'
import { wholeShare } from '#domain/quotes/route'
import { type Address, evm, type Hex, hex, seconds } from '#domain/units'
import { crossingInitCode } from '#encoding/contracts/crossing-code.gen'
import { routerInitCode } from '#encoding/contracts/router-code.gen'
import { encodeRoute } from '#encoding/swap/route-bytes'
import { type Anvil, startAnvil } from '#test/contracts/anvil'
import { getTestContractCode } from '#test/contracts/compile'

const require = createRequire(import.meta.url)
const uniswapV2: string = `0x${require('@uniswap/v2-core/build/UniswapV2Factory.json').evm.bytecode.object}`

export const now = 1_800_000_000
export const ether = 10n ** 18n
const pooled = 10n ** 24n
export const tokens = new Interface([
  'function balanceOf(address) view returns (uint256)',
  'function approve(address, uint256)',
  'function mint(address, uint256)',
  'function transfer(address, uint256)',
  'function createPair(address, address) returns (address)',
  'function getPair(address, address) view returns (address)',
  'function getReserves() view returns (uint112, uint112, uint32)',
])
const pairMint = new Interface(['function mint(address)'])

export interface Sent {
  readonly hash: Hex
  readonly ok: boolean
  readonly gas: number
  readonly logs: readonly { readonly address: string; readonly topics: readonly string[]; readonly data: string }[]
}

export type Sender = ReturnType<typeof createSender>
export type Side = Awaited<ReturnType<typeof createSide>>

/** A chain with pairs of a and b, and of b and c; `user` and `filler` hold ten millions of each. */
export async function createSide(
  chainId: number,
  /** Deploys the token that is bridged, which `maker` may mint. */
  createBridged?: (on: Sender, maker: Address) => Promise<Address>,
) {
  const chain = await startAnvil('--chain-id', String(chainId), '--timestamp', String(now), '--hardfork', 'cancun')
  await chain.rpc('anvil_setBlockTimestampInterval', 0)
  const [maker, user, filler, stranger] = (await chain.rpc<string[]>('eth_accounts')).map(evm) as [
    Address,
    Address,
    Address,
    Address,
  ]
  const on = createSender(chain)
  const router = await on.create(maker, routerInitCode)
  const crossing = await on.create(maker, crossingInitCode)
  const plain = getTestContractCode('PlainToken')
  const create = () => on.create(maker, plain)
  const [a, c] = [await create(), await create()]
  const b = createBridged === undefined ? await create() : await createBridged(on, maker)
  const factory = await on.create(maker, uniswapV2 + '0'.repeat(64))
  for (const token of [a, b, c])
    for (const holder of [maker, user, filler, stranger]) await on.run(maker, token, 'mint', [holder, 10n * pooled])
  const approve = async (spender: Address) => {
    for (const token of [a, b, c])
      for (const holder of [user, filler, stranger]) await on.run(holder, token, 'approve', [spender, 2n ** 255n])
  }
  await approve(crossing)
  const pairs = { ab: await pairOf(a, b), bc: await pairOf(b, c) }
  const reader = createReader(chain)
  return { chainId, chain, on, maker, router, crossing, a, b, c, pairs, user, filler, stranger, reader, approve }

  async function pairOf(x: Address, y: Address): Promise<Address> {
    await on.run(maker, factory, 'createPair', [x, y])
    const made = evm(String(await on.read(factory, 'getPair', [x, y])))
    for (const token of [x, y]) await on.run(maker, token, 'transfer', [made, pooled])
    await on.send({ from: maker, to: made, data: pairMint.encodeFunctionData('mint', [maker]) })
    return made
  }
}

/** What a pair of Uniswap V2 gives, to the unit. */
export async function quotePair(
  side: Side,
  pair: Address,
  [sold, bought]: readonly [Address, Address],
  amountIn: bigint,
) {
  const answer = await side.chain.rpc<string>(
    'eth_call',
    { to: pair, data: tokens.encodeFunctionData('getReserves') },
    'latest',
  )
  const [low, high] = tokens.decodeFunctionResult('getReserves', answer) as unknown as [bigint, bigint]
  const [held, given] = sold < bought ? [low, high] : [high, low]
  return (amountIn * 997n * given) / (held * 1000n + amountIn * 997n)
}

/** One leg by push through a pair. */
export const push = (pool: Address, [sold, bought]: readonly [Address, Address]): Hex =>
  encodeRoute({
    wrapped: undefined,
    throughRouter: false,
    legs: [
      {
        move: 'push',
        pool,
        zeroForOne: sold < bought,
        feePpm: 3000,
        measured: false,
        share32: wholeShare,
        source: 'payer',
        destination: 'recipient',
        tokenIn: undefined,
      },
    ],
  })

interface MinedReceipt {
  readonly status: string
  readonly gasUsed: string
  readonly logs: Sent['logs']
  readonly contractAddress: string
}

export function createSender(chain: Anvil) {
  const send = async (call: { from: Address; to?: Address; data: string; value?: bigint }): Promise<Sent> => {
    const value = `0x${(call.value ?? 0n).toString(16)}`
    const hash = await chain.rpc<Hex>('eth_sendTransaction', { ...call, value, gas: '0x989680' })
    let receipt: MinedReceipt | null = null
    while (receipt === null) receipt = await chain.rpc<MinedReceipt | null>('eth_getTransactionReceipt', hash)
    return {
      hash,
      ok: receipt.status === '0x1',
      gas: Number(receipt.gasUsed),
      logs: receipt.logs,
      ...{ made: receipt.contractAddress },
    }
  }
  const create = async (from: Address, data: string): Promise<Address> => {
    const sent = (await send({ from, data })) as Sent & { made: string }
    if (!sent.ok) throw new Error('a contract was not created')
    return evm(sent.made)
  }
  const run = async (from: Address, to: Address, name: string, values: readonly unknown[]): Promise<Sent> => {
    const sent = await send({ from, to, data: tokens.encodeFunctionData(name, values) })
    if (!sent.ok) throw new Error(`${name} failed`)
    return sent
  }
  const read = async (to: Address, name: string, values: readonly unknown[]): Promise<unknown> => {
    const data = tokens.encodeFunctionData(name, values)
    return tokens.decodeFunctionResult(name, await chain.rpc<string>('eth_call', { to, data }, 'latest'))[0]
  }
  return {
    send,
    create,
    run,
    read,
    balance: async (token: Address, of: Address) => BigInt(String(await read(token, 'balanceOf', [of]))),
  }
}

export function createReader(chain: Anvil): CrossingReader {
  return {
    receipt: async (hash) => {
      const found = await chain.rpc<{
        status: string
        logs: { address: string; topics: Hex[]; data: Hex; transactionHash: Hex }[]
      } | null>('eth_getTransactionReceipt', hash)
      if (found === null) return undefined
      return { status: found.status === '0x1' ? 'success' : 'reverted', logs: found.logs.map(toLog) }
    },
    call: (to, data) => chain.rpc<Hex>('eth_call', { to, data }, 'latest').catch(() => hex('0x')),
    logs: async (address, topics, _since) =>
      (
        await chain.rpc<Parameters<typeof toLog>[0][]>('eth_getLogs', {
          address,
          topics,
          fromBlock: '0x0',
          toBlock: 'latest',
        })
      ).map(toLog),
    now: async () =>
      seconds(Number((await chain.rpc<{ timestamp: string }>('eth_getBlockByNumber', 'latest', false)).timestamp)),
    blockNumber: async () => BigInt(await chain.rpc<string>('eth_blockNumber')),
  }
}

const toLog = ({
  address,
  topics,
  data,
  transactionHash,
}: {
  address: string
  topics: Hex[]
  data: Hex
  transactionHash: Hex
}) => ({
  address: evm(address),
  topics,
  data,
  transaction: transactionHash,
})
