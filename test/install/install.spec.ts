/** The README's way from a tarball to a first swap, with what npm installs and nothing of this repository. */
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEnvironment, type RunResult, waitForExit } from '../e2e/fixture.ts'

const apart = (which: string): string =>
  resolve(`test/install/apart/node_modules/${which}-${process.platform}-${process.arch}/bin/node`)
const [oldest, newest] = [apart('oldest'), apart('newest')]
const nodes = [
  ['the oldest Node.js', oldest],
  ['this Node.js', process.execPath],
  ['the newest LTS', newest],
] as const

const folder = mkdtempSync(join(tmpdir(), 'swapline-install-'))
const read = (program: string, words: readonly string[]) => execFileSync(program, words, { encoding: 'utf8' }).trim()
let tarball: string
beforeAll(() => {
  execFileSync('npm', ['run', '--silent', 'pack', '--', '--pack-destination', folder], { stdio: 'pipe' })
  const [name = ''] = readdirSync(folder)
  tarball = join(folder, name)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the oldest is the first that the manifest accepts, the newest a later LTS than this', () => {
  const { engines } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(`${engines.node}.0`).toBe(`>=${versionOf(oldest)}`)
  expect(Number.parseInt(versionOf(newest), 10)).toBeGreaterThan(Number.parseInt(process.versions.node, 10))
  expect(read(newest, ['-p', 'process.release.lts'])).toMatch(/^[A-Z][a-z]+$/)
})

const versionOf = (node: string): string => read(node, ['-p', 'process.versions.node'])

/** npm's own of `npm run` are left out: they are the settings of this repository. */
const plainEnv = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)))

describe.each(nodes)('on %s', (name, node) => {
  const place = join(folder, name.replaceAll(/\W/g, '-'))
  const [home, prefix] = [join(place, 'home'), join(place, 'prefix')]
  const path = [dirname(node), join(prefix, 'bin'), process.env['PATH']].join(delimiter)
  const environment = { ...createEnvironment(home, join(home, 'state')), PATH: path }

  const run = (line: string, env = {}): Promise<RunResult> =>
    waitForExit(spawn('swapline', line.split(' '), { cwd: place, env: { ...environment, ...env } }), '')
  async function succeed(line: string, env?: Readonly<Record<string, string>>): Promise<string> {
    const { code, stdout, stderr } = await run(line, env)
    expect([code, stderr]).toEqual([0, expect.anything()])
    return stdout
  }

  beforeAll(() => {
    mkdirSync(join(home, 'state'), { recursive: true, mode: 0o700 })
    const cache = ['--cache', read('npm', ['config', 'get', 'cache']), '--prefer-offline']
    const registry = ['--registry', read('npm', ['config', 'get', 'registry'])]
    execFileSync('npm', ['install', '--global', '--prefix', prefix, ...cache, ...registry, tarball], {
      cwd: place,
      env: { ...plainEnv, PATH: path, HOME: home },
      stdio: 'pipe',
    })
  })
  afterAll(() => run('sandbox down'))

  test('npm installs the program and what it needs', async () => {
    const installed = join(prefix, 'lib/node_modules/swapline')
    expect(existsSync(join(installed, 'bin/swapline.js'))).toBe(true)
    expect(existsSync(join(installed, 'src'))).toBe(false)
    expect(await succeed('version')).toContain(`Node.js ${versionOf(node)}`)
  })

  test('the first quote is the one that the README shows', async () => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours
    const screen = readFileSync('docs/images/quote.ansi', 'utf8').replace(/\x1b\[\d+m/g, '')
    const [command = '', ...recorded] = screen.split('\n')
    const quote = await succeed(command.replace('$ swapline ', ''))
    const withoutId = (lines: readonly string[]) => lines.filter((line) => !/^ {2}(Quote|Next) /.test(line))
    expect(withoutId(quote.split('\n'))).toEqual(withoutId(recorded))
  })

  test('its swap, a key, and a server', async () => {
    const swap = JSON.parse(await succeed('swap last -n sandbox -y -o json'))
    expect(swap).toMatchObject({ data: { stage: 'confirmed', vsQuoteBps: 0 } })
    await succeed('wallet new main', { SWAPLINE_PASSWORD: 'correct horse' })
    expect(await succeed('wallet list')).toContain('main')

    const ports = '--port 0 --auth-port 0 --metrics-port 0'
    const server = spawn('swapline', `serve -n sandbox -o jsonl ${ports}`.split(' '), { cwd: place, env: environment })
    try {
      const line = await new Promise<string>((started, failed) => {
        server.stdout.setEncoding('utf8').once('data', started)
        server.once('close', () => failed(new Error('the server ended')))
      })
      const { url } = JSON.parse(line.split('\n')[0] ?? '').data
      expect((await fetch(`${url}/readyz`)).status).toBe(200)
    } finally {
      server.kill('SIGKILL')
    }
  })

  // once: nothing of it depends on the version
  test.runIf(node === process.execPath)('the swap to another network that its document shows', async () => {
    const [, block = ''] = /```text\n(.*?)```/s.exec(readFileSync('docs/cross-chain.md', 'utf8')) ?? []
    const lines = block
      .trim()
      .split('\n')
      .map((line) => line.replace(/ *#.*/, '').replace('swapline ', ''))
    expect(lines).toHaveLength(6)
    const [up = '', quote = '', swap = '', ...statuses] = lines
    try {
      await succeed(up)
      const { data: quoted } = JSON.parse(await succeed(`${quote} -o json`))
      await succeed(swap)
      const [open, completed, paid] = [
        JSON.parse(await succeed(`${statuses[0]} -o json`)),
        JSON.parse(await succeed(`${statuses[1]} -o json`)),
        JSON.parse(await succeed(`${statuses[2]} -o json`)),
      ]
      expect(open.data.crossing).toMatchObject({ state: 'bridging', recoveries: [{ action: 'complete' }] })
      expect(completed.data).toMatchObject({ kind: 'claim', stage: 'confirmed', network: 'sandbox-base' })
      expect(paid.data.crossing).toMatchObject({ state: 'success', receivedRaw: quoted.buy.raw })
      // by itself, with the other relay
      await succeed(up.replace('off', 'auto'))
      const { data: swapped } = JSON.parse(
        await succeed('swap 1 ETH ETH -n sandbox-ethereum --to-network sandbox-base -a dev0 -y -o json'),
      )
      expect(swapped.crossing).toMatchObject({ state: 'success', receivedRaw: swapped.quoted.raw })
      const { data: moved } = JSON.parse(await succeed('sandbox advance 2h -o json'))
      const times: number[] = moved.clocks.map(({ time }: { time: string }) => Date.parse(time) / 1000)
      expect(times.length).toBeGreaterThan(1)
      expect(Math.max(...times) - Math.min(...times)).toBeLessThan(60)
      expect(Math.min(...times) - Date.now() / 1000).toBeGreaterThan(7_000)
    } finally {
      for (const as of ['ethereum', 'base']) await run(`sandbox down --as ${as}`)
    }
  })
})
