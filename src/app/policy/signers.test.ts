/** No key signs without the policy: keys are handed out to the guard alone. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !/\.(test|test-d|gen)\.ts$/.test(name))
  .map((name) => ({ name, text: readFileSync(join(root, name), 'utf8') }))

const filesWith = (pattern: RegExp): readonly string[] =>
  sources
    .filter(({ text }) => pattern.test(text))
    .map(({ name }) => name)
    .toSorted()

test('only the wallet makes signatures, and only the guard gets what makes them', () => {
  expect(filesWith(/new SigningKey|\.signingKey|\.signMessage\(|\.signTypedData\(/)).toEqual([
    'wallet/sign-digest.ts',
    'wallet/sign-message.ts',
    'wallet/sign-payload.ts',
    'wallet/sign-permit.ts',
  ])
  expect(filesWith(/#wallet\/sign-/)).toEqual(['compose-pair-relay.ts', 'wallet/create-accounts.ts'])
  expect(sources.find(({ name }) => name === 'compose-pair-relay.ts')?.text.match(/signDigest\(.*/)?.[0]).toBe(
    'signDigest(attesterKey, digest) }',
  )
  expect(filesWith(/\.exportKey\(/)).toEqual(['cli/commands/wallet/export.ts', 'wallet/create-accounts.ts'])
  expect(filesWith(/createAccounts\(/)).toEqual([
    'compose-sandbox.ts',
    'wallet/accounts-fixture.ts',
    'wallet/create-accounts.ts',
  ])
  expect(filesWith(/composeAccounts\(/)).toEqual(['compose-sandbox.ts', 'compose.ts'])
  expect(filesWith(/\bkeySigner\b/)).toEqual([
    'app/policy/guard-accounts.ts',
    'domain/trade/accounts.ts',
    'wallet/accounts-fixture.ts',
    'wallet/create-accounts.ts',
  ])
  expect(sources.find(({ name }) => name === 'compose.ts')?.text.match(/composeAccounts\(.*/)?.[0]).toBe(
    'composeAccounts(surroundings, sandbox, random)))',
  )
  expect(sources.find(({ name }) => name === 'compose.ts')?.text).toContain(
    'guardAccounts(policy, await composeAccounts(surroundings, sandbox, random))',
  )
})
