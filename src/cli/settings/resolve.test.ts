import { expect, test } from 'vitest'
import { networkName } from '#domain/units'
import { type ConfigFile, createEmptyConfig } from './config-file.ts'
import { createSettings, type Flags } from './resolve.ts'

const words = (entries: Record<string, string[]>) => new Map(Object.entries(entries))
const file: ConfigFile = {
  ...createEmptyConfig('/c.json'),
  values: words({ network: ['config'], account: ['config'], 'networks.base.rpc': ['https://config.example'] }),
  profiles: new Map([['work', words({ network: ['profile'], timeout: ['5m'] })]]),
}
const none: Flags = new Map()
const network = (flags: Flags, env: Record<string, string>) => createSettings({ flags, env, file }).get('network')

test('flag > SWAPLINE_* > profile > config > other tools > built-in', () => {
  const env = { SWAPLINE_NETWORK: 'variable', SWAPLINE_PROFILE: 'work' }
  expect(network(new Map([['network', ['flag']]]), env)).toBe('flag')
  expect(network(none, env)).toBe('variable')
  expect(network(none, { SWAPLINE_PROFILE: 'work' })).toBe('profile')
  expect(network(none, {})).toBe('config')

  const account = (env2: Record<string, string>, config = file) =>
    createSettings({ flags: none, env: env2, file: config }).get('account')
  expect(account({ ETH_FROM: 'foreign' })).toBe('config')
  expect(account({ ETH_FROM: 'foreign' }, createEmptyConfig(''))).toBe('foreign')
  expect(createSettings({ flags: none, env: {}, file }).get('timeout')).toBe(90)
})

test('reports the source that applies and what it overrode', () => {
  const settings = createSettings({ flags: none, env: { SWAPLINE_NETWORK: 'variable' }, file })
  expect(settings.getSources('network').map(({ origin, words: [word] }) => [origin.source, word])).toEqual([
    ['environment', 'variable'],
    ['config', 'config'],
  ])
  expect(() => settings.getSources('netwrok')).toThrow(
    expect.objectContaining({ details: { key: 'netwrok', nearest: 'network' } }),
  )
})

test('an empty variable is ignored; a wrong one is named with its value’s fault', () => {
  expect(network(none, { SWAPLINE_NETWORK: '' })).toBe('config')
  const settings = createSettings({ flags: none, env: { SWAPLINE_TIMEOUT: 'soon' }, file })
  expect(() => settings.get('timeout')).toThrow('SWAPLINE_TIMEOUT: "soon" is not a time')
})

test('flags and variables that turn something off', () => {
  const enabled = (flags: Flags, env: Record<string, string>) =>
    createSettings({ flags, env, file }).get('prompts.enabled')
  expect(enabled(none, {})).toBe(true)
  expect(enabled(new Map([['prompts.enabled', ['true']]]), {})).toBe(false)
  expect(enabled(none, { CI: 'true' })).toBe(false)
  expect(enabled(none, { SWAPLINE_NO_INPUT: '0' })).toBe(true)
})

test('endpoints: of the flag, of the network’s variable, of any variable, of the file, of other tools', () => {
  const base = networkName('base')
  const rpc = (flags: Flags, env: Record<string, string>, config = file) =>
    createSettings({ flags, env, file: config }).getRpcUrls(base)
  const env = { ETH_RPC_URL: 'https://foreign.example', SWAPLINE_NETWORK: 'base' }
  expect(rpc(none, env, createEmptyConfig(''))).toEqual(['https://foreign.example'])
  expect(rpc(none, env)).toEqual(['https://config.example'])
  const any = { ...env, SWAPLINE_RPC_URL: 'https://a.example,https://b.example' }
  expect(rpc(none, any)).toEqual(['https://a.example', 'https://b.example'])
  const own = { ...any, SWAPLINE_RPC_URL_BASE: 'https://own.example' }
  expect(rpc(none, own)).toEqual(['https://own.example'])
  expect(rpc(new Map([['rpcUrl', ['https://flag.example']]]), own)).toEqual(['https://flag.example'])
})

test('a flag’s endpoint is used only for the chosen network', () => {
  const flags: Flags = new Map([
    ['rpcUrl', ['https://flag.example']],
    ['network', ['base']],
  ])
  const settings = createSettings({ flags, env: {}, file: createEmptyConfig('') })
  expect(settings.getRpcUrls(networkName('base'))).toEqual(['https://flag.example'])
  expect(settings.getRpcUrls(networkName('ethereum'))).toEqual([])
})
