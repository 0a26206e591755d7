import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type IPty, spawn } from '@lydell/node-pty'
import { expect, onTestFinished, test, vi } from 'vitest'
import { bin, cleanEnv, createHome, runSwapline } from './run-built.ts'

/** The program in a real terminal, its stdout in a file: the screen shows stderr. */
function inTerminal(home: string, command: string, env: Record<string, string> = {}) {
  const script = `node "$BIN" ${command} > "$HOME/out"`
  const terminal: IPty = spawn('bash', ['-c', script], {
    cols: 100,
    rows: 30,
    cwd: home,
    env: { ...cleanEnv(home), TERM: 'xterm-256color', BIN: bin, ...env },
  })
  let seen = ''
  terminal.onData((text) => {
    seen += text
  })
  let ended = false
  const exit = new Promise<number>((resolve) =>
    terminal.onExit(({ exitCode }) => {
      ended = true
      resolve(exitCode)
    }),
  )
  onTestFinished(() => {
    if (!ended) terminal.kill('SIGKILL')
  })
  return {
    exit,
    seen: () => seen,
    async answer(question: string, keys: string) {
      await expect.poll(() => seen, { timeout: 20_000, interval: 50 }).toContain(question)
      seen = ''
      terminal.write(keys)
    },
    stdout: () => readFileSync(join(home, 'out'), 'utf8'),
  }
}

test('a missing name and a password are prompted for on stderr, and the command without prompts is shown', async () => {
  const home = createHome()
  const run = inTerminal(home, 'wallet new --json')
  await run.answer('Name of the account?', 'main\r')
  await run.answer('New password for main:', 'CANARY-password\r')
  await run.answer('The same again:', 'CANARY-password\r')
  expect(await run.exit).toBe(0)

  const { data } = JSON.parse(run.stdout())
  expect(data).toMatchObject({ name: 'main', kind: 'keystore' })
  expect(readFileSync(data.path, 'utf8')).not.toContain('CANARY')
  expect(run.seen()).not.toContain('CANARY')
})

test('two different passwords are told apart before they are asked for again', async () => {
  const run = inTerminal(createHome(), 'wallet new main --json')
  await run.answer('New password for main:', 'CANARY-one\r')
  await run.answer('The same again:', 'CANARY-other\r')
  await run.answer('The two passwords differ. New password for main:', 'CANARY-one\r')
  await run.answer('The same again:', 'CANARY-one\r')
  expect(await run.exit).toBe(0)
  expect(JSON.parse(run.stdout()).data.name).toBe('main')
})

test('the command without prompts can be pasted', async () => {
  const home = createHome()
  const run = inTerminal(home, 'wallet new', { SWAPLINE_PASSWORD: 'x' })
  await run.answer('Name of the account?', 'main\r')
  expect(await run.exit).toBe(0)
  expect(run.seen()).toContain('Without questions: ')
  expect(run.seen()).toContain('swapline wallet new main')
})

test.each([
  ['Ctrl-C', '\u0003'],
  ['Ctrl-D', '\u0004'],
])('%s at a prompt means no: exit 11, nothing on stdout', async (_, keys) => {
  const run = inTerminal(createHome(), 'wallet new')
  await run.answer('Name of the account?', keys)
  expect(await run.exit).toBe(11)
  expect(run.stdout()).toBe('')
  // a terminal's last words may arrive after the end of its program
  await vi.waitFor(() => expect(run.seen()).toContain('DECLINED'), { timeout: 20_000 })
  expect(run.seen()).not.toMatch(/ {4}at |ExitPromptError/)
})

test('Ctrl-C at a prompt in JSON mode: one document', async () => {
  const run = inTerminal(createHome(), 'wallet new --json')
  await run.answer('Name of the account?', '\u0003')
  expect(await run.exit).toBe(11)
  expect(JSON.parse(run.stdout()).error).toMatchObject({ code: 'DECLINED', exitCode: 11, sent: false })
})

test.each([
  ['--no-input', {}],
  ['--yes', {}],
  ['', { CI: 'true' }],
  ['', { SWAPLINE_NO_INPUT: '1' }],
])('no prompt is shown with %s %o', async (flag, env) => {
  const run = inTerminal(createHome(), `wallet new ${flag}`, env)
  expect(await run.exit).toBe(2)
  expect(run.seen()).toContain('Missing: <name>.')
})

test('an invalid config file can be edited again, and is not taken over before', async () => {
  const home = createHome()
  const script = join(home, 'editor.sh')
  // Wrong at first, and good the second time.
  const text =
    'if [ -e "$HOME/once" ]; then echo \'{"network": "base"}\' > "$1"; else echo "{" > "$1"; fi; : > "$HOME/once"'
  writeFileSync(script, `#!/bin/sh\n${text}\n`, { mode: 0o700 })
  const run = inTerminal(home, 'config edit --json', { EDITOR: script })
  await run.answer('The file is left as it is.', '\r')
  expect(await run.exit).toBe(0)
  expect(run.stdout()).toContain('"changed": true')
  expect(readFileSync(join(home, '.config/swapline/config.json'), 'utf8')).toBe('{"network": "base"}\n')
})

test('the cursor is back and the line is clean after a spinner', async () => {
  const run = inTerminal(createHome(), 'sandbox status')
  expect(await run.exit).toBe(0)
  expect(run.seen().endsWith('\u001b[?25l')).toBe(false)
})

test('a quote without a network asks for it, last of all', async () => {
  const home = createHome()
  const run = inTerminal(home, 'quote --json')
  await run.answer('How much to sell?', '3\r')
  await run.answer('Sell which token?', 'ETH\r')
  await run.answer('Buy which token?', 'USDC\r')
  await run.answer('Which network?', '\u001b[A\r')
  expect(await run.exit).toBe(0)
  expect(run.seen()).toContain('swapline quote --json 3 ETH USDC -n sandbox')
  expect(JSON.parse(run.stdout()).meta.network).toBe('sandbox')
  const { stdout } = await runSwapline(home, ['sandbox', 'down', '--json'])
  expect(JSON.parse(stdout).ok).toBe(true)
})
