/** Finds the command that argv names, loads and runs it; reports failures before that. */
import type { Compose } from '#cli/context'
import { type CommandFile, leavesOf } from '#cli/define-command'
import { commandLoaders, loadAllCommands } from '#cli/load-commands'
import { toFailure } from '#cli/out/failure'
import { createOut } from '#cli/out/out'
import { renderForTerminal } from '#cli/out/render-for-terminal'
import { getLossReason, ignoreStreamErrors, writeTo } from '#cli/out/streams'
import { canUnicode, widthOf } from '#cli/out/terminal-info'
import { createEmptyConfig, readConfig } from '#cli/settings/config-file'
import { resolveConfigPath } from '#cli/settings/paths'
import { createSettings } from '#cli/settings/resolve'
import type { Settings } from '#cli/settings/settings'
import { createStyle } from '#cli/start/output-style'
import { findCommandWords, withOwnHelp } from '#cli/start/own-help'
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
import { fail, leaveUnasked } from '#domain/errors'

const { env } = process

export async function dispatch(argv: readonly string[], compose: Compose): Promise<void> {
  ignoreStreamErrors()
  let found: ScannedArgs | undefined
  try {
    found = scanArgs(argv)
    if (found.words.length === 0 && found.unknown.length === 0) await printFirstScreen(found)
    else if (found.words.length === 0 && found.wantsHelp) printHelp((await getHelp(undefined)) ?? '', found)
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

/** Help is prose: it is as wide as the terminal, or 80 columns, and in ASCII where the terminal shows no more. */
function printHelp(text: string, { flags }: ScannedArgs): void {
  const unicode = canUnicode(flags.has('output.unicode') ? false : undefined, env)
  const lines = text.replace(/\n$/, '').split('\n')
  print(renderForTerminal(lines, unicode, getStdoutWidth()))
}

function getStdoutWidth(): number {
  const { isTTY, columns } = process.stdout
  return widthOf({ isTTY: isTTY === true, columns })
}

/** Only the chosen command is loaded; the other names are there for suggestions. */
async function findCall(argv: readonly string[], scanned: ScannedArgs): Promise<CommandCall | undefined> {
  const chosen = await commandLoaders.get(scanned.words[0] ?? '')?.()
  const program = { names: [...commandLoaders.keys()], loaded: chosen === undefined ? [] : [chosen] }
  return parseArgs(argv, program, (text) => printHelp(text, scanned))
}

/** Help for everything, or for one command; `undefined` if there is no such command. */
async function getHelp(name: string | undefined): Promise<string | undefined> {
  if (name === undefined) {
    const { rootHelp } = await import('#cli/help/root')
    return rootHelp(await loadAllCommands(), getStdoutWidth())
  }
  const command = await commandLoaders.get(name)?.()
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
  const file = readConfig(resolveConfigPath(flags.get('config')?.[0] ?? env['SWAPLINE_CONFIG'], env))
  const settings = createSettings({ flags, env, file })
  const style = await createStyle(settings, env)
  const out = createOut('start', style, {
    run: createRunFacts('local'),
    telling: createFailureOptions(settings, false),
  })
  const names = [...commandLoaders.keys()]
  out.printResult({ data: { commands: names }, lines: firstScreenLines(settings, names) })
  if (getLossReason() !== undefined) throw fail('RESULT_NOT_WRITTEN', { reason: getLossReason() ?? '', id: undefined })
}

/**
 * Prints a failure that occurs before the settings are resolved: uses flags and variables alone, if they are valid. Of a
 * command that can send, or of one that cannot be told, nothing was read of what an earlier run sent.
 */
async function printFailure(error: unknown, found: ScannedArgs | undefined): Promise<void> {
  const said = isUsageError(error) ? toUsageFailure(error, found?.words ?? []) : toFailure(error)
  if (said === undefined) return
  const words = found?.words ?? []
  const command = await commandLoaders.get(words[0] ?? '')?.()
  const failure = leaveUnasked(command === undefined ? said : withOwnHelp(said, findCommandWords(command, words)))
  const isFirstScreen = found !== undefined && words.length === 0 && found.unknown.length === 0
  const sends = command === undefined ? !isFirstScreen : leavesOf(command).some(canSendAny)
  const settings = createFallbackSettings(found)
  const context = { run: createRunFacts('local'), telling: createFailureOptions(settings, sends) }
  createOut(found?.words[0] ?? 'swapline', await createStyle(settings, env), context).printFailure(failure)
  process.exitCode = failure.exit
}

/** Always, or with one of its options: which were given is not known. */
const canSendAny = ({ sends = [] }: CommandFile): boolean => sends === true || sends.length > 0

function createFallbackSettings(found: ScannedArgs | undefined): Settings {
  const file = createEmptyConfig('')
  try {
    const settings = createSettings({ flags: found?.flags ?? new Map(), env, file })
    settings.get('output.format')
    settings.get('get')
    settings.get('output.color')
    settings.get('output.unicode')
    settings.get('output.spinner')
    settings.get('log.level')
    return settings
  } catch {
    return createSettings({ flags: new Map(), env: {}, file })
  }
}
