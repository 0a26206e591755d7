/**
 * A client that swaps once and may be told to die on the way: at the n-th step of the journal or of the dialogue.
 * argv: state folder, RPC url, account, key, step to die at (0: never), `forgetful` for the control client.
 */
import { randomUUID } from 'node:crypto'
import { composeWith } from '#compose'
import { SwapError } from '#domain/errors'
import type { Journal } from '#domain/journal'
import type { Dialogue } from '#domain/trader'
import { nativeToken } from '#domain/units'
import { sandboxGround } from '#sandbox/addresses.gen'
import { devAccounts } from '#sandbox/dev-accounts'
import { asking, surroundingsOf, swapping } from '../trade/house.ts'

const [state = '', url = '', account = '', key = '', dieAt = '0', memory] = process.argv.slice(2)

let steps = 0
function step(): void {
  steps++
  if (steps === Number(dieAt)) process.kill(process.pid, 'SIGKILL')
}

/** Every call of the journal is two steps: before it does anything and after it is durable. */
const mortal = (journal: Journal): Journal =>
  new Proxy(journal, {
    get:
      (target, name: keyof Journal) =>
      async (...given: never[]) => {
        step()
        const answer = await (target[name] as (...all: never[]) => Promise<unknown>)(...given)
        step()
        return answer
      },
  })

/** The control: when it starts again it knows neither its key nor what it signed, so it signs again. */
const forgetful = (journal: Journal): Journal => ({
  ...journal,
  byKey: async () => undefined,
  highestNonce: async () => undefined,
  open: (draft) => journal.open({ ...draft, key: `${draft.key}-${randomUUID()}` }),
})

const parts = composeWith({
  journal: (journal) => mortal(memory === 'forgetful' ? forgetful(journal) : journal),
})(surroundingsOf(state, url))

const dialogue: Dialogue = {
  tell: step,
  confirmRisks: async () => undefined,
  confirmSwap: async () => step(),
  confirmApproval: async () => step(),
}
const from = devAccounts.find(({ name }) => name === account)?.address ?? nativeToken
const request = asking(nativeToken, sandboxGround.tokens.USDC.address, 10n ** 16n, {
  from,
  to: from,
  slippage: 100_000 as never,
})

try {
  const trader = await parts.trader()
  const { intent } = await trader.swap(
    swapping(
      { request },
      { key, account, seconds: 1, guards: { ...swapping({ id: '' }).guards, maxSlippage: 500_000 as never } },
    ),
    dialogue,
  )
  console.log(JSON.stringify({ stage: intent?.stage, steps }))
} catch (error) {
  console.log(JSON.stringify({ code: error instanceof SwapError ? error.code : String(error), steps }))
} finally {
  await parts.close()
}
process.exit(0)
