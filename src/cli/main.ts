/** From argv to an exit status. */
import { randomUUID } from 'node:crypto'
import { createPrompts } from '#cli/ask'
import { systemClock } from '#cli/clock'
import { all } from '#cli/commands.gen'
import { createContext } from '#cli/create-context'
import type { AnyCommand } from '#cli/define-command'
import { complete, equivalent, inputOf } from '#cli/input'
import { type Watch, watchInterruptions } from '#cli/interruption'
import type { RunFacts } from '#cli/out/envelope'
import { asFailure } from '#cli/out/failure'
import { createOut, type RunningOut } from '#cli/out/out'
import { type Call, isUsageError, parse, type Scan, scan, usageFailure } from '#cli/program'
import { scrub, secretsOf } from '#cli/scrub'
import { createSecrets } from '#cli/secrets'
import { emptyConfig, readConfig } from '#cli/settings/config-file'
import { configPath } from '#cli/settings/paths'
import { createSettings } from '#cli/settings/resolve'
import type { Settings } from '#cli/settings/settings'
import { styleOf, surviveClosedPipes } from '#cli/style'
import { version } from '#cli/version'
import { fail, SwapError } from '#domain/errors'

const env = process.env
const loaders: ReadonlyMap<string, () => Promise<AnyCommand>> = new Map(Object.entries(all))

export async function main(argv: readonly string[]): Promise<void> {
  surviveClosedPipes()
  if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) return print(`${version}\n`)
  let found: Scan | undefined
  try {
    found = scan(argv)
    if (found.words.length === 0 && !found.wantsHelp && argv.every((word) => !word.startsWith('-')))
      return await firstScreen()
    const call = parse(argv, { names: [...loaders.keys()], loaded: await loadFor(found) }, print)
    if (call !== undefined) await run(argv, call, found)
  } catch (error) {
    await complain(error, found)
  }
}

const print = (text: string): void => void process.stdout.write(text)

async function firstScreen(): Promise<void> {
  const { firstScreenLines } = await import('#cli/first-screen')
  const settings = createSettings({ flags: new Map(), env, file: readConfig(configPath(undefined, env)) })
  const out = createOut('start', await styleOf(settings, env), {
    run: facts('local'),
    telling: tellingOf(settings, false),
  })
  out.result({
    data: { version, commands: [...loaders.keys()] },
    lines: firstScreenLines(settings, [...loaders.keys()]),
  })
}

/** Only the chosen command's file; all of them where the list of commands is asked for. */
async function loadFor({ words, wantsHelp }: Scan): Promise<readonly AnyCommand[]> {
  const chosen = loaders.get(words[0] ?? '')
  if (chosen !== undefined) return [await chosen()]
  return wantsHelp && words.length === 0 ? Promise.all([...loaders.values()].map((load) => load())) : []
}

async function run(argv: readonly string[], call: Call, { flags }: Scan): Promise<void> {
  const file = readConfigFor(call, configPath(flags.get('config')?.[0] ?? env['SWAPLINE_CONFIG'], env))
  const settings = createSettings({ flags, env, file })
  const telling = tellingOf(settings, call.command.sends === true)
  const style = await styleOf(settings, env)
  const out = createOut(call.command.name, style, { run: facts(settings.get('service.url')), telling })
  if (file.loose) out.note(({ paint }) => [paint.warn(`${file.path} can be changed by others: chmod 600 ${file.path}`)])

  const watch = watchInterruptions((error) => {
    out.failed(error)
    process.exit(error.exit)
  })
  try {
    await runCommand({ argv, call, settings, out, watch })
  } catch (error) {
    const failure = asFailure(error)
    out.failed(failure)
    process.exitCode = failure.exit
  } finally {
    watch.end()
  }
}

interface Running {
  readonly argv: readonly string[]
  readonly call: Call
  readonly settings: Settings
  readonly out: RunningOut
  readonly watch: Watch
}

async function runCommand({ argv, call, settings, out, watch }: Running): Promise<void> {
  const { command } = call
  const format = settings.get('output.format')
  if ((format === 'csv' || format === 'api') && !command.forms?.includes(format))
    throw fail('USAGE', { reason: `${command.name} has no ${format} form.`, fix: 'use -o json' })
  const prompts = createPrompts({
    possible: process.stdin.isTTY === true && process.stderr.isTTY === true && settings.get('prompts.enabled'),
    yes: settings.get('yes'),
    thinking: watch.thinking,
  })
  const known = { network: settings.get('network'), networks: tradableNetworks }
  const completed = await complete(call, known, prompts)
  if (completed.asked)
    out.note(({ paint }) => [`  Without questions: ${paint.next(equivalent(argv, call, completed))}`])
  const input = inputOf(call, completed.words)

  const { context, close } = createContext({
    settings,
    out,
    prompts,
    env,
    version,
    clock: systemClock,
    interruption: watch,
    network: completed.network,
    secrets: createSecrets({ settings, env, prompts, readInput }),
    compose: async () => (await import('#compose')).compose,
    log(line) {
      if (settings.get('log.level') === 'debug') out.note(({ paint }) => [paint.dim(scrub(line, secretsOf(env)))])
    },
  })
  watch.limit(settings.get('timeout'))
  try {
    await command.run(context, input)
  } finally {
    await close()
  }
}

/** Commands that mend the file must run while it is broken. */
function readConfigFor(call: Call, path: string) {
  try {
    return readConfig(path)
  } catch (error) {
    if (call.command.mendsConfig && error instanceof SwapError) return emptyConfig(path)
    throw error
  }
}

/** A failure before the settings stand: told by the flags and variables alone, where those are right. */
async function complain(error: unknown, found: Scan | undefined): Promise<void> {
  const failure = isUsageError(error) ? usageFailure(error, found?.words ?? []) : asFailure(error)
  if (failure === undefined) return
  const settings = settingsWithoutFile(found)
  const out = createOut(found?.words[0] ?? 'swapline', await styleOf(settings, env), {
    run: facts('local'),
    telling: tellingOf(settings, false),
  })
  out.failed(failure)
  process.exitCode = failure.exit
}

function settingsWithoutFile(found: Scan | undefined): Settings {
  const file = emptyConfig('')
  try {
    const settings = createSettings({ flags: found?.flags ?? new Map(), env, file })
    settings.get('output.format')
    settings.get('output.color')
    settings.get('output.unicode')
    return settings
  } catch {
    return createSettings({ flags: new Map(), env: {}, file })
  }
}

const tellingOf = (settings: Settings, sends: boolean) => ({
  secrets: secretsOf(env),
  sends,
  causes: settings.get('log.level') === 'debug',
})

function facts(service: string): RunFacts {
  const started = performance.now()
  return { version, service, requestId: randomUUID(), durationMs: () => Math.round(performance.now() - started) }
}

async function tradableNetworks(): Promise<readonly string[]> {
  const { allNetworks } = await import('#networks/find')
  return allNetworks().flatMap(({ name, entry }) => (entry === undefined ? [] : [name]))
}

async function readInput(): Promise<string> {
  const { text } = await import('node:stream/consumers')
  return text(process.stdin)
}
