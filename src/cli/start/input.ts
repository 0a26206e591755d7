/** Parses words to values, each by its own parser; prompts for missing words, or names them all at once. */
import { type CommandFile, type Option, type Switch, wordsOf } from '#cli/define-command'
import { reasonOf } from '#cli/settings/config-file'
import { type CommandCall, usageOf } from '#cli/start/program'
import type { Prompts } from '#cli/talk/prompts'
import { fail, isFailure } from '#domain/errors'

type Values = { readonly [name: string]: unknown }

/** The given words, completed by prompts. */
export interface CompletedCall {
  readonly words: readonly string[]
  readonly network: string | undefined
  readonly wasAsked: boolean
}

export interface NetworkChoice {
  readonly network: string | undefined
  /** Names of the networks to choose from. */
  readonly listNetworks: () => Promise<readonly string[]>
}

/** @throws `USAGE` naming everything missing, if no prompt is possible */
export async function completeCall(call: CommandCall, known: NetworkChoice, prompts: Prompts): Promise<CompletedCall> {
  const missing = findMissingArguments(call)
  if (missing.length > 0 && (!prompts.canAsk || missing.some(({ ask }) => ask === undefined)))
    throw missingFailure(call, missing, isWithoutNetwork(call, call.words, known))

  const words = [...call.words]
  for (const { ask = '' } of missing) words.push(await prompts.askText(ask))
  // Without a terminal, the command says that the network is missing once it needs it.
  if (!prompts.canAsk || !isWithoutNetwork(call, words, known))
    return { words, network: known.network, wasAsked: missing.length > 0 }
  return { words, network: await askNetwork(known, prompts), wasAsked: true }
}

const isWithoutNetwork = ({ command }: CommandCall, words: readonly string[], { network }: NetworkChoice): boolean =>
  network === undefined && command.needsNetwork?.(words) === true

async function askNetwork(known: NetworkChoice, prompts: Prompts): Promise<string> {
  const names = await known.listNetworks()
  return prompts.select(
    'Which network?',
    names.map((name) => ({ name, value: name })),
  )
}

const findMissingArguments = ({ command, words }: CommandCall) =>
  Object.entries(command.arguments)
    .slice(words.length)
    .filter(([, { optional, rest }]) => !optional && !rest)
    .map(([name, { ask }]) => ({ name, ask }))

function missingFailure(
  { command }: CommandCall,
  missing: readonly { readonly name: string }[],
  noNetwork: boolean,
): ReturnType<typeof fail<'USAGE'>> {
  const names = [...missing.map(({ name }) => `<${name}>`), ...(noNetwork ? ['--network <name>'] : [])]
  const usage = `swapline ${wordsOf(command)} ${usageOf(command)}`.trim()
  return fail('USAGE', {
    reason: `Missing: ${names.join(', ')}.`,
    fix: noNetwork ? `${usage} --network <name>` : usage,
  })
}

/** @throws what the parsers throw, with the argument's or flag's name added if missing */
export function parseInput(call: CommandCall, words: readonly string[]): Values {
  const entries: (readonly [string, unknown])[] = []
  for (const [i, [name, spec]] of Object.entries(call.command.arguments).entries()) {
    const given = spec.rest ? words.slice(i) : words[i]
    entries.push([name, given === undefined ? undefined : parseValue(`<${name}>`, spec.parse, given)])
  }
  for (const [key, spec] of Object.entries(call.command.options)) entries.push([key, parseOption(call, key, spec)])
  return Object.fromEntries(entries)
}

function parseOption(call: CommandCall, key: string, spec: CommandFile['options'][string]): unknown {
  if (!hasValue(spec)) return call.options.has(key)
  const said = call.options.get(key)
  if (typeof said === 'string') return parseValue(spec.flag, spec.parse, said)
  if (Array.isArray(said)) return parseValue(spec.flag, spec.parse, said)
  if (said === true && spec.bare !== undefined) return spec.parse(spec.bare)
  if (spec.repeat) return []
  return spec.fallback === undefined ? undefined : spec.parse(spec.fallback)
}

const hasValue = (spec: Option<unknown> | Switch): spec is Option<unknown> => 'parse' in spec

function parseValue(name: string, parse: (text: string) => unknown, given: string | readonly string[]): unknown {
  try {
    return typeof given === 'string' ? parse(given) : given.map((word) => parse(word))
  } catch (error) {
    if (!isFailure(error, 'VALIDATION_FAILED')) throw error
    const isEmpty = [given].flat().some((word) => word.trim() === '')
    throw fail('USAGE', { reason: isEmpty ? `${name} is empty.` : `${name}: ${reasonOf(error)}.` })
  }
}

/** The equivalent command without prompts, ready to paste. */
export function formatEquivalent(argv: readonly string[], call: CommandCall, completed: CompletedCall): string {
  const added = completed.words.slice(call.words.length)
  const network = argv.some((word) => /^(-n|--network)/.test(word)) || completed.network === undefined
  return ['swapline', ...argv, ...added, ...(network ? [] : ['-n', completed.network ?? ''])]
    .map(quoteForShell)
    .join(' ')
}

const quoteForShell = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
