import type { SwapsContext } from '#app/swaps/context'
import type { Chain, ChainTransaction, Receipt } from '#domain/ports'
import { finalSwapStates, type SwapRecord } from '#domain/swap-record'
import type { Address } from '#domain/units'
import { explainRevert } from '#encoding/explain-revert'
import { boughtFrom } from '#encoding/receipt'
import { routerOn } from '#encoding/router'

type Seen = Pick<SwapRecord, 'status' | 'substatus' | 'mined' | 'amountOut' | 'reason'>

/** Looks a swap up on its chain and keeps what changed. A final one is left as it is. */
export async function observe(context: SwapsContext, record: SwapRecord): Promise<SwapRecord> {
  if (finalSwapStates.has(record.status)) return record
  const chain = await context.chain(record.network)
  const receipt = await chain.receipt(record.transactionHash)
  const seen = receipt === undefined ? await unmined(chain, record) : await mined(chain, record, receipt)
  const now = context.clock.now()
  const block = seen.mined?.block
  const last = record.timeline.at(-1)
  const moved = last?.stage !== seen.substatus || (seen.substatus === 'mined' && last.block !== block)
  const timeline = moved ? [...record.timeline, { stage: seen.substatus, at: now, block }] : record.timeline
  const observed = { ...record, ...seen, updatedAt: now, timeline }
  await context.swaps.update(observed)
  return observed
}

async function mined(chain: Chain, record: SwapRecord, receipt: Receipt): Promise<Seen> {
  const { status, block, blockHash, gasUsed, feePaid } = receipt
  const facts = { block, blockHash, gasUsed, feePaid }
  if (status === 'reverted') {
    const reason = await whyReverted(chain, record)
    return { status: 'error', substatus: 'reverted', mined: facts, amountOut: undefined, reason }
  }
  const { network } = chain
  const { buy, to } = record
  const swap = { router: routerOn(network).address, wrapped: network.wrapped, tokenOut: buy, recipient: to }
  const amountOut = boughtFrom(receipt, swap)
  const deep = (await chain.head()).number - block + 1 >= network.confirmations
  const stage = deep
    ? { status: 'success' as const, substatus: 'confirmed' as const }
    : { status: 'pending' as const, substatus: 'mined' as const }
  return { ...stage, mined: facts, amountOut, reason: undefined }
}

/** The same call once more, for the words of its failure; `undefined` where what made it fail has passed. */
async function whyReverted(chain: Chain, record: SwapRecord): Promise<string | undefined> {
  const [transaction] = await chain.transactions([record.transactionHash])
  const again = await simulated(chain, transaction)
  return again?.ok === false ? (explainRevert(again.data) ?? again.reason) : undefined
}

async function simulated(chain: Chain, transaction: ChainTransaction | undefined) {
  if (transaction?.to === undefined) return undefined
  const { from, to, data, value } = transaction
  return chain.simulate({ from, to, data, value })
}

/** In no block: it waits, or its nonce is used, or its deadline has passed and no node has it. */
async function unmined(chain: Chain, record: SwapRecord): Promise<Seen> {
  const nothing = { mined: undefined, amountOut: undefined, reason: undefined }
  const [waiting] = await chain.transactions([record.transactionHash])
  if (waiting !== undefined) return { ...nothing, status: 'pending', substatus: 'submitted' }
  // Who brought a signed order to the chain is not known any more: only its deadline can end it.
  if (!record.gasless && (await isUsed(chain, record))) return { ...nothing, status: 'error', substatus: 'replaced' }
  if ((await chain.head()).time > record.deadline) return { ...nothing, status: 'expired', substatus: 'expired' }
  return { ...nothing, status: 'pending', substatus: 'unknown' }
}

/** The receipt is asked for once more: it may have been mined between the two questions. */
async function isUsed(
  chain: Chain,
  { from, nonce, transactionHash }: { from: Address } & SwapRecord,
): Promise<boolean> {
  if ((await chain.nonces(from)).latest <= nonce) return false
  return (await chain.receipt(transactionHash)) === undefined
}
