import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fail } from '#domain/errors'

/** An amount as the commands print it. */
interface PrintedAmount {
  readonly raw: string
  readonly formatted: string
  readonly token: { readonly symbol: string }
}

/** Runs commands with a separate home: nothing of the user's is read or written. */
export interface DemoRunner {
  /** Prints the command, then its output. @throws `CHECK_FAILED` unless it exits with 0. */
  runVisible(...words: readonly string[]): Promise<void>
  /** For checks and cleanup: prints nothing and ignores failures. */
  runSilent(...words: readonly string[]): Promise<string>
  /** What the last swap was quoted and what it brought. */
  readLastSwap(): Promise<{ readonly quoted: PrintedAmount; readonly bought: PrintedAmount }>
}

/** Protects the demo's key file, which lives as long as the demo. */
const demoPassword = 'demo'

export function createDemoRunner(folder: string, print: (text: string) => void): DemoRunner {
  const { PATH, LANG, NO_COLOR } = process.env
  const program = process.argv[1] ?? ''
  const color = process.stderr.isTTY && NO_COLOR === undefined ? 'always' : 'never'
  const env = {
    PATH,
    HOME: folder,
    LANG,
    SWAPLINE_PASSWORD: demoPassword,
    SWAPLINE_STATE_DIR: join(folder, 'state'),
    SWAPLINE_NO_INPUT: 'true',
  }
  const run = (words: readonly string[]): Promise<{ code: number; text: string; out: string }> =>
    new Promise((resolve) => {
      let text = ''
      const child = execFile(process.execPath, [program, ...words], { env, maxBuffer: 1e7 }, (error, out) => {
        resolve({ code: error === null ? 0 : Number(error.code ?? 1), text, out })
      })
      // Both streams in order of arrival, as on a terminal.
      for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: string) => (text += chunk))
    })
  const hidden = async (...words: readonly string[]): Promise<string> => (await run(words)).out

  return {
    runSilent: hidden,
    async runVisible(...words) {
      print(`\n$ swapline ${words.join(' ')}`)
      const { code, text } = await run([...words, '--color', color])
      print(text.trimEnd())
      if (code !== 0) throw fail('CHECK_FAILED', { reason: `swapline ${words.join(' ')} ended with ${code}.` })
    },
    async readLastSwap() {
      const { data } = JSON.parse(await hidden('status', 'last', '-o', 'json'))
      return data
    },
  }
}
