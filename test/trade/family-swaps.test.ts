/** Swaps through the pools of one family at a time: of unproven ones, for a user who enables them. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { composeWith } from '#compose'
import { createRpc, type Rpc } from '#sandbox/anvil/rpc'
import { all } from '../conformance/families.gen.ts'
import type { Conformance } from '../conformance/family.ts'
import { expectSwapped, findToken } from './family-swap.ts'
import { createComposeInput, createQuoteRequest, type SandboxApp, startSandboxApp } from './fixture.ts'

const families: readonly Conformance[] = all
const trades = families.flatMap(({ protocol, sandboxTrades = [] }) =>
  sandboxTrades.map((trade) => ({ trade, isProven: protocol.proof.proven, name: trade.join(' ') })),
)

let app: SandboxApp
let enabled: SandboxApp['components']
let rpc: Rpc
beforeAll(async () => {
  app = await startSandboxApp()
  enabled = composeWith({})(createComposeInput(app.state, app.url, new Map([['trade.unproven', ['true']]])))
  rpc = createRpc(app.url)
})
afterAll(async () => {
  await enabled.close()
  await app.close()
})

test.each(trades)('$name', ({ trade, isProven }) => expectSwapped(isProven ? app : { components: enabled }, rpc, trade))

test.each(trades.filter(({ isProven }) => !isProven))(
  '$name only on request',
  async ({ trade: [venue, sell, buy, raw] }) => {
    const service = await app.components.service()
    const request = createQuoteRequest(findToken(sell), findToken(buy), raw, { include: [venue] })
    await expect(service.quote(request)).rejects.toMatchObject({ code: 'LIQUIDITY_SOURCE_UNPROVEN' })
  },
)
