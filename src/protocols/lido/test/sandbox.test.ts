/** stETH is in no list: who trades it has received it from Lido. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { composeWith } from '#compose'
import { addressWord } from '#domain/calls/words'
import { hex, wei } from '#domain/units'
import { createRpc, type Rpc } from '#sandbox/anvil/rpc'
import { sendFrom } from '#sandbox/anvil/send-from'
import { expectSwapped, findToken } from '#test/trade/family-swap'
import { createComposeInput, createQuoteRequest, type SandboxApp, startSandboxApp, trader0 } from '#test/trade/fixture'

const ether = 10n ** 18n

let app: SandboxApp
let parts: SandboxApp['components']
let rpc: Rpc
beforeAll(async () => {
  app = await startSandboxApp()
  parts = composeWith({})(createComposeInput(app.state, app.url, new Map([['trade.unproven', ['true']]])))
  rpc = createRpc(app.url)
  const data = hex(`0xa1903eab${addressWord(trader0)}`)
  await sendFrom(rpc, { from: trader0, to: findToken('stETH'), data, value: wei(40n * ether) })
})
afterAll(async () => {
  await parts.close()
  await app.close()
})

test.each([7n * ether + 1n, 12_345_678_901n])('%s of stETH are wrapped', (raw) =>
  expectSwapped({ components: parts }, rpc, ['lido', 'stETH', 'wrapped stETH', raw]),
)

test('wstETH is not unwrapped: there is no route', async () => {
  const service = await parts.service()
  const request = createQuoteRequest(findToken('wrapped stETH'), findToken('stETH'), ether)
  await expect(service.quote(request)).rejects.toMatchObject({ code: expect.stringMatching('ROUTE') })
})
