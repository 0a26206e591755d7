/** A policy that is changed while a signature waits or is made binds that signature. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { toSwapTypedData } from '#domain/api/typed-data'
import type { PolicyRules } from '#domain/policy/policy'
import type { Account, KeyAccounts, KeySigner } from '#domain/trade/accounts'
import { amount, evm, hex, seconds } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'
import { getNetworkEntry } from '#networks/find'
import { createJournal } from '#store/journal/journal'
import { createPolicyFiles } from '#store/policy-files'
import { withFileLock } from '#store/sqlite/file-lock'
import { openOnce } from '#store/sqlite/open'
import { systemClock } from '#system/clock'
import { temporaryDirectory } from '../../../test/store/temporary-directory.ts'
import { guardAccounts } from './guard-accounts.ts'
import { createSpendPolicy } from './spend-policy.ts'

const base = getNetworkEntry('base')
const sender = evm(`0x${'1'.repeat(40)}`)
const signed = hex('0x5e')
const usdc = evm('0x833589fcd6edb6e08f4c7c32d4f71b54bda02913')

interface Hooks {
  readonly onWait?: () => void
  readonly onSign?: () => Promise<unknown>
}

/** As a process of this machine has them: real files, and the real lock. */
function createProcess(state: string, keys: string, { onWait, onSign }: Hooks = {}) {
  const context = {
    clock: systemClock,
    files: createPolicyFiles({
      ...{ folders: [keys], stateDirectory: state, uuid: () => crypto.randomUUID() },
      lock: (file, work) => withFileLock({ clock: systemClock, timeoutMs: 30_000 }, file, work),
    }),
    journal: async () =>
      createJournal({ database: openOnce({ path: join(state, 'journal.db') }), finalDepth: () => 3 }),
    entryOf: getNetworkEntry,
    bridges: async () => [],
    lock: <T>(work: () => Promise<T>) =>
      withFileLock(
        { clock: systemClock, timeoutMs: 30_000 },
        { path: join(state, 'policy.lock'), what: 'the spend policy', ...(onWait && { onWait }) },
        work,
      ),
  }
  const signOrder = async () => {
    await onSign?.()
    return signed
  }
  const key = { address: sender, unlock: async () => undefined, signOrder } as unknown as KeySigner
  const accounts = guardAccounts(context, { keySigner: () => key } as unknown as KeyAccounts)
  const signer = accounts.signer({ kind: 'keystore', path: join(keys, 'a.json') } as unknown as Account)
  return { context, signer, policy: createSpendPolicy(context) }
}

const perDay = (limit: string) => (rules: PolicyRules) => ({
  ...rules,
  perDay: [{ token: { symbol: 'USDC' }, limit }],
})
const order = toSwapTypedData({
  ...{ chainId: base.chainId, router: getRouter(base).address, sender, recipient: sender },
  ...{ fromAsset: usdc, toAsset: base.wrapped, deadline: seconds(4_000_000_000), amountOutMin: amount(1n) },
  ...{ sellAmount: amount(900_000_000n), swapFee: amount(0n), affiliate: undefined, nonce: 7n },
})

test('what waits for the policy’s lock is signed by the policy that is in force then', async () => {
  const folder = temporaryDirectory()
  const [state, keys] = [join(folder, 'state'), join(folder, 'keys')]
  for (const one of [state, keys]) mkdirSync(one, { mode: 0o700 })
  await createProcess(state, keys).policy.change(perDay('1000'))

  // `policy set per-day USDC 100` of another process, which another signature holds up for a moment
  let isWaiting = (): void => undefined
  const waiting = new Promise<void>((resolve) => {
    isWaiting = resolve
  })
  const other = createProcess(state, keys)
  let setAndSaid = false
  let asked: Promise<unknown> = Promise.resolve()
  await other.context.lock(async () => {
    asked = createProcess(state, keys, { onWait: isWaiting })
      .signer.signOrder(order, base.name)
      .then(
        (signature) => ({ signature, afterChange: setAndSaid }),
        (error: unknown) => error,
      )
    await Promise.race([waiting, sleep(20_000)])
    await other.context.files.change(perDay('100')) // what `change` does under this lock
    setAndSaid = true
  })
  // 900 USDC of 100 a day, signed after the command had said that the limit binds every signature from now on
  expect(await asked).toMatchObject({ code: 'POLICY_VIOLATED' })
}, 60_000)

test.each([
  { before: 'no policy', isFirst: true },
  { before: 'a policy that allows it', isFirst: false },
])(
  'a policy that another state directory’s command sets while it is signed, after $before',
  async ({ isFirst }) => {
    const folder = temporaryDirectory()
    const [state, elsewhere, keys] = ['state', 'elsewhere', 'keys'].map((name) => join(folder, name))
    if (state === undefined || elsewhere === undefined || keys === undefined) throw new Error('no folders')
    for (const one of [state, elsewhere, keys]) mkdirSync(one, { mode: 0o700 })
    const ofTransaction = (limit: string) => (rules: PolicyRules) => ({
      ...rules,
      perTransaction: [{ token: { symbol: 'USDC' }, limit }],
    })
    if (!isFirst) await createProcess(state, keys).policy.change(ofTransaction('1000'))
    let signatures = 0
    const { signer, context } = createProcess(state, keys, {
      onSign: async () => {
        signatures += 1
        await createProcess(elsewhere, keys).policy.change(ofTransaction('100'))
      },
    })
    // 900 USDC
    await expect(signer.signOrder(order, base.name)).rejects.toMatchObject({ code: 'POLICY_VIOLATED' })
    expect(signatures).toBe(1)
    // what did not leave the signer is no spend
    expect(await (await context.journal()).listOrders(seconds(0))).toEqual([])
  },
  60_000,
)
