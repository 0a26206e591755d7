/**
 * WRONG: the guard reads the policy before it waits for the lock that `policy set` changes it under, and checks the old one.
 * LOST: after «The policy binds every signature from now on» a waiting command signs what the new limit forbids.
 */

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

/** As a process of this machine has them: real files, and the real lock. */
function createProcess(state: string, keys: string, onWait?: () => void) {
  const context = {
    clock: systemClock,
    files: createPolicyFiles({ folders: [keys], stateDirectory: state, uuid: () => crypto.randomUUID() }),
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
  const key = { address: sender, unlock: async () => undefined, signOrder: async () => signed } as unknown as KeySigner
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
    asked = createProcess(state, keys, isWaiting)
      .signer.signOrder(order, base.name)
      .then(
        (signature) => ({ signature, afterChange: setAndSaid }),
        (error: unknown) => error,
      )
    await Promise.race([waiting, sleep(20_000)])
    other.context.files.change(perDay('100')) // what `change` does under this lock
    setAndSaid = true
  })
  // 900 USDC of 100 a day, signed after the command had said that the limit binds every signature from now on
  expect(await asked).toMatchObject({ code: 'POLICY_VIOLATED' })
}, 60_000)
