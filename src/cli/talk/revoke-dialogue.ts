import type { Context } from '#cli/context'
import { gasText } from '#cli/screens/trade/agreement'
import { plannedRevocationLines } from '#cli/screens/trade/allowances'
import { createDialogue } from '#cli/talk/dialogue'
import type { RevokeDialogue } from '#domain/trade/allowances'
import { wei } from '#domain/units'

/** Asks once for all revocations, with the list and their gas. */
export function createRevokeDialogue(context: Context): RevokeDialogue & { end(): void } {
  const { out, prompts } = context
  const dialogue = createDialogue(context, { recipient: true, unlisted: true, max: true })
  return {
    tell: dialogue.tell,
    end: dialogue.end,
    async confirmRevocations(planned) {
      dialogue.end()
      const [first] = planned
      if (first === undefined) return
      const gas = {
        maxGasCost: wei(planned.reduce((sum, one) => sum + one.gas.maxGasCost, 0n)),
        expectedGasCost: wei(planned.reduce((sum, one) => sum + one.gas.expectedGasCost, 0n)),
        nativeUsd: first.gas.nativeUsd,
      }
      const { network } = first.plan.token
      out.note((screen) => plannedRevocationLines(planned, gasText(gas, network), screen))
      await prompts.confirm(
        planned.length === 1
          ? 'Send 1 transaction to take it back?'
          : `Send ${planned.length} transactions to take them back?`,
      )
    },
  }
}
