/** A swap whose approval another program takes back before the swap is signed. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { composeWith } from '#compose'
import { transactionOf } from '#domain/journal/swap'
import type { SwapTerms } from '#domain/trade/dialogue'
import { amount } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'
import { encodeApprove } from '#encoding/tokens/erc20'
import { sandboxGround } from '#sandbox/addresses.gen'
import { createRpc } from '#sandbox/anvil/rpc'
import { devAccounts } from '#sandbox/dev-accounts'
import {
  autoConfirm,
  createComposeInput,
  createQuoteRequest,
  createSwapRequest,
  type SandboxApp,
  startSandboxApp,
} from './fixture.ts'

const token = sandboxGround.tokens.USDC.address
const router = getRouter({ router: 'cancun' }).address
const [, , , , , , , , dev8] = devAccounts
if (dev8 === undefined) throw new Error('no dev8')
const { name: account, address: owner } = dev8

let app: SandboxApp
beforeAll(async () => {
  app = await startSandboxApp()
})
afterAll(() => app.close())

test('a second approval, after another program took back the first, is asked about as the first one was', async () => {
  const request = createQuoteRequest(token, sandboxGround.tokens.DAI.address, 10n ** 8n, { from: owner, to: owner })
  let isTaken = false
  const components = composeWith({
    journal: (journal) => ({
      ...journal,
      addObservations: async (...seen) => {
        const intent = await journal.addObservations(...seen)
        if (!isTaken && transactionOf(intent, 'approve')?.stage === 'confirmed') {
          isTaken = true
          const data = encodeApprove(router, amount(0n))
          await createRpc(app.url)('eth_sendTransaction', { from: owner, to: token, data })
        }
        return intent
      },
    }),
  })(createComposeInput(app.state, app.url))
  const asked: SwapTerms[] = []
  const dialogue = { ...autoConfirm(), confirmSwap: async (_: unknown, terms: SwapTerms) => void asked.push(terms) }
  const { intent } = await (await components.trader()).swap(
    createSwapRequest({ request }, { account, timeoutSeconds: 60 }),
    dialogue,
  )
  await components.close()
  expect(intent && transactionOf(intent, 'swap')?.stage).toBe('confirmed')
  expect(isTaken).toBe(true)
  expect(asked.map(({ approval }) => approval?.action)).toEqual(['approve', 'approve'])
})
