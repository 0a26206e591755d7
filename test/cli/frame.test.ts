import { expect, test } from 'vitest'
import { Failure } from '#cli/schemas/envelope'
import { startSwapline } from '../hosted/start-swapline.ts'
import { createHome, runSwapline as runInOwnProcess } from './run-built.ts'

const runSwapline = startSwapline()
const esc = String.fromCharCode(27)

test('the version is one line', async () => {
  const ran = await runInOwnProcess(createHome(), ['--version'])
  expect(ran).toEqual({ stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/), stderr: '', code: 0 })
})

test('no arguments: the first screen, on stdout, at most 80 columns wide', async () => {
  const ran = await runInOwnProcess(createHome(), [])
  expect(ran.code).toBe(0)
  expect(ran.stderr).toBe('')
  expect(ran.stdout).toContain('swapline wallet new')
  expect(Math.max(...ran.stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
})

test('help for everything, for a group, for a command and for a topic', async () => {
  const home = createHome()
  const [all, group, one, topic, sameAsFlag] = await Promise.all([
    runSwapline(home, ['--help']),
    runSwapline(home, ['wallet', '--help']),
    runSwapline(home, ['config', 'set', '-h']),
    runSwapline(home, ['help', 'exit-codes']),
    runSwapline(home, ['help', 'networks']),
  ])
  for (const { code, stderr } of [all, group, one, topic, sameAsFlag])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(all.stdout).toContain('--network <name>')
  expect(group.stdout).toContain('import')
  expect(one.stdout).toContain('<key> [value...]')
  expect(topic.stdout).toMatch(/ 13 {2}PENDING +maybe/)
  expect(sameAsFlag.stdout).toBe((await runSwapline(home, ['networks', '--help'])).stdout)
})

test.each([
  { args: ['netwroks'], says: "Unknown command 'netwroks'", fix: 'did you mean networks?' },
  { args: ['wallet', 'lsit'], says: "Unknown command 'lsit'", fix: 'did you mean list?' },
  { args: ['networks', '--chek'], says: "Unknown option '--chek'", fix: 'did you mean --check?' },
  { args: ['--nonsense'], says: "Unknown option '--nonsense'", fix: 'swapline --help' },
  { args: ['wallet'], says: 'needs one more word', fix: 'swapline wallet --help' },
  { args: ['config', 'get'], says: 'Missing: <key>.', fix: 'swapline config get <key>' },
  { args: ['networks', '-n'], says: "'-n, --network <name>' argument missing", fix: 'swapline --help' },
  { args: ['networks', '-o', 'xml'], says: '"xml" is not one of human, json', fix: 'swapline --help' },
  { args: ['config', 'path', '-o', 'csv'], says: 'config path has no csv form', fix: 'use -o json' },
  {
    args: ['networks', '--type', 'cosmos'],
    says: '--type <family>: "cosmos" is not one of evm, svm',
    fix: 'swapline networks --help',
  },
  { args: ['schema', '__proto__'], says: 'There is no schema "__proto__"', fix: 'swapline schema' },
  { args: ['networks', '--get', ''], says: '--get <path>: an empty text', fix: 'swapline --help' },
  { args: ['help', 'tokns'], says: 'There is no help on "tokns"', fix: 'did you mean tokens?' },
])('$args is a usage error: exit 2, stdout empty, the remedy last', async ({ args, says, fix }) => {
  const { stdout, stderr, code } = await runSwapline(createHome(), args)
  expect({ stdout, code }).toEqual({ stdout: '', code: 2 })
  expect(stderr).toContain(says)
  expect(stderr.trimEnd().split('\n').at(-1)).toBe(`  → ${fix}`)
})

test.each([
  [['netwroks', '--json'], undefined],
  [['config', 'get', '-o', 'json'], false],
  [['networks', 'bse', '--json'], false],
])('%j in JSON: one document on stdout, nothing on stderr', async (args, sent) => {
  const { stdout, stderr, code } = await runSwapline(createHome(), args)
  expect(stderr).toBe('')
  expect(stdout.endsWith('}\n')).toBe(true)
  const { error } = Failure.parse(JSON.parse(stdout))
  expect(error.exitCode).toBe(code)
  expect(code).toBeGreaterThan(0)
  expect(error.sent).toBe(sent) // a command that does not exist may be another one with a slip
})

test('an unknown network: exit 6 and the nearest name', async () => {
  const { stderr, code } = await runInOwnProcess(createHome(), ['networks', 'etherum'])
  expect(code).toBe(6)
  expect(stderr).toContain('did you mean ethereum?')
})

test('options of every command work before or after it', async () => {
  const home = createHome()
  const [before, after] = await Promise.all([
    runSwapline(home, ['-o', 'json', 'config', 'get', 'network', '-n', 'base']),
    runSwapline(home, ['-n', 'base', 'config', 'get', 'network', '--json']),
  ])
  expect(JSON.parse(before.stdout).data).toEqual({ key: 'network', value: 'base' })
  expect(JSON.parse(after.stdout).data).toEqual(JSON.parse(before.stdout).data)
})

test('--get prints one value, raw', async () => {
  const home = createHome()
  expect(await runSwapline(home, ['networks', '--get', 'data.networks.0.name'])).toEqual({
    stdout: 'ethereum\n',
    stderr: '',
    code: 0,
  })
  expect((await runSwapline(home, ['networks', '--get', 'data.nothing'])).code).toBe(2)
})

test.each([
  { env: {}, args: [], coloured: false },
  { env: { FORCE_COLOR: '1' }, args: [], coloured: true },
  { env: { FORCE_COLOR: '1', NO_COLOR: '1' }, args: [], coloured: false },
  { env: { CLICOLOR_FORCE: '1' }, args: [], coloured: true },
  { env: { NO_COLOR: '1' }, args: ['--color', 'always'], coloured: true },
  { env: { FORCE_COLOR: '3' }, args: ['--no-color'], coloured: false },
  { env: { FORCE_COLOR: '3' }, args: ['--json'], coloured: false },
])('colour: $env $args → $coloured', async ({ env, args, coloured }) => {
  const { stdout } = await runSwapline(createHome(), ['networks', ...args], { env })
  expect(stdout.includes(esc)).toBe(coloured)
})

test('--ascii and a locale without Unicode print ASCII only', async () => {
  const home = createHome()
  const printable = /^[\n -~]*$/
  expect((await runSwapline(home, ['networks', '--ascii'])).stdout).toMatch(printable)
  expect((await runSwapline(home, ['networks'], { env: { LANG: 'C' } })).stdout).toMatch(printable)
  expect((await runSwapline(home, ['nothing'], { env: { LANG: 'C' } })).stderr).toMatch(printable)
})
