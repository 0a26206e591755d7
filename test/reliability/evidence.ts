/** The judge's evidence: the bytes sent to endpoints, and the chain's contents. Never the journal. */
import { Transaction } from 'ethers'
import type { HandedBytes } from '../chain/proxy.ts'
import type { Lane } from './lane.ts'

/** A signed transaction sent to some endpoint. */
export interface HandedTransaction {
  readonly hash: string
  readonly nonce: number
  readonly step: 'swap' | 'approval'
  /** Of a swap: in a block after this, it can only revert. Unix seconds. */
  readonly deadline: number | undefined
}

/** Each once, in the order of first broadcast. */
export function decodeHanded(lane: Lane, handed: readonly HandedBytes[]): readonly HandedTransaction[] {
  return [...new Set(handed.map(({ raw }) => raw))].map((raw) => {
    const { hash, nonce, to, data } = Transaction.from(raw)
    const isSwap = to?.toLowerCase() === lane.router.toLowerCase()
    return {
      hash: hash ?? '',
      nonce,
      step: isSwap ? 'swap' : 'approval',
      deadline: isSwap ? Number(`0x${data.slice(deadlineAt, deadlineAt + 64)}`) : undefined,
    }
  })
}

/** The sixth word of each of the router's calls, in digits after 0x and the selector. */
const deadlineAt = 2 + 8 + 5 * 64

/** One account's data on the chain, over the blocks of the case. */
export interface ChainView {
  readonly head: number
  /** The newest block's, in Unix seconds. */
  readonly time: number
  /** The account's next nonce by its mined transactions. */
  readonly nonce: number
  /** The account's transactions by hash. */
  readonly mined: ReadonlyMap<string, MinedTransaction>
}

export interface MinedTransaction {
  readonly hash: string
  readonly nonce: number
  readonly block: number
  readonly toRouter: boolean
  readonly success: boolean
  readonly feeWei: bigint
}

interface RpcBlock {
  readonly number: string
  readonly hash: string
  readonly timestamp: string
  readonly transactions: readonly { hash: string; from: string; to: string | null; nonce: string }[]
}
interface RpcReceipt {
  readonly status: string
  readonly gasUsed: string
  readonly effectiveGasPrice: string
}

/** Retries if the chain was reset meanwhile: halves of two branches are not a view. */
export async function viewChain(lane: Lane, account: string): Promise<ChainView> {
  for (let tries = 0; tries < 10; tries++) {
    const newest = await lane.rpc<RpcBlock>('eth_getBlockByNumber', 'latest', true)
    const mined = await findMinedBy(lane, account, Number(newest.number))
    const again = await lane.rpc<RpcBlock | null>('eth_getBlockByNumber', newest.number, false)
    if (mined === undefined || again?.hash !== newest.hash) continue
    // From the blocks themselves: while anvil makes one, its nonce answers are ahead of its blocks.
    const first = lane.firstNonces.get(account.toLowerCase()) ?? 0
    const nonce = Math.max(first, ...[...mined.values()].map((one) => one.nonce + 1))
    return { head: Number(newest.number), time: Number(newest.timestamp), nonce, mined }
  }
  throw new Error('the chain did not stand still')
}

/** `undefined` if a block or a receipt no longer exists. */
async function findMinedBy(
  { rpc, firstBlock, router }: Lane,
  account: string,
  head: number,
): Promise<Map<string, MinedTransaction> | undefined> {
  const mined = new Map<string, MinedTransaction>()
  for (let number = firstBlock; number <= head; number++) {
    const block = await rpc<RpcBlock | null>('eth_getBlockByNumber', `0x${number.toString(16)}`, true)
    if (block === null) return undefined
    for (const { hash, from, to, nonce } of block.transactions) {
      if (from.toLowerCase() !== account.toLowerCase()) continue
      const receipt = await rpc<RpcReceipt | null>('eth_getTransactionReceipt', hash)
      if (receipt === null) return undefined
      mined.set(hash, {
        hash,
        nonce: Number(nonce),
        block: number,
        toRouter: to?.toLowerCase() === router.toLowerCase(),
        success: receipt.status === '0x1',
        feeWei: BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice),
      })
    }
  }
  return mined
}

/** The swaps that happened. */
export const swapsIn = ({ mined }: ChainView): readonly MinedTransaction[] =>
  [...mined.values()].filter(({ toRouter, success }) => toRouter && success)
