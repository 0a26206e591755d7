/** From argv to an exit status. Loads nothing that `--version` and `--help` do not need. */
import { readFileSync } from 'node:fs'
import { getLossReason, ignoreStreamErrors, writeTo } from '#cli/out/streams'
import { version } from '#cli/version'

type Start = (argv: readonly string[]) => Promise<void>

/** @param load loads the rest of the program, which is large */
export async function main(argv: readonly string[], load: () => Start): Promise<void> {
  const [word] = argv
  if (argv.length === 1 && (word === '--version' || word === '-V')) return print(`${version}\n`)
  if (argv.length === 1 && (word === '--help' || word === '-h')) {
    const help = readBuiltHelp()
    if (help !== undefined) return print(help)
  }
  await load()(argv)
}

function print(text: string): void {
  ignoreStreamErrors()
  if (!writeTo('stdout', text)) writeTo('stderr', `The text could not be written: ${getLossReason()}.\n`)
}

/** The build stores the text; otherwise every command's file would have to be loaded for it. */
function readBuiltHelp(): string | undefined {
  try {
    return readFileSync(new URL('./help.txt', import.meta.url), 'utf8')
  } catch {
    return undefined
  }
}
