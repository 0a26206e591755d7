/**
 * Every screen in a real terminal of 50, 80 and 200 columns, from the built program on a sandbox: no line is wider than
 * the terminal, nothing but our colours moves it, and the text is what was recorded in `test/cli/screens`.
 * `npm run screens:golden` records it again.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { spawn } from '@lydell/node-pty'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { columnsOf } from '#cli/screens/layout/width'
import { bin, cleanEnv, runSwapline } from './run-built.ts'
import { type ScreenCase, screensAfterSwap, screensBeforeSwap } from './screens/commands.ts'

const widths = [50, 80, 200] as const
type Width = (typeof widths)[number]

const { SWAPLINE_RECORD } = process.env
/** A short path of known length: it is shown, and breaks lines. */
const home = mkdtempSync('/tmp/swapline-screens-')
const bundle = join(home, 'case.quote.json')
const shown = new Map<Width, Map<string, string>>(widths.map((width) => [width, new Map()]))

beforeAll(async () => {
  const json = async (...words: readonly string[]) => {
    const { stdout, stderr, code } = await runSwapline(home, [...words, '--json'])
    if (code !== 0) throw new Error(`${words.join(' ')}: ${stdout}${stderr}`)
    return JSON.parse(stdout).data
  }
  await json('sandbox', 'up', '--port', String(await findFreePort()))
  const { id } = await json('quote', '3', 'ETH', 'USDC', '-n', 'sandbox', '--save', bundle)
  await Promise.all(widths.map((width) => show(width, screensBeforeSwap, { QUOTE: id, BUNDLE: bundle })))
  const { swapId, tx } = await json('swap', id, '-n', 'sandbox', '-a', 'dev0', '-y')
  const made = { QUOTE: id, SWAP: swapId, HASH: tx.hash, BUNDLE: bundle }
  await Promise.all(widths.map((width) => show(width, screensAfterSwap, made)))
}, 300_000)

afterAll(async () => {
  await runSwapline(home, ['sandbox', 'down'])
  rmSync(home, { recursive: true, force: true })
})

const cases: readonly ScreenCase[] = [...screensBeforeSwap, ...screensAfterSwap]
const esc = String.fromCharCode(27)
const colours = new RegExp(`${esc}\\[(?:1|2|22|31|32|33|36|39)m`, 'g')

describe.each(widths)('%i columns', (width) => {
  const screenOf = ({ command }: ScreenCase): string => {
    const text = shown.get(width)?.get(command)
    if (text === undefined || text.trim() === '') throw new Error(`nothing was shown for: ${command}`)
    return text
  }

  test('no line is wider than the terminal', () => {
    const wide = cases
      .filter(({ isForPrograms }) => !isForPrograms)
      .flatMap((one) => screenOf(one).split('\n').map(stripVTControlCharacters))
      .filter((line) => columnsOf(line) > width)
    expect(wide).toEqual([])
  })

  test('nothing but the known colours reaches the terminal', () => {
    const plain = cases.map((one) => screenOf(one).replace(colours, '')).join('')
    expect(plain.match(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu)?.filter((letter) => letter !== '\n') ?? []).toEqual([])
    expect(cases.map(screenOf).join('')).toContain(`${esc}[36m`)
  })

  test('--ascii shows ASCII only', () => {
    const ascii = cases.filter(({ command }) => command.includes('--ascii')).map((one) => screenOf(one))
    expect(ascii.length).toBeGreaterThan(4)
    expect(ascii.join('').match(/[^\p{ASCII}]/gu) ?? []).toEqual([])
  })

  test('the screens are what was recorded', () => {
    const file = `test/cli/screens/${width}.txt`
    const text = cases
      .filter(({ isVolatile, isForPrograms }) => !isVolatile && !isForPrograms)
      .map((one) => `$ swapline ${one.command}\n${normalize(screenOf(one))}`)
      .join('\n')
    if (SWAPLINE_RECORD === '1') writeFileSync(file, text)
    expect(text).toBe(readFileSync(file, 'utf8'))
  })
})

test('lines for other programs are not broken to fit', () => {
  for (const { command } of cases.filter(({ isForPrograms }) => isForPrograms))
    expect(shown.get(50)?.get(command), command).toBe(shown.get(200)?.get(command))
})

/** Shows the screens one after the other in one terminal, and keeps what each one printed. */
async function show(width: Width, screens: readonly ScreenCase[], ids: Record<string, string>): Promise<void> {
  const list = join(home, `${width}.screens.json`)
  const toArgs = (command: string) => command.split(' ').flatMap((word) => ids[word.slice(1)] ?? (word || []))
  writeFileSync(list, JSON.stringify(screens.map(({ command }) => ({ title: command, args: toArgs(command) }))))
  const seen = await runInTerminal(width, list)
  for (const part of seen.replaceAll('\r\n', '\n').split('\n@@ ').slice(1)) {
    const [command = '', ...lines] = part.split('\n')
    shown.get(width)?.set(command, lines.join('\n'))
  }
}

/** One process for all: to start one for each screen and width took four fifths of the time. */
function runInTerminal(width: Width, list: string): Promise<string> {
  const terminal = spawn(process.execPath, [resolve('test/hosted/show-screens.mjs'), bin, list], {
    cols: width,
    rows: 50,
    cwd: home,
    env: { ...cleanEnv(home), TERM: 'xterm-256color', SWAPLINE_NO_SPINNER: '1' },
  })
  let seen = ''
  terminal.onData((text) => {
    seen += text
  })
  return new Promise((ended) => terminal.onExit(() => ended(seen)))
}

/** Without what differs in every run, in as many columns. */
const normalize = (text: string): string =>
  stripVTControlCharacters(text)
    .replace(/(?<=\/swapline-screens-)\w{6}/g, 'XXXXXX')
    .replace(/0x[0-9a-f]{64}/g, `0x${'a'.repeat(64)}`)
    .replace(/0x[0-9a-f]{8}…[0-9a-f]{8}/g, '0xaaaaaaaa…aaaaaaaa')
    .replace(/0x[0-9a-f]{8}\.\.[0-9a-f]{8}/g, '0xaaaaaaaa..aaaaaaaa')
    .replace(/(?<![\w-])[0-9a-f]{8}(?![\w-])/g, 'aaaaaaaa')
    .replace(/\d\d:\d\d:\d\d/g, '00:00:00')
    .replace(/\d{4}-\d\d-\d\d/g, '2026-01-01')
    .replace(/(?<=VALID for )\d:\d\d/g, '0:00')
    .replace(/(?<=swapline )\d+\.\d+\.\d+/g, '0.1.0')
    // The calldata holds a time, and a byte that happens to be zero costs 12 gas less.
    .replace(/(?<=gas used )[\d,]+|[\d,]+(?= used$)/gm, (digits) => '0'.repeat(digits.length))

function findFreePort(): Promise<number> {
  const server = createServer()
  return new Promise((resolve, reject) => {
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
