/** A setting that is in the config file twice: neither of two values wins, as it may be a limit. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { startSwapline } from '../hosted/start-swapline.ts'
import { createHome } from './run-built.ts'

const runSwapline = startSwapline()

const fileOf = (home: string): string => join(home, '.config/swapline/config.json')

function createHomeWith(text: string): string {
  const home = createHome()
  mkdirSync(dirname(fileOf(home)), { recursive: true })
  writeFileSync(fileOf(home), text, { mode: 0o600 })
  return home
}

const nested = '"trade": {"maxSlippagePpm": 1000}'
test.each([
  [`{"trade.maxSlippagePpm": 500000, ${nested}}`, '"trade.maxSlippagePpm" and as "trade" → "maxSlippagePpm"'],
  [`{${nested}, "trade.maxSlippagePpm": 500000}`, '"trade" → "maxSlippagePpm" and as "trade.maxSlippagePpm"'],
  [`{${nested}, "trade.maxSlippagePpm": 1000}`, '"trade" → "maxSlippagePpm" and as "trade.maxSlippagePpm"'],
  [
    '{"networks": {"base.rpc": ["https://a.example/CANARY"]}, "networks.base": {"rpc": ["https://b.example"]}}',
    '"networks" → "base.rpc" and as "networks.base" → "rpc"',
  ],
  [
    '{"profiles.work.trade": {"approve": "max"}, "profiles": {"work": {"trade.approve": "never"}}}',
    '"profiles.work.trade" → "approve" and as "profiles" → "work" → "trade.approve"',
  ],
  [
    `{${nested}, "profiles": {"default": {"trade": {"maxSlippagePpm": 500000}}}}`,
    '"trade" → "maxSlippagePpm" and as "profiles" → "default" → "trade" → "maxSlippagePpm"',
  ],
])('%s: refused by name, and config set replaces both', async (text, spellings) => {
  const home = createHomeWith(text)
  for (const words of [['networks'], ['config', 'list'], ['config', 'get', 'trade.maxSlippagePpm']]) {
    const { code, stdout, stderr } = await runSwapline(home, words)
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
    expect(stderr.replace(/\s+/g, ' ')).toContain(`twice, as ${spellings}`)
    expect(stderr).not.toContain('CANARY')
  }
  expect(readFileSync(fileOf(home), 'utf8')).toBe(text)
  const { stderr } = await runSwapline(home, ['networks'])
  const [, key = ''] = /→ swapline config set (\S+) <value> +\(replaces both\)/.exec(stderr) ?? []
  const value = key.endsWith('rpc') ? 'https://c.example' : key.endsWith('approve') ? 'exact' : '2000'
  expect((await runSwapline(home, ['config', 'set', key, value])).code).toBe(0)
  const profile = key.startsWith('profiles.work') ? ['-p', 'work'] : []
  const name = key.replace('profiles.work.', '')
  expect((await runSwapline(home, ['config', 'get', name, ...profile, '--get', 'data.value'])).stdout).toContain(value)
})

test('config set replaces a key with dots, and unset removes it', async () => {
  const home = createHomeWith('{"trade.maxSlippagePpm": 500000, "account": "main"}')
  expect((await runSwapline(home, ['config', 'get', 'trade.maxSlippagePpm'])).stdout).toBe('500000\n')
  expect((await runSwapline(home, ['config', 'set', 'trade.maxSlippagePpm', '1000'])).code).toBe(0)
  expect(JSON.parse(readFileSync(fileOf(home), 'utf8'))).toEqual({
    schemaVersion: 1,
    account: 'main',
    trade: { maxSlippagePpm: 1000 },
  })
  writeFileSync(fileOf(home), '{"trade.maxSlippagePpm": 500000, "trade": {"maxSlippagePpm": 7, "approve": "max"}}')
  expect((await runSwapline(home, ['config', 'unset', 'trade.maxSlippagePpm'])).code).toBe(0)
  expect(JSON.parse(readFileSync(fileOf(home), 'utf8'))).toEqual({ trade: { approve: 'max' } })
  expect((await runSwapline(home, ['config', 'unset', 'trade.maxSlippagePpm'])).stderr).toContain('CONFIG_KEY_UNKNOWN')
})

test('set does not hide what is wrong elsewhere in the file', async () => {
  const text = '{"trade.approve": "max", "trade": {"approve": "never"}}'
  const home = createHomeWith(text)
  const { code, stderr } = await runSwapline(home, ['config', 'set', 'network', 'base'])
  expect(code).toBe(3)
  expect(stderr).toContain('it has trade.approve')
  expect(readFileSync(fileOf(home), 'utf8')).toBe(text)
})

test.each([
  ['{"trade": {"maxSlippagePpm": 1000}, "trade": {"slippagePpm": 10}}', '"trade" twice'],
  ['{"networks": {"base": {"rpc": ["https://a.example"], "rpc": []}}}', '"networks.base.rpc" twice'],
])('%s: JSON would keep the last one only, so it is refused, and no command writes over it', async (text, says) => {
  const home = createHomeWith(text)
  for (const words of [['networks'], ['config', 'set', 'network', 'base'], ['config', 'unset', 'trade.slippagePpm']]) {
    const { code, stderr } = await runSwapline(home, words)
    expect(code).toBe(3)
    expect(stderr).toContain(says)
    expect(stderr).toContain('→ make one of them: swapline config edit')
  }
  expect(readFileSync(fileOf(home), 'utf8')).toBe(text)
})
