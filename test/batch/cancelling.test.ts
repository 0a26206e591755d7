/** A batch that one process works on while another one cancels it. */
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { BatchDraft, BatchEvent, BatchObserver } from '#domain/trade/batch/batches'
import { amount, ppm } from '#domain/units'
import { sandboxGround } from '#sandbox/addresses.gen'
import { createRpc } from '#sandbox/anvil/rpc'
import { devAccounts } from '#sandbox/dev-accounts'
import { createAllowanceLock } from '#store/journal/allowance-lock'
import { systemClock } from '#system/clock'
import { createComponents, type SandboxApp, sandbox, startSandboxApp } from '../trade/fixture.ts'

vi.setConfig({ testTimeout: 60_000 })

let app: SandboxApp
beforeAll(async () => {
  app = await startSandboxApp()
})
afterAll(() => app.close())

const listening = (on: (event: BatchEvent) => void = () => undefined): BatchObserver => ({
  tell: on,
  stop: new AbortController().signal,
})

test.each(['exact', 'permit'] as const)(
  'a row that waited for an allowance (%s) is not signed once the batch is cancelled',
  async (approve) => {
    const account = devAccounts.find(({ name }) => name === (approve === 'exact' ? 'dev1' : 'dev2'))
    const tokens = (await app.components.tokens()).list(sandbox)
    const [USDC, DAI] = ['USDC', 'DAI'].map((symbol) => tokens.find((token) => token.symbol === symbol))
    if (account === undefined || USDC === undefined || DAI === undefined) throw new Error('the sandbox lacks them')
    const batches = await app.components.batches()
    const order = {
      ...{ id: 'a', line: 2, network: sandbox, account: { name: account.name, address: account.address }, sell: USDC },
      ...{ buy: DAI, amount: { raw: amount(10n ** 8n) }, minimumOut: undefined, slippage: ppm(5_000), approve },
      ...{ maxImpact: ppm(30_000), to: account.address, after: [], notBefore: undefined, deadlineSeconds: 180 },
      note: undefined,
    }
    const plan = await batches.plan([order], listening())
    const id = approve === 'exact' ? '1'.repeat(32) : '2'.repeat(32)
    const draft: BatchDraft = { id, plan, limits: { maxGas: {}, onError: 'stop', maxFailures: undefined } }
    await batches.start(draft, { allowDuplicate: true, acceptChanges: false })

    const lock = createAllowanceLock({ directory: join(app.state, 'locks'), clock: systemClock })
    const busy = { onWait: () => undefined, createFailure: () => new Error('the lock is held'), timeoutMs: 10_000 }
    const turn = { chainId: 31_337, account: account.address, token: sandboxGround.tokens.USDC.address, ...busy }
    const other = createComponents(app.state, app.url, 'cancun')
    const events: string[] = []
    let run: Promise<unknown> | undefined
    await lock.withLock(turn, async () => {
      run = batches.run(
        id,
        { confirmations: 1, intervalMs: 0 },
        listening(({ what }) => void events.push(what)),
      )
      await vi.waitFor(() => expect(events).toContain(approve === 'exact' ? 'approving' : 'started'), 20_000)
      await systemClock.sleep(300)
      const cancelled = await (await other.batches()).cancel(id, listening()) // the other process is still at work
      expect(cancelled).toMatchObject({ isCancelled: true, counts: { cancelled: 1 } })
    })
    expect(await run).toMatchObject({ isCancelled: true, counts: { cancelled: 1, failed: 0, done: 0 } })
    expect(events).not.toContain('signed')
    const sent = await createRpc(app.url)<string>('eth_getTransactionCount', account.address, 'pending')
    expect(Number(sent)).toBe(0)
    await other.close()
  },
)
