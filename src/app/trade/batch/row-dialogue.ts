import type { GasAllowance } from '#app/trade/batch/gas-allowance'
import { findGasCost } from '#app/trade/batch/gas-cost'
import { fail } from '#domain/errors'
import type { BatchObserver } from '#domain/trade/batch/batches'
import type { Dialogue, GasCost } from '#domain/trade/dialogue'
import type { Trader } from '#domain/trade/trader'
import type { NetworkName } from '#domain/units'

interface DialogueInput {
  readonly network: NetworkName
  /** Counts the gas of everything signed. */
  readonly key: string
  readonly gas: GasAllowance
  readonly trader: Pick<Trader, 'findByKey'>
  /** Absent for an approval. */
  readonly row?: string
  /** Asked right before anything is signed: by then, another process may have cancelled the batch. */
  readonly isCancelled: () => Promise<boolean>
  readonly batch: string
}

/** A batch replaces nothing: speedups and cancellations are commands of their own. */
export const refuseReplacement = (): Promise<never> =>
  Promise.reject(fail('INTERNAL', { reason: 'a batch replaces no transaction' }))

/** The user agreed to the whole batch before it began: what is asked here is only whether its limits still hold. */
export function createRowDialogue(input: DialogueInput, observer: Pick<BatchObserver, 'tell'>): Dialogue {
  const { network, key, gas, row, batch } = input
  /** An approval may have been signed since it was asked before: what is reserved now comes on top of it. */
  const reserve = async ({ maxGasCost }: GasCost): Promise<void> => {
    gas.record(network, key, await findGasCost(input.trader, await input.trader.findByKey(key)))
    gas.reserve(network, key, maxGasCost)
  }
  return {
    tell(progress) {
      if (row === undefined) return
      if (progress.what === 'signed') observer.tell({ what: 'signed', row, intent: progress.intent })
      if (progress.what === 'sent') observer.tell({ what: 'accepted', row, intent: progress.intent })
    },
    batch,
    confirmRisks: async () => undefined,
    confirmApproval: (_, cost) => reserve(cost),
    // The approval that a row needs of its own is part of the terms.
    confirmSwap: (_, cost) => reserve(cost),
    beforeSigning: async () => {
      if (await input.isCancelled()) throw fail('BATCH_CANCELLED', { id: batch })
    },
    confirmReplacement: refuseReplacement,
  }
}
