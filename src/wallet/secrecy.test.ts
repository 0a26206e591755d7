import { chmodSync, linkSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { type AccountsFixture, createKeystore, privateKey, put, setUp, unlock } from '#wallet/accounts-fixture'

test('no failure reveals a secret', async () => {
  const canaries = ['canary', 'c0ffee42', 'abandon']
  const attempts = [
    (a: AccountsFixture) => a.accounts.import('x', `${privateKey}00`),
    (a: AccountsFixture) => a.accounts.import('x', `0x${'ff'.repeat(28)}c0ffee42`),
    (a: AccountsFixture) => a.accounts.import('x', 'abandon '.repeat(12)),
    (a: AccountsFixture) => a.accounts.import('x', `${'abandon '.repeat(10)}canary about`),
    (a: AccountsFixture) => a.accounts.import('x', 'abandon canary'),
    (a: AccountsFixture) => a.accounts.import('x', `{"canary":"${privateKey}"`),
    (a: AccountsFixture) => a.accounts.import('x', `{"version":3,"crypto":{"cipher":"canary ${privateKey}"}}`),
    (a: AccountsFixture) => a.accounts.import('x', createKeystore('geth', { secret: 'other' })),
    (a: AccountsFixture) => a.accounts.import('x', createKeystore('geth', { key: `0x${'ff'.repeat(28)}c0ffee42` })),
    () => setUp({ environmentKey: `${privateKey} canary` }).accounts.list(),
    (a: AccountsFixture) => {
      put(join(a.foreign, 'f'), createKeystore('geth', { secret: 'other' }))
      return unlock(a.accounts, 'f')
    },
    (a: AccountsFixture) => {
      put(join(a.foreign, 'f'), createKeystore('geth'))
      linkSync(join(a.foreign, 'f'), join(a.foreign, 'g'))
      chmodSync(join(a.foreign, 'g'), 0o644)
      return unlock(a.accounts, 'g')
    },
  ]
  for (const [i, attempt] of attempts.entries()) {
    const error: unknown = await attempt(setUp()).then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    expect(error, `attempt ${i}`).toBeInstanceOf(Error)
    const told =
      `${String(error)} ${JSON.stringify(error)} ${inspect(error, { depth: 9, showHidden: true })}`.toLowerCase()
    for (const canary of canaries) expect(told, `attempt ${i}`).not.toContain(canary)
  }
})
