/** A real shell in a terminal, with our completion loaded. */
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { spawn } from '@lydell/node-pty'
import { expect, onTestFinished } from 'vitest'
import type { Shell } from '#cli/completion/format-words'
import { bin, cleanEnv } from '../run-built.ts'

export const hasShell = (shell: Shell): boolean => {
  try {
    execFileSync(shell, ['-c', 'true'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const prompt = 'READY>'

const starts: Readonly<Record<Shell, { readonly args: readonly string[]; readonly lines: readonly string[] }>> = {
  bash: {
    args: ['--noprofile', '--norc', '-i'],
    lines: ['bind "set bell-style none"', 'source <(swapline completion bash)', `PS1='${prompt}'`],
  },
  zsh: {
    args: ['-f', '-i'],
    lines: [
      'unsetopt beep',
      'autoload -U compinit && compinit -u -D',
      'source <(swapline completion zsh)',
      `PROMPT='${prompt}'`,
    ],
  },
  fish: {
    args: ['--no-config', '-i'],
    lines: ['swapline completion fish | source', `function fish_prompt; printf '${prompt}'; end`],
  },
}

const controls = new RegExp(
  `${String.fromCharCode(27)}(?:\\[[0-9;?>=]*[ -/]*[@-~]|\\][^\\u0007]*\\u0007|[()][A-Z0-9]|[=>78MDEHNOc])|[\\u0007\\r]`,
  'g',
)

export interface ShellSession {
  /** Types text, with `\t` for Tab, and waits until the terminal shows `expected`. The line before is cleared. */
  type(text: string, expected: RegExp | string): Promise<void>
}

/** @param home where `swapline` is found and its state is */
export async function openShell(shell: Shell, home: string): Promise<ShellSession> {
  const folder = join(home, 'bin')
  mkdirSync(folder, { recursive: true })
  symlinkSync(bin, join(folder, 'swapline'))
  chmodSync(bin, 0o755)
  writeFileSync(join(home, 'some-file.json'), '{}')
  const { PATH = '' } = process.env
  const { args, lines } = starts[shell]
  const terminal = spawn(shell, [...args], {
    cols: 120,
    rows: 40,
    cwd: home,
    env: {
      ...cleanEnv(home),
      PATH: `${folder}:${PATH}`,
      TERM: 'xterm',
      INPUTRC: '/dev/null',
      XDG_CONFIG_HOME: join(home, '.config'),
    },
  })
  let seen = ''
  // Fish asks the terminal what it is, and waits for an answer.
  terminal.onData((text) => {
    if (text.includes('\u001b[c') || text.includes('\u001b[0c')) terminal.write('\u001b[?62;c')
    seen += text
  })
  onTestFinished(() => terminal.kill('SIGKILL'))
  const shown = (): string => seen.replace(controls, '')
  const wait = async (expected: RegExp | string): Promise<void> => {
    const pattern =
      typeof expected === 'string' ? new RegExp(expected.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')) : expected
    await expect.poll(shown, { timeout: 60_000, interval: 50 }).toMatch(pattern)
  }
  terminal.write(`${lines.join('\r')}\r`)
  terminal.write(`echo set''up\r`)
  await wait(/setup\n[\s\S]*READY>/)
  return {
    async type(text, expected) {
      seen = ''
      terminal.write('\u0015true\r') // Ctrl-U clears what was typed before
      await wait(prompt)
      seen = ''
      terminal.write(text)
      await wait(expected)
    },
  }
}
