import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
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
  expect(stderr).toContain('There is no profile "wrok"')
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

// Found by the fuzzed arguments.
test.each(['http://[::1]:1', '\u001b[2J', 'a[0]', 'a\\b', '__proto__'])(
  'unset %j: there is no such setting',
  async (key) => {
    const { code, stderr } = await runSwapline(createHomeWith('{"network": "base"}'), ['config', 'unset', key])
    expect(code).toBe(3)
    expect(stderr).toContain('CONFIG_KEY_UNKNOWN')
  },
)

test('unset does not overwrite a broken file either', async () => {
  const home = createHomeWith('{"network": "CANARY')
  const { code, stderr } = await runSwapline(home, ['config', 'unset', 'network'])
  expect(code).toBe(3)
  expect(stderr).toContain('it is not JSON')
  expect(readFileSync(fileOf(home), 'utf8')).toBe('{"network": "CANARY')
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

test('a file that is named but missing, or of a later format, is refused', async () => {
  const home = createHomeWith('{"schemaVersion": 99, "network": "base"}')
  expect((await runSwapline(home, ['networks'])).stderr).toContain('this version of swapline reads 1')
  for (const env of [{}, { SWAPLINE_CONFIG: join(home, 'none.json') }]) {
    const args = 'SWAPLINE_CONFIG' in env ? ['networks'] : ['networks', '--config', join(home, 'none.json')]
    const { code, stderr } = await runSwapline(home, args, { env })
    expect(code).toBe(3)
    expect(stderr).toMatch(/none\.json\s+is not\s+valid:\s+it\s+does\s+not\s+exist/)
    expect(stderr).toContain('→ name a file that exists, or create it: swapline config edit --config')
  }
  const made = await runSwapline(home, ['config', 'set', 'network', 'base', '--config', join(home, 'none.json')])
  expect(made.code).toBe(0)
  expect((await runSwapline(home, ['networks', 'base', '--config', join(home, 'none.json')])).code).toBe(0)
})

test('a misspelt variable gives a warning on stderr, once', async () => {
  const env = { SWAPLINE_NETWROK: 'base', SWAPLINE_NOTHING_LIKE_IT: '1' }
  const { code, stderr } = await runSwapline(createHome(), ['config', 'get', 'network'], { env })
  expect(code).toBe(0)
  expect(stderr.split('\n').toSorted()).toEqual([
    '',
    'Nothing reads SWAPLINE_NETWROK: did you mean SWAPLINE_NETWORK?',
    'Nothing reads SWAPLINE_NOTHING_LIKE_IT: swapline help environment',
  ])
  expect((await runSwapline(createHome(), ['config', 'get', 'network', '-q'], { env })).stderr).toBe('')
})

describe('config edit', () => {
  const editor = (home: string, script: string): string => {
    const path = join(home, 'editor.sh')
    writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o700 })
    return path
  }
  const left = (home: string): readonly string[] => readdirSync(dirname(fileOf(home)))

  test('a valid copy replaces the file, which keeps its mode and stays a link', async () => {
    const home = createHomeWith('{"network": "base"}')
    renameSync(fileOf(home), join(home, 'dotfile.json'))
    chmodSync(join(home, 'dotfile.json'), 0o640)
    symlinkSync(join(home, 'dotfile.json'), fileOf(home))
    const env = {
      VISUAL: `${editor(home, `sed -i s/base/ethereum/ "$2"; test "$1" = --wait`)} --wait`,
      EDITOR: 'false',
    }
    const { code, stdout } = await runSwapline(home, ['config', 'edit', '--json'], { env })
    expect(code).toBe(0)
    expect(JSON.parse(stdout).data).toEqual({ path: fileOf(home), changed: true })
    expect(readFileSync(fileOf(home), 'utf8')).toBe('{"network": "ethereum"}')
    expect(lstatSync(fileOf(home)).isSymbolicLink()).toBe(true)
    expect(statSync(fileOf(home)).mode & 0o777).toBe(0o640)
    expect(left(home)).toEqual(['config.json'])
  })

  test('a new file is 0600; an unchanged copy creates none', async () => {
    const home = createHome()
    const none = await runSwapline(home, ['config', 'edit', '--get', 'data.changed'], { env: { EDITOR: 'true' } })
    expect(none).toEqual({ stdout: 'false\n', stderr: '', code: 0 })
    expect(existsSync(fileOf(home))).toBe(false)
    const script = `test "$(stat -c %a "$1")" = 600 && echo '{"network": "base"}' > "$1"`
    expect((await runSwapline(home, ['config', 'edit'], { env: { EDITOR: editor(home, script) } })).code).toBe(0)
    expect(statSync(fileOf(home)).mode & 0o777).toBe(0o600)
  })

  test.each([
    ['not JSON', `echo '{"network": ' > "$1"`, 'CONFIG_INVALID', 3],
    ['an unknown key', `echo '{"netwrok": "base"}' > "$1"`, 'did you mean network?', 3],
    ['an editor that fails', 'echo "{}" > "$1"; exit 4', 'The editor ended with 4', 2],
    ['no such editor', undefined, 'The editor ended with 127', 2],
    [
      'another writer',
      `echo '{"account": "x"}' > "$HOME/.config/swapline/config.json"; echo '{}' > "$1"`,
      'meanwhile|another program',
      3,
    ],
  ])('%s: the file is left as it is', async (what, script, says, exit) => {
    const text = '{"network": "base"}'
    const home = createHomeWith(text)
    const env = { EDITOR: script === undefined ? join(home, 'none') : editor(home, script) }
    const { code, stderr } = await runSwapline(home, ['config', 'edit'], { env })
    expect(stderr).toMatch(new RegExp(says.replace('?', '\\?')))
    expect(code).toBe(exit)
    expect(readFileSync(fileOf(home), 'utf8').trim()).toBe(what === 'another writer' ? '{"account": "x"}' : text)
    expect(left(home)).toEqual(['config.json'])
  })

  test('without an editor nothing is opened', async () => {
    const { code, stderr } = await runSwapline(createHome(), ['config', 'edit'])
    expect(code).toBe(2)
    expect(stderr).toContain('VISUAL and EDITOR are not set')
  })
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
