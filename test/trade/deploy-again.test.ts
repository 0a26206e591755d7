/** A deployment that was cancelled for good is no deployment: the next command deploys, from the same account. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Dialogue } from '#domain/trade/dialogue'
import { ppm } from '#domain/units'
import { type RunningChain, startChain } from '#sandbox/anvil/start'
import { autoConfirm, createComponents, sandbox } from './fixture.ts'

let chain: RunningChain
let state: string
let parts: ReturnType<typeof createComponents>
beforeAll(async () => {
  chain = await startChain({ router: false })
  state = mkdtempSync(join(tmpdir(), 'swapline-deploy-again-'))
  parts = createComponents(state, chain.url, 'cancun')
}, 60_000)
afterAll(async () => {
  await parts.close()
  await chain.stop()
  rmSync(state, { recursive: true, force: true })
})

test('the router is deployed after the first try was cancelled', async () => {
  const trader = await parts.trader()
  await chain.rpc('evm_setAutomine', false)
  let cancelling: Promise<unknown> | undefined
  const terms = { bump: ppm(125_000), confirmations: 1, timeoutSeconds: 30, wait: false }
  const dialogue: Dialogue = {
    ...autoConfirm(),
    tell: (progress) => {
      if (progress.what !== 'waiting' || cancelling !== undefined) return
      cancelling = trader
        .replace({ reference: progress.intent.id, kind: 'cancel', ...terms }, autoConfirm())
        .then(() => chain.rpc('evm_mine'))
    },
  }
  await expect(trader.deployRouter(sandbox, 'dev1', dialogue)).rejects.toMatchObject({ code: 'CANCELLED' })
  await cancelling
  await chain.rpc('evm_setAutomine', true)
  await chain.rpc('anvil_mine', '0x40')
  expect((await trader.status('last')).intent).toMatchObject({ stage: 'cancelled' })
  const again = await trader.deployRouter(sandbox, 'dev1', autoConfirm()).catch((error: unknown) => error)
  expect(again).toMatchObject({ router: { intent: { stage: 'confirmed' } } })
}, 120_000)
