/** From argv to an exit status. Loads nothing that `--version` and `--help` do not need. */
import { readFileSync } from 'node:fs'
import { renderForTerminal } from '#cli/out/render-for-terminal'
import { getLossReason, ignoreStreamErrors, isPiped, writeTo, writeToPipe } from '#cli/out/streams'
import { canUnicode, widthOf } from '#cli/out/terminal-info'
import { version } from '#cli/version'

/** The width of the text that the build stores. */
const builtColumns = 80

/** Each loads a part of the program that is large. */
export interface ProgramParts {
  readonly start: () => (argv: readonly string[]) => Promise<void>
  /** Words for a half-typed line, as text for the shell. */
  readonly complete: () => (words: readonly string[], env: NodeJS.ProcessEnv) => Promise<string>
}

export async function main(argv: readonly string[], load: ProgramParts): Promise<void> {
  const [word, ...words] = argv
  if (word === '__complete') return completeLine(words, load)
  if (argv.length === 1 && (word === '--version' || word === '-V')) return print(`${version}\n`)
  if (argv.length === 1 && (word === '--help' || word === '-h')) {
    const help = readBuiltHelp()
    if (help !== undefined) return print(help)
  }
  await load.start()(argv)
}

/** Called by the shell at Tab: whatever fails, it offers nothing and spoils no line. */
async function completeLine(words: readonly string[], load: ProgramParts): Promise<void> {
  try {
    print(await load.complete()(words, process.env))
  } catch {
    process.exitCode = 1
  }
}

function print(text: string): void {
  const left = isPiped() ? writeToPipe(text) : text
  if (left.length === 0) return
  ignoreStreamErrors()
  if (!writeTo('stdout', left)) writeTo('stderr', `The text could not be written: ${getLossReason()}.\n`)
}

function widthOfTerminal(): number {
  const { isTTY, columns } = process.stdout
  return widthOf({ isTTY: isTTY === true, columns })
}

/** The build stores the text; otherwise every command's file would have to be loaded for it. A narrow terminal gets its own. */
function readBuiltHelp(): string | undefined {
  if (!isPiped() && widthOfTerminal() < builtColumns) return undefined
  try {
    const text = readFileSync(new URL('./help.txt', import.meta.url), 'utf8')
    return canUnicode(undefined, process.env) ? text : renderForTerminal(text.replace(/\n$/, '').split('\n'), false)
  } catch {
    return undefined
  }
}
