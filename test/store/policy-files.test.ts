import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { noRules, type PolicyRules } from '#domain/policy/policy'
import { createPolicyFiles } from '#store/policy-files'
import { withFileLock } from '#store/sqlite/file-lock'
import { systemClock } from '#system/clock'
import { temporaryDirectory } from './temporary-directory.ts'

/** As a process with this state directory has them. */
const createFiles = (folders: readonly string[], stateDirectory: string) =>
  createPolicyFiles({
    ...{ folders, stateDirectory, uuid: () => crypto.randomUUID() },
    lock: (file, work) => withFileLock({ clock: systemClock, timeoutMs: 30_000 }, file, work),
  })

const deny = (symbol: string) => (rules: PolicyRules) => ({
  ...rules,
  denyTokens: [...rules.denyTokens, { symbol }],
})
const perDay = (limit: string) => (rules: PolicyRules) => ({
  ...rules,
  perDay: [{ token: { symbol: 'ETH' }, limit }],
})

test('one policy is changed by one command at a time, whatever their state directories', async () => {
  const keys = join(temporaryDirectory(), 'keys')
  mkdirSync(keys, { mode: 0o700 })
  const file = { path: join(keys, '.policy.lock'), what: 'the spend policy' }
  const order: string[] = []
  let second: Promise<unknown> = Promise.resolve()
  // a command with another state directory
  await withFileLock({ clock: systemClock, timeoutMs: 30_000 }, file, async () => {
    second = createFiles([keys], temporaryDirectory()).change((rules) => {
      order.push('the other changes it')
      return deny('DAI')(rules)
    })
    await sleep(1_000)
    order.push('the one has changed it')
  })
  await second
  expect(order).toEqual(['the one has changed it', 'the other changes it'])
}, 60_000)

test('limits of a day stay counted where they are counted, until the last of them is removed', async () => {
  const keys = join(temporaryDirectory(), 'keys')
  const [one, other] = [temporaryDirectory(), temporaryDirectory()]
  const stored = () => JSON.parse(readFileSync(join(keys, '.policy.json'), 'utf8'))
  await createFiles([keys], one).change(perDay('2'))
  await createFiles([keys], other).change(deny('DAI'))
  await createFiles([keys], other).change(perDay('5'))
  expect(stored()).toMatchObject({
    stateDirectory: one,
    perDay: [{ token: { symbol: 'ETH' }, limit: '5' }],
    denyTokens: [{ symbol: 'DAI' }],
  })
  await createFiles([keys], other).change((rules) => ({ ...rules, perDay: [] }))
  await createFiles([keys], other).change(perDay('1'))
  expect(stored()).toMatchObject({ stateDirectory: other, perDay: [{ limit: '1' }] })
}, 60_000)

test('a folder of keys with two names is locked once', async () => {
  const folder = temporaryDirectory()
  const [keys, link] = [join(folder, 'keys'), join(folder, 'link')]
  mkdirSync(keys, { mode: 0o700 })
  symlinkSync(keys, link)
  const files = createFiles([keys, link], temporaryDirectory())
  await files.change((rules) => ({ ...rules, networks: [], denyTokens: [{ symbol: 'DAI' }] }))
  expect(files.find()).toMatchObject([{ ...noRules, denyTokens: [{ symbol: 'DAI' }] }])
}, 60_000)
