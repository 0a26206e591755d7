/** Transactions to our router that revert on a sandbox chain, each for another reason, sent without our program. */
import { type SwapTypedData, toSwapTypedData } from '#domain/api/typed-data'
import type { RevertClass } from '#domain/failures/revert-reason'
import type { Pool } from '#domain/pools/protocol'
import { type Address, amount, evm, type Hex, hex, nativeToken, seconds } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'
import { encodeOrderCall } from '#encoding/order/call'
import { encodeSwapCall, packLegs, type SwapCall } from '#encoding/swap/router-call'
import { encodeApprove } from '#encoding/tokens/erc20'
import { network } from '#networks/entries/sandbox'
import { sandboxGround } from '#sandbox/addresses.gen'
import type { RunningChain } from '#sandbox/anvil/start'
import { devAccounts } from '#sandbox/dev-accounts'
import { createLeg, poolOf } from '../contracts/rig.ts'

export const router = getRouter(network).address
const { treasury } = sandboxGround
const tokenOf = (symbol: string): Address =>
  network.tokens.find((token) => token.symbol === symbol)?.address ?? evm(`no ${symbol}`)
export const tokens = {
  USDC: tokenOf('USDC'),
  DAI: tokenOf('DAI'),
  WETH: tokenOf('WETH'),
  FOT: sandboxGround.tokens.FOT.address,
}

/** Uniswap v2 pools of the sandbox. */
export const pools = {
  usdcDai: poolOf('uniswap-v2', evm('0x96eEFdeAf727b55a5bE4f856D47731232FDD9d0E'), [tokens.USDC, tokens.DAI]),
  wethUsdc: poolOf('uniswap-v2', evm('0x3dC9F992048df3c73E7794A5F794A5478e86609B'), [tokens.WETH, tokens.USDC]),
  fotWeth: poolOf('uniswap-v2', evm('0x4F8d981a324a70785b2440f03FEcd4B0C2dca86f'), [tokens.FOT, tokens.WETH]),
}

const word = (address: Address): string => address.slice(2).padStart(64, '0')
const late = seconds(2 ** 40 - 1)

export interface RawTransaction {
  readonly from: Address
  readonly data: Hex
  readonly value?: bigint
  readonly gas?: bigint
  /** Our router, if absent; `undefined` creates a contract. */
  readonly to?: Address | undefined
}

/** The calldata of a swap over one pool. */
export const swapData = (pool: Pool, call: Partial<SwapCall> & Pick<SwapCall, 'tokenIn' | 'tokenOut'>): Hex =>
  encodeSwapCall(
    {
      amountIn: amount(1_000_000n),
      minimumOut: amount(1n),
      recipient: treasury,
      deadline: late,
      affiliate: undefined,
      wrapped: tokens.WETH,
      ...call,
    },
    [createLeg(pool, call.tokenIn === nativeToken ? tokens.WETH : call.tokenIn)],
  )

/** Sends without an estimate, so that reverting calls are mined, and waits for the block. */
export async function send(
  { rpc }: RunningChain,
  { from, data, value = 0n, gas = 1_000_000n, ...rest }: RawTransaction,
) {
  // The node has the keys of these: what it signs for others has no signature.
  if (!devAccounts.some(({ address }) => address === from)) await rpc('anvil_impersonateAccount', from)
  const quantity = (n: bigint) => `0x${n.toString(16)}`
  const to = 'to' in rest ? rest.to : router
  const sent = { from, to, data, value: quantity(value), gas: quantity(gas) }
  const hash = await rpc<string>('eth_sendTransaction', sent)
  for (let waited = 0; waited < 10_000; waited += 20) {
    const receipt = await rpc<{ status: string } | null>('eth_getTransactionReceipt', hash)
    if (receipt !== null) return { hash, status: receipt.status }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`${hash} was not mined`)
}

/** Does `work` while a contract answers every call with this code, starting in a separate block. */
async function withCode<T>({ rpc }: RunningChain, address: Address, code: string, work: () => Promise<T>): Promise<T> {
  const before = await rpc<string>('eth_getCode', address, 'latest')
  await rpc('anvil_setCode', address, code)
  await rpc('evm_mine')
  try {
    return await work()
  } finally {
    await rpc('anvil_setCode', address, before)
    await rpc('evm_mine')
  }
}

/** revert(bytes4): PUSH4, SHL 224, MSTORE, REVERT. */
const revertCode = (selector: string): string => `0x63${selector}60e01b5f5260045ffd`
/** revert(Panic(0x12)). */
const panicCode = '0x634e487b7160e01b5f52601260045260245ffd'

/** An account that never traded, unless the case is of a given one. */
async function newAccount({ rpc }: RunningChain, last: string, payer: Address | undefined): Promise<Address> {
  const account = payer ?? evm(`0x${last.padStart(40, 'a')}`)
  await rpc('anvil_setBalance', account, '0x56bc75e2d63100000')
  return account
}

const maximum = amount(2n ** 256n - 1n)
const usdcToDai = { tokenIn: tokens.USDC, tokenOut: tokens.DAI }
const ethToUsdc = { tokenIn: nativeToken, tokenOut: tokens.USDC, amountIn: amount(10n ** 15n) }

async function approveRouter(chain: RunningChain, from: Address, token: Address): Promise<void> {
  await send(chain, { from, to: token, data: encodeApprove(router, maximum) })
}

/** The whole balance of USDC, to the treasury. */
async function emptyAccount(chain: RunningChain, from: Address): Promise<void> {
  const held = await chain.rpc<string>('eth_call', { to: tokens.USDC, data: `0x70a08231${word(from)}` }, 'latest')
  await send(chain, { from, to: tokens.USDC, data: hex(`0xa9059cbb${word(treasury)}${held.slice(2)}`) })
}

/** An order that is not signed by its sender, unless a signature of it is given. */
export function orderData(sender: Address, sign?: (order: SwapTypedData) => Hex): Hex {
  const typed = toSwapTypedData({
    chainId: 31337,
    router,
    sender,
    recipient: treasury,
    fromAsset: tokens.USDC,
    toAsset: tokens.DAI,
    deadline: late,
    amountOutMin: amount(1n),
    sellAmount: amount(1_000_000n),
    swapFee: amount(0n),
    affiliate: undefined,
    nonce: 7n,
  })
  const route = packLegs({ ...usdcToDai, wrapped: tokens.WETH }, [createLeg(pools.usdcDai, tokens.USDC)])
  const signature = sign?.(typed) ?? hex(`0x${'11'.repeat(32)}${'22'.repeat(32)}1b`)
  return encodeOrderCall({ order: typed.message, signature, route })
}

type RevertCase = (chain: RunningChain, payer?: Address) => Promise<string>

/** A reverted transaction for each class, of an account that never traded or of the one given. */
export const revertCases: Readonly<Record<RevertClass, RevertCase>> = {
  allowance: async (chain, payer) => {
    const from = await newAccount(chain, '01', payer)
    const data = `0xa9059cbb${word(from)}${(5_000_000).toString(16).padStart(64, '0')}`
    await send(chain, { from: treasury, to: tokens.USDC, data: hex(data) })
    return (await send(chain, { from, data: swapData(pools.usdcDai, usdcToDai) })).hash
  },
  balance: async (chain, payer) => {
    const from = await newAccount(chain, '02', payer)
    await emptyAccount(chain, from)
    await approveRouter(chain, from, tokens.USDC)
    return (await send(chain, { from, data: swapData(pools.usdcDai, usdcToDai) })).hash
  },
  minimum: async (chain, payer) => {
    const from = await newAccount(chain, '03', payer)
    const data = swapData(pools.wethUsdc, { ...ethToUsdc, minimumOut: amount(10n ** 12n) })
    return (await send(chain, { from, data, value: 10n ** 15n })).hash
  },
  deadline: async (chain, payer) => {
    const from = await newAccount(chain, '04', payer)
    const data = swapData(pools.wethUsdc, { ...ethToUsdc, deadline: seconds(1_600_000_000) })
    return (await send(chain, { from, data, value: 10n ** 15n })).hash
  },
  'out-of-gas': async (chain, payer) => {
    const from = await newAccount(chain, '05', payer)
    return (await send(chain, { from, data: swapData(pools.wethUsdc, ethToUsdc), value: 10n ** 15n, gas: 70_000n }))
      .hash
  },
  'missing-value': async (chain, payer) => {
    const from = await newAccount(chain, '06', payer)
    return (await send(chain, { from, data: swapData(pools.wethUsdc, ethToUsdc), value: 10n ** 14n })).hash
  },
  'token-tax': async (chain, from = treasury) => {
    await approveRouter(chain, from, tokens.FOT)
    const data = swapData(pools.fotWeth, { tokenIn: tokens.FOT, tokenOut: tokens.WETH, amountIn: amount(10n ** 18n) })
    return (await send(chain, { from, data })).hash
  },
  'paused-token': (chain, payer) =>
    withCode(chain, tokens.USDC, revertCode('d93c0665'), async () => {
      const from = await newAccount(chain, '07', payer)
      return (await send(chain, { from, data: swapData(pools.usdcDai, usdcToDai) })).hash
    }),
  pool: async (chain, from = treasury) => {
    await approveRouter(chain, from, tokens.USDC)
    const noPool = poolOf('uniswap-v2', tokens.DAI, [tokens.USDC, tokens.DAI])
    return (await send(chain, { from, data: swapData(noPool, usdcToDai) })).hash
  },
  'router-auth': async (chain, payer) => {
    const from = await newAccount(chain, '08', undefined)
    return (await send(chain, { from, data: orderData(payer ?? treasury) })).hash
  },
  panic: async (chain, from = treasury) => {
    await approveRouter(chain, from, tokens.USDC)
    const swap = { from, data: swapData(pools.usdcDai, usdcToDai) }
    return (await withCode(chain, tokens.USDC, panicCode, () => send(chain, swap))).hash
  },
  unknown: async (chain, from = treasury) => {
    await approveRouter(chain, from, tokens.USDC)
    const swap = { from, data: swapData(pools.usdcDai, usdcToDai) }
    return (await withCode(chain, tokens.USDC, revertCode('deadbeef'), () => send(chain, swap))).hash
  },
}
