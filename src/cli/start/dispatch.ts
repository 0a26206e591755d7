/** Finds the command that argv names, loads and runs it; reports failures before that. */
import { all } from '#cli/commands.gen'
import type { Compose } from '#cli/context'
import type { AnyCommand } from '#cli/define-command'
import { toFailure } from '#cli/out/failure'
import { createOut } from '#cli/out/out'
import { getLossReason, ignoreStreamErrors, writeTo } from '#cli/out/streams'
import { createEmptyConfig, readConfig } from '#cli/settings/config-file'
import { resolveConfigPath } from '#cli/settings/paths'
import { createSettings } from '#cli/settings/resolve'
import type { Settings } from '#cli/settings/settings'
import { createStyle } from '#cli/start/output-style'
import {
  type CommandCall,
  isUsageError,
  parseArgs,
  type ScannedArgs,
  scanArgs,
  toUsageFailure,
} from '#cli/start/program'
import { runCommand } from '#cli/start/run'
import { createFailureOptions, createRunFacts } from '#cli/start/run-facts'
import { fail } from '#domain/errors'

const { env } = process
const commands: ReadonlyMap<string, AnyCommand> = new Map(Object.entries(all))

export async function dispatch(argv: readonly string[], compose: Compose): Promise<void> {
  ignoreStreamErrors()
  let found: ScannedArgs | undefined
  try {
    found = scanArgs(argv)
    if (found.words.length === 0 && found.unknown.length === 0) await printFirstScreen(found)
    else if (found.words.length === 0 && found.wantsHelp) print((await getHelp(undefined)) ?? '')
    else {
      const call = await findCall(argv, found)
      if (call !== undefined) await runCommand({ argv, call, flags: found.flags, compose, helpOf: getHelp })
    }
  } catch (error) {
    await printFailure(error, found)
  }
}

const print = (text: string): void => {
  if (!writeTo('stdout', text)) writeTo('stderr', `The text could not be written: ${getLossReason()}.\n`)
}

/** Only the chosen command is loaded; the other names are there for suggestions. */
async function findCall(argv: readonly string[], { words }: ScannedArgs): Promise<CommandCall | undefined> {
  const chosen = commands.get(words[0] ?? '')
  return parseArgs(argv, { names: [...commands.keys()], loaded: chosen === undefined ? [] : [chosen] }, print)
}

/** Help for everything, or for one command; `undefined` if there is no such command. */
async function getHelp(name: string | undefined): Promise<string | undefined> {
  if (name === undefined) {
    const { rootHelp } = await import('#cli/help/root')
    return rootHelp([...commands.values()])
  }
  const command = commands.get(name)
  if (command === undefined) return undefined
  let text = ''
  try {
    parseArgs([name, '--help'], { names: [], loaded: [command] }, (help) => {
      text += help
    })
  } catch (error) {
    if (!isUsageError(error)) throw error
  }
  return text
}

/** The first screen: a broken config file must not hide how to begin. */
async function printFirstScreen({ flags }: ScannedArgs): Promise<void> {
  const { firstScreenLines } = await import('#cli/help/first-screen')
  const file = readConfig(resolveConfigPath(flags.get('config')?.[0], env))
  const settings = createSettings({ flags, env, file })
  const style = await createStyle(settings, env)
  const out = createOut('start', style, {
    run: createRunFacts('local'),
    telling: createFailureOptions(settings, false),
  })
  const names = [...commands.keys()]
  out.printResult({ data: { commands: names }, lines: firstScreenLines(settings, names) })
  if (getLossReason() !== undefined) throw fail('RESULT_NOT_WRITTEN', { reason: getLossReason() ?? '', id: undefined })
}

/** Prints a failure that occurs before the settings are resolved: uses flags and variables alone, if they are valid. */
async function printFailure(error: unknown, found: ScannedArgs | undefined): Promise<void> {
  const failure = isUsageError(error) ? toUsageFailure(error, found?.words ?? []) : toFailure(error)
  if (failure === undefined) return
  const settings = createFallbackSettings(found)
  const context = { run: createRunFacts('local'), telling: createFailureOptions(settings, false) }
  createOut(found?.words[0] ?? 'swapline', await createStyle(settings, env), context).printFailure(failure)
  process.exitCode = failure.exit
}

function createFallbackSettings(found: ScannedArgs | undefined): Settings {
  const file = createEmptyConfig('')
  try {
    const settings = createSettings({ flags: found?.flags ?? new Map(), env, file })
    settings.get('output.format')
    settings.get('output.color')
    settings.get('output.unicode')
    settings.get('output.spinner')
    settings.get('log.level')
    return settings
  } catch {
    return createSettings({ flags: new Map(), env: {}, file })
  }
}
