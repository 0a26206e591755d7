import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fail } from '#domain/errors'

/** An amount as the commands print it. */
interface Printed {
  readonly raw: string
  readonly formatted: string
  readonly token: { readonly symbol: string }
}

/** Plays commands in a home of their own: nothing of the user's is read or written. */
export interface Cast {
  /** Prints the command, then what it prints. @throws `CHECK_FAILED` unless it exits with 0. */
  shown(...words: readonly string[]): Promise<void>
  /** For checks and for tidying up: prints nothing and does not mind a failure. */
  hidden(...words: readonly string[]): Promise<string>
  /** What the last swap was quoted and what it brought. */
  lastSwap(): Promise<{ readonly quoted: Printed; readonly bought: Printed }>
}

/** Guards the demo's key file, which lives as long as the demo. */
const demoPassword = 'demo'

export function castIn(folder: string, print: (text: string) => void): Cast {
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
      // Both streams in the order they came, as a terminal shows them.
      for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: string) => (text += chunk))
    })
  const hidden = async (...words: readonly string[]): Promise<string> => (await run(words)).out

  return {
    hidden,
    async shown(...words) {
      print(`\n$ swapline ${words.join(' ')}`)
      const { code, text } = await run([...words, '--color', color])
      print(text.trimEnd())
      if (code !== 0) throw fail('CHECK_FAILED', { reason: `swapline ${words.join(' ')} ended with ${code}.` })
    },
    async lastSwap() {
      const { data } = JSON.parse(await hidden('status', 'last', '-o', 'json'))
      return data
    },
  }
}
