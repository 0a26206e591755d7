/** Runs one command: resolves its settings, tools and words, and ends it. */

import { existsSync } from 'node:fs'
import type { Compose } from '#cli/context'
import { wordsOf } from '#cli/define-command'
import { toFailure } from '#cli/out/failure'
import { createOut, type RunningOut } from '#cli/out/out'
import { sanitize } from '#cli/out/safe-text'
import { type ConfigFile, createEmptyConfig, readConfig } from '#cli/settings/config-file'
import { findUnreadVariables } from '#cli/settings/environment'
import { resolveConfigPath } from '#cli/settings/paths'
import { createSettings, type Flags } from '#cli/settings/resolve'
import type { Settings } from '#cli/settings/settings'
import { awaitCommand, checkResultWritten } from '#cli/start/await-command'
import { type ContextTools, createContext } from '#cli/start/create-context'
import { completeCall, formatEquivalent, parseInput } from '#cli/start/input'
import { type InterruptionWatch, watchInterruptions } from '#cli/start/interruption'
import { createStyle } from '#cli/start/output-style'
import { withOwnHelp } from '#cli/start/own-help'
import { type CommandCall, isAttachedProfile, mergeSettingFlags } from '#cli/start/program'
import { createFailureOptions, createRunFacts } from '#cli/start/run-facts'
import { createRunLog, type RunLog } from '#cli/start/run-log'
import { createPrompts } from '#cli/talk/create-prompts'
import type { Prompts } from '#cli/talk/prompts'
import { type CommandSecrets, createSecrets } from '#cli/talk/secrets'
import { version } from '#cli/version'
import { fail, isFailure, leaveUnasked, SwapError } from '#domain/errors'
import { findNearest } from '#domain/failures/find-nearest'
import type { Trader } from '#domain/trade/trader'
import { allNetworks } from '#networks/find'
import { systemClock } from '#system/clock'

const { env } = process

export interface CommandRun {
  readonly argv: readonly string[]
  readonly call: CommandCall
  readonly flags: Flags
  readonly compose: Compose
  readonly helpOf: (name: string | undefined) => Promise<string | undefined>
}

/** @throws for invalid settings; every later failure is printed here and sets the exit status */
export async function runCommand(job: CommandRun): Promise<void> {
  const { command } = job.call
  const { SWAPLINE_CONFIG } = env
  const file = readConfigFor(job, job.flags.get('config')?.[0] ?? (SWAPLINE_CONFIG || undefined))
  const flags = mergeSettingFlags(job.flags, job.call)
  const settings = createSettings({ flags, env, file })
  readNeeded(settings)
  const out = createOut(command.name, await createStyle(settings, env), {
    run: createRunFacts(settings.get('service.url')),
    telling: createFailureOptions(settings, canSend(job.call)),
  })
  if (file.isWritableByOthers)
    out.note(({ paint }) => [paint.warn(`Others can change ${file.path}: chmod 600 ${file.path}`)])
  noteUnreadVariables(out)

  const log = createRunLog({
    settings,
    out,
    command: command.name,
    env,
    isEndless: command.endless === true,
  })
  let trader: (() => Promise<Trader>) | undefined
  const watch = watchInterruptions({
    stop: (error) => {
      out.printFailure(error)
      log.end(error.exit, error.code)
      process.exit(error.exit)
    },
    outcome: async (id, cause) => (trader === undefined ? cause : (await trader()).outcome(id, cause)),
  })
  const tools = {
    file,
    flags,
    settings,
    out,
    watch,
    log,
    onTraderMade: (make: () => Promise<Trader>) => (trader = make),
  }
  const failure = await awaitCommand(out, executeCall(job, tools)).then(
    () => undefined,
    (error: unknown) => withOwnHelp(toFailure(error), wordsOf(command)),
  )
  if (watch.isStopping()) return neverSettles // the termination handler reports how it ends
  if (failure !== undefined) out.printFailure(failure)
  process.exitCode = failure?.exit ?? out.exitCode()
  log.end(failure?.exit ?? out.exitCode(), failure?.code)
  watch.stopWatching()
  // Everything is printed, and only abandoned requests keep the process alive: neither a signal nor how one of them fails
  // may change the status.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit())
  for (const uncaught of ['unhandledRejection', 'uncaughtException'] as const) process.on(uncaught, () => undefined)
}

/** What every run reads before its command does: one that cannot be read is refused with the other invalid settings. */
function readNeeded(settings: Settings): void {
  for (const name of ['network', 'timeout', 'yes', 'prompts.enabled'] as const) settings.get(name)
}

const canSend = ({ command: { sends = [] }, options }: CommandCall): boolean =>
  sends === true || sends.some((name) => options.has(name))

/** A setting that does not arrive must not go unnoticed: it may be a limit. */
function noteUnreadVariables(out: RunningOut): void {
  const unread = findUnreadVariables(env)
  if (unread.length === 0) return
  const hint = (nearest: string | undefined): string =>
    nearest === undefined ? 'swapline help environment' : `did you mean ${nearest}?`
  out.note(({ paint }) =>
    unread.map(({ name, nearest }) => paint.warn(`Nothing reads ${sanitize(name)}: ${hint(nearest)}`)),
  )
}

const neverSettles = new Promise<never>(() => undefined)

interface RunTools {
  readonly file: ConfigFile
  readonly flags: Flags
  readonly settings: Settings
  readonly out: RunningOut
  readonly watch: InterruptionWatch
  readonly log: RunLog
  /** Receives the function that creates the trader, which owns the journal. */
  readonly onTraderMade: (make: () => Promise<Trader>) => void
}

async function executeCall(job: CommandRun, tools: RunTools): Promise<void> {
  const { call } = job
  const { file, flags, settings: said, out, watch, onTraderMade: made } = tools
  const prompts = createPrompts({
    // standard input last: to look at it opens it
    canAsk: said.get('prompts.enabled') && process.stderr.isTTY === true && process.stdin.isTTY === true,
    yes: said.get('yes'),
    pauseTimeLimit: watch.pauseTimeLimit,
  })
  const { input, network } = await readCall(job, tools, prompts)

  // A network that was prompted for, or named by an argument, counts like one given by flag.
  const settings =
    network === undefined || network === said.get('network')
      ? said
      : createSettings({ flags: new Map(flags).set('network', [network]), env, file })
  const { context, secrets, close } = openContext(job, tools, { settings, prompts, network })
  made(context.trader)
  if (!isOpenEnded(settings, call, input)) watch.startTimeLimit(settings.get('timeout'))
  try {
    await awaitCommand(out, call.command.run(context, input))
    checkResultWritten(out)
  } catch (error) {
    throw await watch.resolveFailure(withPasswordSource(toFailure(error), secrets)) // while the journal is open
  } finally {
    if (!watch.isStopping()) await close()
  }
}

interface ReadCall {
  readonly input: ReturnType<typeof parseInput>
  readonly network: string | undefined
}

/** A call whose words cannot be read may be an earlier one with a slip: what that one signed is named, and not denied. */
async function readCall(job: CommandRun, tools: RunTools, prompts: Prompts): Promise<ReadCall> {
  const { nameEarlier } = job.call.command
  const { settings, watch, onTraderMade: made } = tools
  if (nameEarlier === undefined) return readWords(job, tools, prompts).catch(refuseUnasked)
  const { context, close } = openContext(job, tools, { settings, prompts, network: settings.get('network') })
  made(context.trader)
  nameEarlier(context, job.call)
  try {
    const read = await readWords(job, tools, prompts)
    watch.setConclusion(async (cause) => leaveUnasked(cause)) // until the command says what it is about
    return read
  } catch (error) {
    throw await watch.resolveFailure(toFailure(error))
  } finally {
    if (!watch.isStopping()) await close()
  }
}

function refuseUnasked(error: unknown): never {
  throw leaveUnasked(toFailure(error))
}

async function readWords({ argv, call }: CommandRun, tools: RunTools, prompts: Prompts): Promise<ReadCall> {
  const { file, settings, out } = tools
  checkFormat(call, settings.get('output.format'))
  const { profile } = settings
  if (profile !== 'default' && !file.profiles.has(profile) && !call.command.toleratesBadConfig)
    throw fail('PROFILE_NOT_FOUND', {
      ...(isAttachedProfile(argv, profile) ? {} : { name: profile }),
      nearest: findNearest(profile, [...file.profiles.keys()])[0],
    })
  const known = { network: settings.get('network'), listNetworks: listTradableNetworks }
  const completed = await completeCall(call, known, prompts)
  if (completed.wasAsked)
    out.note(({ paint }) => [`  Without questions: ${paint.next(formatEquivalent(argv, call, completed))}`])
  const input = parseInput(call, completed.words)
  return { input, network: call.command.networkOf?.(input) ?? completed.network }
}

/** Nothing of it is made before it is asked for. */
function openContext(
  { call, compose, helpOf }: CommandRun,
  { out, watch, log }: RunTools,
  { settings, prompts, network }: Pick<ContextTools, 'settings' | 'prompts' | 'network'>,
) {
  const secrets = createSecrets({ settings, env, prompts, readStdin })
  const typedOptions = new Set(call.options.keys())
  const own = { settings, out, prompts, secrets, env, version, typedOptions, network, clock: systemClock }
  const tracing = { log: log.write, verbosity: log.verbosity }
  const { isStopping } = watch
  const rest = { interruption: watch, compose, getHelp: helpOf, readStdin, isStopping }
  return { ...createContext({ ...own, ...tracing, ...rest }), secrets }
}

/** Says where a wrong password came from: what was not typed cannot be typed again. */
function withPasswordSource(failure: SwapError, secrets: CommandSecrets): SwapError {
  if (!isFailure(failure, 'PASSWORD_WRONG')) return failure
  return fail('PASSWORD_WRONG', { ...failure.details, source: secrets.getSource() }, failure.context)
}

/** A command that watches or serves runs until Ctrl-C, unless a time limit was explicitly requested. */
function isOpenEnded(settings: Settings, { command }: CommandCall, input: { readonly watch?: unknown }): boolean {
  const [first] = settings.getSources('timeout')
  return (command.endless === true || Boolean(input.watch)) && first?.origin.source === 'built-in'
}

/** Checked before anything is done: a swap must not end in an error about its format. */
function checkFormat({ command }: CommandCall, format: ReturnType<Settings['get']>): void {
  if ((format === 'csv' || format === 'api') && !command.forms?.includes(format))
    throw fail('USAGE', { reason: `${wordsOf(command)} has no ${format} form.`, fix: 'use -o json' })
}

/**
 * Commands that repair or create the file must run without a good one.
 * @param chosen the user's own file: a misspelt path must not mean other limits
 */
function readConfigFor({ call }: CommandRun, chosen: string | undefined): ConfigFile {
  const path = resolveConfigPath(chosen, env)
  try {
    if (chosen !== undefined && !existsSync(path)) {
      const fix = `name a file that exists, or create it: swapline config edit --config ${path}`
      throw fail('CONFIG_INVALID', { path, reason: 'it does not exist', fix })
    }
    return readConfig(path)
  } catch (error) {
    if (call.command.toleratesBadConfig && error instanceof SwapError) return createEmptyConfig(path)
    throw error
  }
}

async function listTradableNetworks(): Promise<readonly string[]> {
  return allNetworks().flatMap(({ name, entry }) => (entry === undefined ? [] : [name]))
}

async function readStdin(): Promise<string> {
  const { text } = await import('node:stream/consumers')
  return text(process.stdin)
}
