/** Finds what argv asks for, loads it and has it run; tells of failures that come before that. */
import { all } from '#cli/commands.gen'
import type { Compose } from '#cli/context'
import type { AnyCommand } from '#cli/define-command'
import { facts, telling } from '#cli/facts'
import { asFailure } from '#cli/out/failure'
import { createOut } from '#cli/out/out'
import { lostReason, surviveLostStreams, writeTo } from '#cli/out/streams'
import { type Call, isUsageError, parse, type Scan, scan, usageFailure } from '#cli/program'
import { runCall } from '#cli/run'
import { emptyConfig, readConfig } from '#cli/settings/config-file'
import { configPath } from '#cli/settings/paths'
import { createSettings } from '#cli/settings/resolve'
import type { Settings } from '#cli/settings/settings'
import { styleOf } from '#cli/style'
import { fail } from '#domain/errors'

const { env } = process
const commands: ReadonlyMap<string, AnyCommand> = new Map(Object.entries(all))

export async function dispatch(argv: readonly string[], compose: Compose): Promise<void> {
  surviveLostStreams()
  let found: Scan | undefined
  try {
    found = scan(argv)
    if (found.words.length === 0 && found.unknown.length === 0) await begin(found)
    else if (found.words.length === 0 && found.wantsHelp) print((await helpOf(undefined)) ?? '')
    else {
      const call = await callOf(argv, found)
      if (call !== undefined) await runCall({ argv, call, flags: found.flags, compose, helpOf })
    }
  } catch (error) {
    await complain(error, found)
  }
}

const print = (text: string): void => {
  if (!writeTo('stdout', text)) writeTo('stderr', `The text could not be written: ${lostReason()}.\n`)
}

/** Only the chosen command is made ready; the other names are there for suggestions. */
async function callOf(argv: readonly string[], { words }: Scan): Promise<Call | undefined> {
  const chosen = commands.get(words[0] ?? '')
  return parse(argv, { names: [...commands.keys()], loaded: chosen === undefined ? [] : [chosen] }, print)
}

/** Help of everything, or of one command; `undefined` where there is no such command. */
async function helpOf(name: string | undefined): Promise<string | undefined> {
  if (name === undefined) {
    const { rootHelp } = await import('#cli/help/root')
    return rootHelp([...commands.values()])
  }
  const command = commands.get(name)
  if (command === undefined) return undefined
  let text = ''
  try {
    parse([name, '--help'], { names: [], loaded: [command] }, (help) => {
      text += help
    })
  } catch (error) {
    if (!isUsageError(error)) throw error
  }
  return text
}

/** The first screen: a broken config file must not hide how to begin. */
async function begin({ flags }: Scan): Promise<void> {
  const { firstScreenLines } = await import('#cli/help/first-screen')
  const file = readConfig(configPath(flags.get('config')?.[0], env))
  const settings = createSettings({ flags, env, file })
  const style = await styleOf(settings, env)
  const out = createOut('start', style, { run: facts('local'), telling: telling(settings, false) })
  const names = [...commands.keys()]
  out.result({ data: { commands: names }, lines: firstScreenLines(settings, names) })
  if (lostReason() !== undefined) throw fail('RESULT_NOT_WRITTEN', { reason: lostReason() ?? '', id: undefined })
}

/** A failure before the settings stand: told by the flags and variables alone, where those are right. */
async function complain(error: unknown, found: Scan | undefined): Promise<void> {
  const failure = isUsageError(error) ? usageFailure(error, found?.words ?? []) : asFailure(error)
  if (failure === undefined) return
  const settings = settingsWithoutFile(found)
  const context = { run: facts('local'), telling: telling(settings, false) }
  createOut(found?.words[0] ?? 'swapline', await styleOf(settings, env), context).failed(failure)
  process.exitCode = failure.exit
}

function settingsWithoutFile(found: Scan | undefined): Settings {
  const file = emptyConfig('')
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
