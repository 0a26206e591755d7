import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { createHome, runSwapline } from './run-built.ts'

const fileOf = (home: string): string => join(home, '.config/swapline/config.json')

function createHomeWith(text: string): string {
  const home = createHome()
  mkdirSync(dirname(fileOf(home)), { recursive: true })
  writeFileSync(fileOf(home), text, { mode: 0o600 })
  return home
}

test('set, get, explain, unset; the file is 0600 and holds numbers as numbers', async () => {
  const home = createHome()
  expect((await runSwapline(home, ['config', 'set', 'network', 'base'])).code).toBe(0)
  expect((await runSwapline(home, ['config', 'set', 'trade.slippagePpm', '3000'])).code).toBe(0)
  const rpc = ['https://a.example/CANARY', 'https://b.example']
  expect((await runSwapline(home, ['config', 'set', 'networks.base.rpc', ...rpc])).stdout).not.toContain('CANARY')

  expect(statSync(fileOf(home)).mode & 0o777).toBe(0o600)
  expect(JSON.parse(readFileSync(fileOf(home), 'utf8'))).toEqual({
    schemaVersion: 1,
    network: 'base',
    trade: { slippagePpm: 3000 },
    networks: { base: { rpc } },
  })

  expect((await runSwapline(home, ['config', 'get', 'network'])).stdout).toBe('base\n')
  const listed = await runSwapline(home, ['config', 'list'])
  expect(listed.stdout).toContain('https://a.example/…')
  expect(listed.stdout).not.toContain('CANARY')

  const explained = await runSwapline(home, ['config', 'explain', 'network', '--json', '-n', 'ethereum'])
  expect(JSON.parse(explained.stdout).data).toMatchObject({
    value: 'ethereum',
    source: 'flag',
    overrode: [{ value: 'base', source: 'config', where: fileOf(home) }],
  })

  expect((await runSwapline(home, ['config', 'unset', 'network'])).code).toBe(0)
  expect((await runSwapline(home, ['config', 'get', 'network'])).stdout).toBe('\n')
})

test('a chain id is stored as the network’s name, and a wrong name is refused', async () => {
  const home = createHome()
  await runSwapline(home, ['config', 'set', 'network', '8453'])
  expect((await runSwapline(home, ['config', 'get', 'network'])).stdout).toBe('base\n')
  expect((await runSwapline(home, ['config', 'set', 'network', 'bse'])).code).toBe(6)
})

test('a profile has its own values', async () => {
  const home = createHome()
  await runSwapline(home, ['config', 'set', 'network', 'base'])
  await runSwapline(home, ['config', 'set', 'network', 'ethereum', '-p', 'work'])
  expect((await runSwapline(home, ['config', 'get', 'network', '-p', 'work'])).stdout).toBe('ethereum\n')
  expect((await runSwapline(home, ['config', 'get', 'network'])).stdout).toBe('base\n')
  const { code, stderr } = await runSwapline(home, ['config', 'get', 'network', '-p', 'wrok'])
  expect(code).toBe(3)
  expect(stderr).toContain('profiles.wrok')
})

test.each([
  ['not JSON', '{"network": "CANARY'],
  ['no object', '["CANARY"]'],
  ['a value of the wrong kind', '{"network": {"CANARY": 1}}'],
  ['a value out of range', '{"trade": {"deadlineSec": 1}}'],
  ['an unknown key', '{"trade": {"slipagePpm": 1}}'],
  ['a prototype', '{"__proto__": {"network": "base"}}'],
  ['a flag that may not be kept', '{"yes": true}'],
  ['an endpoint in the clear', '{"networks": {"base": {"rpc": ["http://rpc.example/CANARY"]}}}'],
])('%s: exit 3, and the file is left as it is', async (_, text) => {
  const home = createHomeWith(text)
  const { code, stdout, stderr } = await runSwapline(home, ['networks'])
  expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
  expect(stderr).toMatch(/CONFIG_INVALID|CONFIG_KEY_UNKNOWN/)
  if (!text.includes('{"CANARY')) expect(stderr).not.toContain('CANARY')
  expect(readFileSync(fileOf(home), 'utf8')).toBe(text)
})

test('an unknown key suggests the nearest, and unset removes it', async () => {
  const home = createHomeWith('{"netwrok": "base", "account": "main"}')
  expect((await runSwapline(home, ['networks'])).stderr).toContain('did you mean network?')
  expect((await runSwapline(home, ['config', 'unset', 'netwrok'])).code).toBe(0)
  expect((await runSwapline(home, ['config', 'get', 'account'])).stdout).toBe('main\n')
})

test('set does not overwrite a broken file', async () => {
  const text = '{"network": "base"'
  const home = createHomeWith(text)
  expect((await runSwapline(home, ['config', 'set', 'account', 'main'])).code).toBe(3)
  expect(readFileSync(fileOf(home), 'utf8')).toBe(text)
  expect((await runSwapline(home, ['config', 'path', '--get', 'data.config'])).stdout).toBe(`${fileOf(home)}\n`)
})

test('a file that others can change gives a warning on stderr', async () => {
  const home = createHomeWith('{"network": "base"}')
  chmodSync(fileOf(home), 0o666)
  const { stdout, stderr, code } = await runSwapline(home, ['config', 'get', 'network'])
  expect({ stdout, code }).toEqual({ stdout: 'base\n', code: 0 })
  expect(stderr).toContain(`chmod 600 ${fileOf(home)}`)
})

test('a wrong variable is named: exit 2', async () => {
  const { code, stderr } = await runSwapline(createHome(), ['networks'], { env: { SWAPLINE_TIMEOUT: 'soon' } })
  expect(code).toBe(2)
  expect(stderr).toContain('SWAPLINE_TIMEOUT')
})

test('no file of the working directory is read', async () => {
  const home = createHome()
  writeFileSync(join(home, 'config.json'), '{"network":"base"}')
  expect((await runSwapline(home, ['config', 'get', 'network'], { env: { PWD: home } })).stdout).toBe('\n')
})
