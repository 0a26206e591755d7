/** Runs one command: its settings, its tools, its words, and the end of it. */

import { createPrompts } from '#cli/ask'
import { systemClock } from '#cli/clock'
import { checkWritten, unlessRunDry } from '#cli/command-end'
import type { Compose } from '#cli/context'
import { createContext } from '#cli/create-context'
import { wordsOf } from '#cli/define-command'
import { facts, telling } from '#cli/facts'
import { complete, equivalent, inputOf } from '#cli/input'
import { type Watch, watchInterruptions } from '#cli/interruption'
import { asFailure } from '#cli/out/failure'
import { createOut, type RunningOut } from '#cli/out/out'
import { type Call, settingFlags } from '#cli/program'
import { scrub, secretsOf } from '#cli/scrub'
import { createSecrets } from '#cli/secrets'
import { type ConfigFile, emptyConfig, readConfig } from '#cli/settings/config-file'
import { configPath } from '#cli/settings/paths'
import { createSettings, type Flags } from '#cli/settings/resolve'
import type { Settings } from '#cli/settings/settings'
import { styleOf } from '#cli/style'
import { version } from '#cli/version'
import { fail, SwapError } from '#domain/errors'
import type { Trader } from '#domain/trader'
import { allNetworks } from '#networks/find'

const { env } = process

export interface Job {
  readonly argv: readonly string[]
  readonly call: Call
  readonly flags: Flags
  readonly compose: Compose
  readonly helpOf: (name: string | undefined) => Promise<string | undefined>
}

/** @throws what the settings say wrongly; every later failure is told here and sets the exit status */
export async function runCall(job: Job): Promise<void> {
  const { command } = job.call
  const { SWAPLINE_CONFIG } = env
  const file = readConfigFor(job, configPath(job.flags.get('config')?.[0] ?? SWAPLINE_CONFIG, env))
  const flags = settingFlags(job.flags, job.call)
  const settings = createSettings({ flags, env, file })
  const out = createOut(command.name, await styleOf(settings, env), {
    run: facts(settings.get('service.url')),
    telling: telling(settings, command.sends === true),
  })
  if (file.loose) out.note(({ paint }) => [paint.warn(`Others can change ${file.path}: chmod 600 ${file.path}`)])

  let trader: (() => Promise<Trader>) | undefined
  const watch = watchInterruptions({
    stop: (error) => {
      out.failed(error)
      process.exit(error.exit)
    },
    outcome: async (id, cause) => (trader === undefined ? cause : (await trader()).outcome(id, cause)),
  })
  const tools = { file, flags, settings, out, watch, made: (make: () => Promise<Trader>) => (trader = make) }
  const failure = await unlessRunDry(out, work(job, tools)).then(
    () => undefined,
    (error: unknown) => asFailure(error),
  )
  if (watch.isStopping()) return never // the end from outside tells how it ends
  if (failure !== undefined) out.failed(failure)
  process.exitCode = failure?.exit ?? out.exit()
  watch.end()
  // All is said, and only requests that nobody waits for any more keep it alive: a signal must not change the status.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit())
}

const never = new Promise<never>(() => undefined)

interface Tools {
  readonly file: ConfigFile
  readonly flags: Flags
  readonly settings: Settings
  readonly out: RunningOut
  readonly watch: Watch
  /** Is told how the journal's keeper is made. */
  readonly made: (make: () => Promise<Trader>) => void
}

async function work(job: Job, { file, flags, settings: said, out, watch, made }: Tools): Promise<void> {
  const { argv, call, compose, helpOf } = job
  checkForm(call, said.get('output.format'))
  if (said.profile !== 'default' && !file.profiles.has(said.profile) && !call.command.mendsConfig)
    throw fail('CONFIG_KEY_UNKNOWN', { key: `profiles.${said.profile}` })
  const prompts = createPrompts({
    possible: process.stdin.isTTY === true && process.stderr.isTTY === true && said.get('prompts.enabled'),
    yes: said.get('yes'),
    thinking: watch.thinking,
  })
  const known = { network: said.get('network'), networks: tradableNetworks }
  const completed = await complete(call, known, prompts)
  if (completed.asked)
    out.note(({ paint }) => [`  Without questions: ${paint.next(equivalent(argv, call, completed))}`])
  const input = inputOf(call, completed.words)

  const network = call.command.networkOf?.(input) ?? completed.network
  // A network that was asked for, or named by an argument, counts like one given by flag.
  const settings =
    network === undefined || network === known.network
      ? said
      : createSettings({ flags: new Map(flags).set('network', [network]), env, file })
  const secrets = createSecrets({ settings, env, prompts, readInput })
  const log = (line: string): void => {
    if (settings.get('log.level') === 'debug') out.note(({ paint }) => [paint.dim(scrub(line, secretsOf(env)))])
  }
  const own = { settings, out, prompts, secrets, env, version, network, clock: systemClock, interruption: watch }
  const { isStopping } = watch
  const { context, close } = createContext({ ...own, log, compose, helpOf, readInput, isStopping })
  made(context.trader)
  if (!goesOn(settings, call, input)) watch.limit(settings.get('timeout'))
  try {
    await unlessRunDry(out, call.command.run(context, input))
    checkWritten(out)
  } catch (error) {
    throw await watch.outcome(asFailure(error)) // while the journal is open
  } finally {
    if (!isStopping()) await close()
  }
}

/** Who watches or serves goes on until Ctrl-C, unless a time limit was really asked for. */
function goesOn(settings: Settings, { command }: Call, input: { readonly watch?: unknown }): boolean {
  const [first] = settings.said('timeout')
  return (command.endless === true || Boolean(input.watch)) && first?.origin.source === 'built-in'
}

/** Found out before anything is done: a swap must not end in a complaint about its form. */
function checkForm({ command }: Call, format: ReturnType<Settings['get']>): void {
  if ((format === 'csv' || format === 'api') && !command.forms?.includes(format))
    throw fail('USAGE', { reason: `${wordsOf(command)} has no ${format} form.`, fix: 'use -o json' })
}

/** Commands that mend the file must run while it is broken. */
function readConfigFor({ call }: Job, path: string): ConfigFile {
  try {
    return readConfig(path)
  } catch (error) {
    if (call.command.mendsConfig && error instanceof SwapError) return emptyConfig(path)
    throw error
  }
}

async function tradableNetworks(): Promise<readonly string[]> {
  return allNetworks().flatMap(({ name, entry }) => (entry === undefined ? [] : [name]))
}

async function readInput(): Promise<string> {
  const { text } = await import('node:stream/consumers')
  return text(process.stdin)
}
