/** What the judge goes by: the bytes that endpoints were handed, and what the chain holds. Never the journal. */
import { Transaction } from 'ethers'
import type { HandedBytes } from '../chain/proxy.ts'
import type { Lane } from './lane.ts'

/** A signed transaction that some endpoint was handed. */
export interface HandedTransaction {
  readonly hash: string
  readonly nonce: number
  readonly step: 'swap' | 'approval'
  /** Of a swap: once a block is later than this, it can only revert. Unix seconds. */
  readonly deadline: number | undefined
}

/** Each once, in the order in which they were first handed over. */
export function handedTransactions(lane: Lane, handed: readonly HandedBytes[]): readonly HandedTransaction[] {
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

/** The sixth word of each of the router's calls, in digits behind 0x and the selector. */
const deadlineAt = 2 + 8 + 5 * 64

/** What the chain holds of one account, of the blocks of the case. */
export interface ChainView {
  readonly head: number
  /** The newest block's, in Unix seconds. */
  readonly time: number
  /** The account's next nonce by what is mined. */
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
  readonly timestamp: string
  readonly transactions: readonly { hash: string; from: string; to: string | null; nonce: string }[]
}
interface RpcReceipt {
  readonly status: string
  readonly gasUsed: string
  readonly effectiveGasPrice: string
}

export async function viewChain(lane: Lane, account: string): Promise<ChainView> {
  const { rpc } = lane
  const newest = await rpc<RpcBlock>('eth_getBlockByNumber', 'latest', true)
  const head = Number(newest.number)
  const mined = new Map<string, MinedTransaction>()
  for (let number = lane.firstBlock; number <= head; number++) {
    const block = await rpc<RpcBlock | null>('eth_getBlockByNumber', `0x${number.toString(16)}`, true)
    for (const tx of block?.transactions ?? []) {
      if (tx.from.toLowerCase() !== account.toLowerCase()) continue
      const receipt = await rpc<RpcReceipt>('eth_getTransactionReceipt', tx.hash)
      mined.set(tx.hash, {
        hash: tx.hash,
        nonce: Number(tx.nonce),
        block: number,
        toRouter: tx.to?.toLowerCase() === lane.router.toLowerCase(),
        success: receipt.status === '0x1',
        feeWei: BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice),
      })
    }
  }
  return { head, time: Number(newest.timestamp), nonce: await nonceAfter(lane, account, mined), mined }
}

/** From the blocks themselves: while anvil makes one, its answers to questions for a nonce are ahead of its blocks. */
async function nonceAfter({ rpc, firstBlock }: Lane, account: string, mined: ChainView['mined']): Promise<number> {
  const before = await rpc<string>('eth_getTransactionCount', account, `0x${(firstBlock - 1).toString(16)}`)
  return Math.max(Number(before), ...[...mined.values()].map(({ nonce }) => nonce + 1))
}

/** The swaps that happened. */
export const swapsIn = ({ mined }: ChainView): readonly MinedTransaction[] =>
  [...mined.values()].filter(({ toRouter, success }) => toRouter && success)
