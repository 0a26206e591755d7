import type { TradeContext } from '#app/context'
import { reread, resume, signedStep } from '#app/trade/send'
import { isOfTheWay } from '#app/trade/way'
import { fail, type SwapError } from '#domain/errors'
import type { Chain, Receipt } from '#domain/ports'
import { finalStages, type Intent, type JournalTx, type Step } from '#domain/swap'
import type { Dialogue } from '#domain/trader'
import type { Address, Amount } from '#domain/units'
import { explainRevert } from '#encoding/explain-revert'
import { boughtFrom } from '#encoding/receipt'

export interface Patience {
  /** Blocks that must stand on a transaction, its own counted. */
  readonly confirmations: number
  /** How long to wait in all. */
  readonly seconds: number
}

/**
 * Looks one signed step up on the chain and notes what it finds.
 * A transaction that was mined and is gone again (a reorganisation) is noted as submitted once more.
 */
export async function observe(
  context: TradeContext,
  chain: Chain,
  { intent, step }: { intent: Intent; step: Step },
  confirmations: number,
): Promise<Intent> {
  const tx = signedStep(intent, step)
  if (finalStages.has(tx.stage)) return intent
  const note = (...[stage, facts]: [Parameters<typeof context.journal.advance>[2], object?]) =>
    context.journal.advance(intent.id, step, stage, context.clock.now(), facts)

  const receipt = await chain.receipt(tx.hash)
  if (receipt === undefined) {
    if (tx.stage === 'mined') await note('submitted')
    return reread(context, intent)
  }
  const { block, blockHash, gasUsed, feePaid } = receipt
  const mined = { block, blockHash, gasUsed, feePaid }
  if (receipt.status === 'reverted') await note('reverted', { mined })
  else {
    const bought = step === 'swap' ? boughtBy(chain, intent, { receipt, router: tx.payload.to }) : undefined
    await note('mined', { mined, ...(bought === undefined ? {} : { bought }) })
    if (await isDeep(chain, receipt, confirmations)) await note('confirmed', { mined })
  }
  return reread(context, intent)
}

function boughtBy(
  { network: { wrapped } }: Chain,
  { trade }: Intent,
  { receipt, router }: { receipt: Receipt; router: Address },
): Amount | undefined {
  if (trade === undefined) return undefined
  return boughtFrom(receipt, { router, wrapped, tokenOut: trade.buy.address, recipient: trade.to })
}

const isDeep = async (chain: Chain, receipt: Receipt, confirmations: number): Promise<boolean> =>
  confirmations <= 1 || (await chain.head()).number - receipt.block + 1 >= confirmations

/**
 * Waits until a step is final.
 * @throws `REVERTED`, `REPLACED`, `NEVER_SENT`; `PENDING` when patience ran out first.
 */
export async function followStep(
  context: TradeContext,
  chain: Chain,
  followed: { intent: Intent; step: Step },
  patience: Patience,
  dialogue: Dialogue,
): Promise<Intent> {
  const { step } = followed
  const until = context.clock.elapsed() + patience.seconds * 1000
  const pause = Math.min(4000, Math.max(100, chain.network.blockTimeMs / 4))
  let told = followed.intent
  const look = async (): Promise<void> => {
    const intent = await observe(context, chain, { intent: told, step }, patience.confirmations)
    const { mined, stage } = signedStep(intent, step)
    if (mined !== undefined && signedStep(told, step).mined === undefined) dialogue.tell({ what: 'mined', intent })
    told = intent
    if (mined === undefined && !finalStages.has(stage))
      told = await lookForReplacement(context, chain, { intent, step }, dialogue)
  }
  for (;;) {
    const broken = await brokenWay(look)
    const { stage } = signedStep(told, step)
    if (stage === 'confirmed') return told
    if (finalStages.has(stage)) throw await badEnd(chain, told, step)
    if (context.clock.elapsed() >= until) throw pending(told, step, broken)
    dialogue.tell({ what: 'waiting', intent: told })
    await context.clock.sleep(pause)
  }
}

/** What is wrong with the way to the chain, if anything: it says nothing of what was sent over it, so it is not thrown. */
async function brokenWay(work: () => Promise<void>): Promise<string | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    if (isOfTheWay(error)) return error.message
    throw error
  }
}

function pending(intent: Intent, step: Step, why: string | undefined): SwapError {
  const { hash } = signedStep(intent, step)
  const context = { sent: true, swapId: intent.id, txHash: hash, ...(why === undefined ? {} : { why }) }
  return fail('PENDING', { what: words[step], id: intent.id }, context)
}

const words = {
  swap: 'The swap',
  approve: 'The approval',
  reset: 'The allowance reset',
  deploy: 'The deployment',
  wrap: 'The wrap',
} as const satisfies Record<Step, string>

/** A used nonce means that waiting is in vain. Bytes that no node knows are left alone here: `resume` is for that. */
async function lookForReplacement(
  context: TradeContext,
  chain: Chain,
  { intent, step }: { intent: Intent; step: Step },
  dialogue: Dialogue,
): Promise<Intent> {
  const tx = signedStep(intent, step)
  if ((await chain.nonces(tx.payload.from)).latest <= tx.nonce) return intent
  return resume(context, { chain, intent, step }, dialogue)
}

/** The failure of a step that is final and not confirmed. */
async function badEnd(chain: Chain, intent: Intent, step: Step): Promise<SwapError> {
  const { stage, nonce, hash } = signedStep(intent, step)
  if (stage === 'reverted') return reverted(chain, intent, step)
  if (stage === 'replaced')
    return fail('REPLACED', { nonce, id: intent.id }, { sent: true, swapId: intent.id, txHash: hash })
  return fail('NEVER_SENT', { what: words[step] }, { sent: false, swapId: intent.id })
}

/** The same call once more, for the words of its failure; what has moved on since may hide them. */
async function reverted(chain: Chain, intent: Intent, step: Step): Promise<SwapError> {
  const tx = signedStep(intent, step)
  const again = await chain.simulate(tx.payload).catch(() => undefined)
  const reason = again?.ok === false ? (explainRevert(again.data) ?? again.reason) : whyNoLonger(tx)
  return fail('REVERTED', { what: words[step], reason }, { sent: true, swapId: intent.id, txHash: tx.hash })
}

/** Each call keeps a 64th of its gas back, so a transaction that ran out of it has not used the very last. */
function whyNoLonger({ mined, payload }: JournalTx): string {
  const used = mined?.gasUsed ?? 0n
  if (used * 100n >= payload.gasLimit * 97n)
    return `it ran out of gas: it used ${used} of ${payload.gasLimit}, because others traded before it`
  return 'what made it fail has passed: the same call would succeed now'
}
