/** A batch that one process works on while another one cancels it, and what a batch leaves behind. */
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { composeWith } from '#compose'
import { fail } from '#domain/errors'
import type { BatchDraft, BatchEvent, BatchObserver } from '#domain/trade/batch/batches'
import type { BatchOrder } from '#domain/trade/batch/order'
import { amount, ppm } from '#domain/units'
import { sandboxGround } from '#sandbox/addresses.gen'
import { createRpc } from '#sandbox/anvil/rpc'
import { devAccounts } from '#sandbox/dev-accounts'
import { createAllowanceLock } from '#store/journal/allowance-lock'
import { systemClock } from '#system/clock'
import { createComponents, createComposeInput, type SandboxApp, sandbox, startSandboxApp } from '../trade/fixture.ts'

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

type Approve = BatchOrder['approve']
/** Rows that sell 100 USDC each; one that is called `bad` asks for too much. @returns the id of their run */
async function startRun(n: number, accountName: string, approve: Approve, ids: readonly string[], sold = 10n ** 8n) {
  const account = devAccounts.find(({ name }) => name === accountName)
  const tokens = (await app.components.tokens()).list(sandbox)
  const [USDC, DAI] = ['USDC', 'DAI'].map((symbol) => tokens.find((token) => token.symbol === symbol))
  if (account === undefined || USDC === undefined || DAI === undefined) throw new Error('the sandbox lacks them')
  const orders = ids.map((id) => ({
    ...{ id, line: 2, network: sandbox, account: { name: account.name, address: account.address }, sell: USDC },
    ...{ buy: DAI, amount: { raw: amount(sold) }, slippage: ppm(5_000), approve, maxImpact: ppm(30_000) },
    ...{ minimumOut: id === 'bad' ? amount(10n ** 21n) : undefined, to: account.address, after: [] },
    ...{ notBefore: undefined, deadlineSeconds: 180, note: undefined },
  }))
  const batches = await app.components.batches()
  const plan = await batches.plan(orders, listening())
  const draft: BatchDraft = {
    ...{ id: String(n).repeat(32), plan },
    limits: { maxGas: {}, onError: 'continue', maxFailures: undefined },
  }
  const id = await batches.start(draft, { allowDuplicate: n !== 9, acceptChanges: n !== 9 })
  return { batches, id, address: account.address }
}

test('a report names what rows left of their approval, until it is used', async () => {
  const { batches, id } = await startRun(3, 'dev3', 'exact', ['good', 'bad'])
  const report = await batches.run(id, { confirmations: 1, intervalMs: 0 }, listening())
  expect(report.counts).toMatchObject({ done: 1, failed: 1 })
  expect(report.leftovers).toMatchObject([
    {
      amount: 100_000_000n,
      words: 'Rows have not used 100 USDC of what was approved on sandbox.',
      command: 'swapline revoke USDC -n sandbox -a dev3',
    },
  ])
  const whole = await startRun(4, 'dev4', 'exact', ['one', 'two'])
  expect((await whole.batches.run(whole.id, { confirmations: 1, intervalMs: 0 }, listening())).leftovers).toEqual([])
})

test('the gas of an approval that was signed before the rows were changed counts', async () => {
  const dead = fail('STORE_UNUSABLE', { path: '/state/swapline.db', reason: 'it died' })
  const dying = composeWith({
    journal: (journal) => ({ ...journal, addObservations: () => Promise.reject(dead) }),
  })(createComposeInput(app.state, app.url))
  const { id, address } = await startRun(5, 'dev5', 'exact', ['grown'])
  const options = { confirmations: 1, intervalMs: 0 }
  await (await dying.batches()).run(id, options, listening())
  await dying.close()
  const balance = async () => BigInt(await createRpc(app.url)<string>('eth_getBalance', address, 'latest'))
  const before = await balance()
  const changed = await startRun(6, 'dev5', 'exact', ['grown'], 2n * 10n ** 8n)
  expect(changed.id).toBe(id)
  const report = await changed.batches.run(id, options, listening())
  expect(report.counts['done']).toBe(1)
  expect(Number(await createRpc(app.url)('eth_getTransactionCount', address, 'latest'))).toBe(3) // two approvals
  expect(report.gas).toEqual([{ network: sandbox, cost: before - (await balance()) }])
})

test.each([
  [1, 'exact', 'dev1'],
  [2, 'permit', 'dev2'],
] as const)(
  'run %i: a row that waited for an allowance (%s) is not signed once the batch is cancelled',
  async (n, approve, name) => {
    const { batches, id, address } = await startRun(n, name, approve, ['a'])
    const lock = createAllowanceLock({ directory: join(app.state, 'locks'), clock: systemClock })
    const busy = { onWait: () => undefined, createFailure: () => new Error('the lock is held'), timeoutMs: 10_000 }
    const turn = { chainId: 31_337, account: address, token: sandboxGround.tokens.USDC.address, ...busy }
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
    const sent = await createRpc(app.url)<string>('eth_getTransactionCount', address, 'pending')
    expect(Number(sent)).toBe(0)
    await other.close()
  },
)

test('a row whose node is slow to say its nonce is not signed once its batch is told to be cancelled', async () => {
  const { id, address } = await startRun(7, 'dev6', 'permit', ['a'])
  const other = createComponents(app.state, app.url, 'cancun')
  let cancelled: unknown
  // as slow as a node that is asked for the nonce meanwhile
  const slow = composeWith({
    journal: (journal) => ({
      ...journal,
      highestNonce: async (...query: Parameters<typeof journal.highestNonce>) => {
        cancelled ??= await (await other.batches()).cancel(id, listening())
        return journal.highestNonce(...query)
      },
    }),
  })(createComposeInput(app.state, app.url))
  const events: string[] = []
  const report = await (await slow.batches()).run(
    id,
    { confirmations: 1, intervalMs: 0 },
    listening(({ what }) => void events.push(what)),
  )
  expect(cancelled).toMatchObject({ isCancelled: true, counts: { cancelled: 1, sent: 0, done: 0 } })
  expect(report).toMatchObject({ isCancelled: true, counts: { cancelled: 1, sent: 0, done: 0 } })
  expect(events).not.toContain('signed')
  expect(Number(await createRpc(app.url)<string>('eth_getTransactionCount', address, 'pending'))).toBe(0)
  await other.close()
  await slow.close()
})

test('a row of a batch that was told to be cancelled is not swapped twice when its file is run again', async () => {
  const { id, address } = await startRun(8, 'dev7', 'permit', ['again'])
  const other = createComponents(app.state, app.url, 'cancun')
  const options = { confirmations: 1, intervalMs: 0 }
  let second: Promise<unknown> | undefined
  const slow = composeWith({
    journal: (journal) => ({
      ...journal,
      highestNonce: async (...query: Parameters<typeof journal.highestNonce>) => {
        if (second === undefined) {
          await (await other.batches()).cancel(id, listening())
          const next = await startRun(9, 'dev7', 'permit', ['again'])
          expect(next.id).not.toBe(id)
          second = next.batches.run(next.id, options, listening())
        }
        return journal.highestNonce(...query)
      },
    }),
  })(createComposeInput(app.state, app.url))
  await (await slow.batches()).run(id, options, listening())
  await second
  expect(Number(await createRpc(app.url)<string>('eth_getTransactionCount', address, 'latest'))).toBe(1)
  await other.close()
  await slow.close()
})
