/** Words to values, each by its own parser; what is missing is asked for, or named all at once. */
import { type CommandFile, type Option, type Switch, wordsOf } from '#cli/define-command'
import { type Call, usageOf } from '#cli/program'
import type { Prompts } from '#cli/prompts'
import { reasonOf } from '#cli/settings/config-file'
import { fail, isFailure } from '#domain/errors'

type Values = { readonly [name: string]: unknown }

/** The words that are there, completed by asking. */
export interface Completed {
  readonly words: readonly string[]
  readonly network: string | undefined
  readonly asked: boolean
}

export interface Known {
  readonly network: string | undefined
  /** Names a network can be chosen from. */
  readonly networks: () => Promise<readonly string[]>
}

/** @throws `USAGE` naming everything that is missing, where nobody can be asked */
export async function complete(call: Call, known: Known, prompts: Prompts): Promise<Completed> {
  const missing = missingArguments(call)
  const noNetwork = call.command.onNetwork === true && known.network === undefined
  if (missing.length === 0 && !noNetwork) return { words: call.words, network: known.network, asked: false }
  if (!prompts.possible || missing.some(({ ask }) => ask === undefined)) throw missingFailure(call, missing, noNetwork)

  const answers: string[] = []
  for (const { ask = '' } of missing) answers.push(await prompts.text(ask))
  const network = noNetwork ? await askNetwork(known, prompts) : known.network
  return { words: [...call.words, ...answers], network, asked: true }
}

async function askNetwork(known: Known, prompts: Prompts): Promise<string> {
  const names = await known.networks()
  return prompts.select(
    'Which network?',
    names.map((name) => ({ name, value: name })),
  )
}

const missingArguments = ({ command, words }: Call) =>
  Object.entries(command.arguments)
    .slice(words.length)
    .filter(([, { optional, rest }]) => !optional && !rest)
    .map(([name, { ask }]) => ({ name, ask }))

function missingFailure(
  { command }: Call,
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

/** @throws what the parsers throw, with the argument's or flag's name where their words lack it */
export function inputOf(call: Call, words: readonly string[]): Values {
  const entries: (readonly [string, unknown])[] = []
  for (const [i, [name, spec]] of Object.entries(call.command.arguments).entries()) {
    const given = spec.rest ? words.slice(i) : words[i]
    entries.push([name, given === undefined ? undefined : read(`<${name}>`, spec.parse, given)])
  }
  for (const [key, spec] of Object.entries(call.command.options)) entries.push([key, optionValue(call, key, spec)])
  return Object.fromEntries(entries)
}

function optionValue(call: Call, key: string, spec: CommandFile['options'][string]): unknown {
  if (!hasValue(spec)) return call.options.has(key)
  const said = call.options.get(key)
  if (typeof said === 'string') return read(spec.flag, spec.parse, said)
  if (Array.isArray(said)) return read(spec.flag, spec.parse, said)
  if (spec.repeat) return []
  return spec.fallback === undefined ? undefined : spec.parse(spec.fallback)
}

const hasValue = (spec: Option<unknown> | Switch): spec is Option<unknown> => 'parse' in spec

function read(name: string, parse: (text: string) => unknown, given: string | readonly string[]): unknown {
  try {
    return typeof given === 'string' ? parse(given) : given.map((word) => parse(word))
  } catch (error) {
    if (!isFailure(error, 'VALIDATION_FAILED')) throw error
    throw fail('USAGE', { reason: `${name}: ${reasonOf(error)}.` })
  }
}

/** The command that does the same without a question, ready to paste. */
export function equivalent(argv: readonly string[], call: Call, completed: Completed): string {
  const added = completed.words.slice(call.words.length)
  const network = argv.some((word) => /^(-n|--network)/.test(word)) || completed.network === undefined
  return ['swapline', ...argv, ...added, ...(network ? [] : ['-n', completed.network ?? ''])].map(quoted).join(' ')
}

const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)
