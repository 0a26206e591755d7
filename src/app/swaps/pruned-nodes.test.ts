import { expect, test } from 'vitest'
import { searchNonceUser } from '#chain/tx/nonce-search'
import type { NonceSearch } from '#domain/chain/chain-evidence'
import type { Chain } from '#domain/chain/port'
import type { SwapRecord } from '#domain/service/swap-record'
import { evm, hex } from '#domain/units'
import { getNetworkEntry } from '#networks/find'
import type { SwapsContext } from './context.ts'
import { refreshSwap } from './refresh-swap.ts'

const hash = hex(`0x${'aa'.repeat(32)}`)
const from = evm(`0x${'11'.repeat(20)}`)
const record = {
  ...{ id: 'swap', status: 'pending', substatus: 'submitted', network: 'ethereum', transactionHash: hash },
  ...{ buy: from, to: from, from, gasless: false, timeline: [], nonce: 7, deadline: 1000 },
} as unknown as SwapRecord
const quantity = (n: number) => `0x${n.toString(16)}`
const head = 10_000

/** A full node, as most are: it has the states of 128 blocks. The nonce was used in block `usedAt` by another transaction. */
function endpointOf(usedAt: number) {
  const answer = ({ method, params }: { method: string; params: readonly unknown[] }) => {
    const at = params.find((one) => typeof one === 'string' && /^0x[0-9a-f]{1,8}$/.test(one))
    const number = at === undefined ? head : Number(at)
    if (method === 'eth_getTransactionCount') {
      if (number <= head - 128) return { error: { code: -32000, message: 'missing trie node' } }
      return { result: quantity(number >= usedAt ? 8 : 7) }
    }
    const transactions = number === usedAt ? [{ hash: `0x${'cc'.repeat(32)}`, from, nonce: '0x7' }] : []
    return {
      result: {
        number: quantity(number),
        hash: `0x${'bb'.repeat(32)}`,
        timestamp: quantity(2_000),
        transactions,
        baseFeePerGas: '0x1',
        gasLimit: '0x1',
        gasUsed: '0x1',
        parentHash: `0x${'bb'.repeat(32)}`,
        miner: from,
      },
    }
  }
  return { name: 'a', ask: async (calls: readonly never[]) => calls.map(answer) } as never
}

const refresh = (usedAt: number) => {
  const chain = {
    network: getNetworkEntry('ethereum'),
    receipt: async () => undefined,
    head: async () => ({ number: head }),
    allNonces: async () => ['a', 'b'].map((endpoint) => ({ endpoint, head: { number: head, time: 3_000 } })),
    checkTransaction: async () => [1, 2].map(() => ({ seen: 'absent', head: { number: head }, nonce: 8 })),
    nonceAt: async (_: string, block: number) =>
      [1, 2].map(() => ({ nonce: 8, block: { number: block, time: 2_000 } })),
    findTransaction: async () => ({ transaction: { from, to: from, data: hex('0x'), nonce: 7 } }),
    findNonceUser: (search: NonceSearch) => searchNonceUser(endpointOf(usedAt), search),
  } as unknown as Chain
  const context = { chain: async () => chain, clock: { now: () => 3_000 }, swaps: { update: async () => undefined } }
  return refreshSwap(context as unknown as SwapsContext, record)
}

test.each([50, 200])('a swap whose nonce another used %i blocks ago, past its deadline, ends', async (ago) => {
  expect((await refresh(head - ago)).status).not.toBe('pending')
})
