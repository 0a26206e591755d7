import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createEmptyConfig } from '#cli/settings/config-file'
import { createSettings, type Flags } from '#cli/settings/resolve'
import { selectServiceKey } from './service-key.ts'

const folder = mkdtempSync(join(tmpdir(), 'swapline-key-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function fileOf(key: string): string {
  const path = join(folder, key)
  writeFileSync(path, `${key}\n`, { mode: 0o600 })
  return path
}

const own = 'https://own.example'
const other = 'https://other.example'

type Stored = Readonly<Partial<Record<'service.url' | 'service.apiKeyFile', string>>>
const toStored = (values: Stored) => new Map(Object.entries(values).map(([name, word]) => [name, [word]]))

interface SettingsByPlace {
  readonly flags?: Stored
  readonly env?: Readonly<Record<string, string>>
  readonly profile?: Stored
  readonly config?: Stored
}

function select({ flags = {}, env = {}, profile = {}, config = {} }: SettingsByPlace) {
  const file = {
    ...createEmptyConfig(join(folder, 'config.json')),
    values: toStored(config),
    profiles: new Map([['default', toStored(profile)]]),
  }
  return selectServiceKey({ settings: createSettings({ flags: toStored(flags) as Flags, env, file }), env })
}

const stored = { 'service.url': own, 'service.apiKeyFile': fileOf('stored') }

test.each<[string, SettingsByPlace, string]>([
  ['the config, for its service', { config: stored }, 'stored'],
  [
    'the config, for its service under another path',
    { config: stored, flags: { 'service.url': `${own}/v2` } },
    'stored',
  ],
  [
    'a profile, for the service of the config',
    { config: { 'service.url': own }, profile: { 'service.apiKeyFile': fileOf('work') } },
    'work',
  ],
  [
    'a flag, for whatever is named',
    { config: stored, flags: { 'service.url': other, 'service.apiKeyFile': fileOf('flag') } },
    'flag',
  ],
  [
    'the environment, for a service by flag',
    { config: stored, env: { SWAPLINE_API_KEY: 'env' }, flags: { 'service.url': other } },
    'env',
  ],
  ['the environment, for its service', { env: { SWAPLINE_API_KEY: 'env', SWAPLINE_SERVICE: own } }, 'env'],
  ['the environment, for the service of the config', { config: stored, env: { SWAPLINE_API_KEY: 'env' } }, 'env'],
  [
    'the config, for its service, if the environment’s is for another',
    { config: stored, env: { SWAPLINE_API_KEY: 'env', SWAPLINE_SERVICE: other }, flags: { 'service.url': own } },
    'stored',
  ],
])('a key of %s', (_, given, apiKey) => {
  expect(select(given)).toEqual({ apiKey, isKeyWithheld: false })
})

test.each<[string, SettingsByPlace]>([
  ['the config, for a service by flag', { config: stored, flags: { 'service.url': other } }],
  ['the config, for its host on another port', { config: stored, flags: { 'service.url': `${own}:8443` } }],
  ['the config, for a service of the environment', { config: stored, env: { SWAPLINE_SERVICE: other } }],
  ['the config, for a service of a profile', { config: stored, profile: { 'service.url': other } }],
  [
    'the config without a service',
    { config: { 'service.apiKeyFile': fileOf('alone') }, flags: { 'service.url': other } },
  ],
  [
    'the environment, for a service by flag that is not its own',
    { env: { SWAPLINE_API_KEY: 'env', SWAPLINE_SERVICE: own }, flags: { 'service.url': other } },
  ],
])('no key of %s', (_, given) => {
  expect(select(given)).toEqual({ apiKey: undefined, isKeyWithheld: true })
})

test('a file that is not used is not read', () => {
  const missing = { 'service.url': own, 'service.apiKeyFile': join(folder, 'missing') }
  expect(() => select({ config: missing })).toThrow('missing')
  expect(select({ config: missing, flags: { 'service.url': other } }).apiKey).toBeUndefined()
})

test('without any key, none is withheld', () => {
  expect(select({ flags: { 'service.url': other } })).toEqual({ apiKey: undefined, isKeyWithheld: false })
})
