import type { Chain } from '#domain/chain/port'
import type { Clock } from '#domain/clock'
import type { Finding } from '#domain/diagnosis'
import { SwapError } from '#domain/errors'
import type { Intent, JournalTx } from '#domain/journal/swap'
import type { NetworkName } from '#domain/units'

interface OpenStep {
  readonly intent: Intent
  readonly tx: JournalTx
}

export interface NonceInput {
  readonly clock: Clock
  readonly intents: readonly Intent[]
  /** `undefined` if the chain may not be asked. */
  readonly chain: ((network: NetworkName) => Promise<Chain>) | undefined
}

/** A transaction that is not mined after this time waits for something. */
const patienceSeconds = 120

/** Steps that are signed and neither mined nor void, compared with the account's nonce on the chain. */
export async function inspectNonces({ clock, intents, chain }: NonceInput): Promise<readonly Finding[]> {
  const open = intents.flatMap((intent) =>
    intent.transactions
      .filter(({ stage }) => stage === 'signed' || stage === 'submitted' || stage === 'unknown')
      .map((tx): OpenStep => ({ intent, tx })),
  )
  if (open.length === 0)
    return [{ check: 'nonce', subject: 'journal', level: 'ok', message: 'every signed transaction is settled' }]
  return Promise.all(open.map((step) => inspectStep(step, clock, chain)))
}

async function inspectStep({ intent, tx }: OpenStep, clock: Clock, chain: NonceInput['chain']): Promise<Finding> {
  const { id, network, from } = intent
  const subject = `${network} ${from} nonce ${tx.nonce}`
  const age = clock.now() - tx.signedAt
  const signed = `the ${tx.step} of ${id.slice(0, 8)}, signed ${age} s ago`
  const fix = `swapline status ${id} --watch`
  if (chain === undefined) return { check: 'nonce', subject, level: 'note', message: `${signed}, is not settled`, fix }
  try {
    const { latest, pending } = await (await chain(network)).nonces(from)
    if (latest > tx.nonce)
      return { check: 'nonce', subject, level: 'note', message: `${signed}: the nonce is used; status reads how`, fix }
    if (latest < tx.nonce)
      return { check: 'nonce', subject, level: 'problem', message: `${signed}, waits for nonce ${latest}`, fix }
    const isKnown = pending > tx.nonce ? 'waits in a node' : 'no node knows it'
    const level = age > patienceSeconds ? 'problem' : 'note'
    return { check: 'nonce', subject, level, message: `${signed}: ${isKnown}`, fix }
  } catch (error) {
    if (!(error instanceof SwapError)) throw error
    return { check: 'nonce', subject, level: 'note', message: `${signed}: the chain cannot be asked`, fix }
  }
}
