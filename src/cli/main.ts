/** From argv to an exit status. Loads nothing that `--version` and `--help` do not need. */
import { readFileSync } from 'node:fs'
import { lostReason, surviveLostStreams, writeTo } from '#cli/out/streams'
import { version } from '#cli/version'

type Start = (argv: readonly string[]) => Promise<void>

/** @param load gives the rest of the program, which is large */
export async function main(argv: readonly string[], load: () => Start): Promise<void> {
  const [word] = argv
  if (argv.length === 1 && (word === '--version' || word === '-V')) return print(`${version}\n`)
  if (argv.length === 1 && (word === '--help' || word === '-h')) {
    const help = builtHelp()
    if (help !== undefined) return print(help)
  }
  await load()(argv)
}

function print(text: string): void {
  surviveLostStreams()
  if (!writeTo('stdout', text)) writeTo('stderr', `The text could not be written: ${lostReason()}.\n`)
}

/** The build keeps the text, which otherwise every command's file has to be loaded for. */
function builtHelp(): string | undefined {
  try {
    return readFileSync(new URL('./help.txt', import.meta.url), 'utf8')
  } catch {
    return undefined
  }
}
