import { getSignedStep, type SignedStep } from '#app/trade/steps/send'
import { fail } from '#domain/errors'
import { stepNames, toStepFailure } from '#domain/journal/outcome'
import { type Intent, newestVersion } from '#domain/journal/swap'

const takenStages: ReadonlySet<string> = new Set(['submitted', 'mined', 'confirmed'])

/**
 * Without waiting, only what a node has taken succeeds, and only of the newest version: a lost or refusing answer does not.
 * @throws as `followStep`
 */
export function requireAccepted({ intent, step }: Pick<SignedStep, 'intent' | 'step'>): Intent {
  const tx = getSignedStep(intent, step)
  if (takenStages.has(tx.stage) && tx.hash === newestVersion(tx).hash) return intent
  const { id } = intent
  const { known } = tx.conclusion
  throw (
    toStepFailure(intent, tx, 1) ??
    fail('PENDING', { what: stepNames[step], id, known }, { sent: true, swapId: id, txHash: tx.hash })
  )
}
