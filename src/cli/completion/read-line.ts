/** Reads a half-typed command line: what is given already, and what may stand where the cursor is. Pure. */

import type { CommandWords, CompletionTable, OfferedWord, OptionWords, ValueWords } from '#cli/completion/table'

export interface LineReading {
  /** What the last word begins with. */
  readonly current: string
  /** What the shell's word has before it: `--network=`. */
  readonly before: string
  /** Words of the table that may stand here. */
  readonly words: readonly OfferedWord[]
  /** What else may stand here. */
  readonly value: ValueWords | undefined
  /** Values of settings given by options, by the setting. */
  readonly settings: ReadonlyMap<string, readonly string[]>
  /** The plain words after the command. */
  readonly operands: readonly string[]
}

interface Scan {
  readonly table: CompletionTable
  command: CommandWords | undefined
  readonly operands: string[]
  readonly given: Set<OptionWords>
  readonly settings: Map<string, string[]>
  /** The option whose value comes next. */
  awaiting: OptionWords | undefined
  optionsEnded: boolean
}

/** @param line the words after the program's name; the last one, possibly empty, is the one to complete */
export function readLine(table: CompletionTable, line: readonly string[]): LineReading {
  const scan: Scan = {
    table,
    command: undefined,
    operands: [],
    given: new Set(),
    settings: new Map(),
    awaiting: undefined,
    optionsEnded: false,
  }
  for (const word of line.slice(0, -1)) takeWord(scan, word)
  return readCurrent(scan, line.at(-1) ?? '')
}

function takeWord(scan: Scan, word: string): void {
  if (scan.awaiting !== undefined) {
    noteValue(scan, scan.awaiting, word)
    scan.awaiting = undefined
  } else if (word === '--' && !scan.optionsEnded) scan.optionsEnded = true
  else if (word.startsWith('-') && word !== '-' && !scan.optionsEnded) takeOption(scan, word)
  else takeOperand(scan, word)
}

function takeOption(scan: Scan, word: string): void {
  const [flag = '', ...rest] = word.split('=')
  const exact = findOption(scan, flag)
  // `-nbase` is `-n base`
  const option = exact ?? (/^-[^-]./.test(word) ? findOption(scan, word.slice(0, 2)) : undefined)
  if (option === undefined) return
  scan.given.add(option)
  if (option.value === undefined) return
  if (exact === undefined) noteValue(scan, option, word.slice(2))
  else if (word.includes('=')) noteValue(scan, option, rest.join('='))
  else scan.awaiting = option
}

function noteValue(scan: Scan, { setting }: OptionWords, value: string): void {
  if (setting !== undefined) scan.settings.set(setting, [...(scan.settings.get(setting) ?? []), value])
}

function takeOperand(scan: Scan, word: string): void {
  const next = scan.operands.length === 0 ? subcommandsOf(scan).find((one) => one.word === word) : undefined
  if (next === undefined) scan.operands.push(word)
  else scan.command = next
}

const subcommandsOf = ({ table, command }: Scan): readonly CommandWords[] => command?.commands ?? table.commands

const optionsOf = ({ table, command }: Scan): readonly OptionWords[] => [...(command?.options ?? []), ...table.options]

const findOption = (scan: Scan, flag: string): OptionWords | undefined =>
  optionsOf(scan).find(({ flags }) => flags.includes(flag))

function readCurrent(scan: Scan, word: string): LineReading {
  const { settings, operands } = scan
  const base = { current: word, before: '', words: [], value: undefined, settings, operands }
  if (scan.awaiting !== undefined) return { ...base, value: scan.awaiting.value }
  if (word.startsWith('-') && !scan.optionsEnded) {
    const at = word.indexOf('=')
    if (at === -1) return { ...base, words: listOptions(scan) }
    const value = findOption(scan, word.slice(0, at))?.value
    return { ...base, value, before: word.slice(0, at + 1), current: word.slice(at + 1) }
  }
  if (scan.command === undefined && operands.length > 0) return base // there is no such command
  const value = valueAt(scan)
  const commands = operands.length === 0 ? subcommandsOf(scan) : []
  const words = commands.map(({ word: name, about }) => ({ word: name, about }))
  const isAtEnd = words.length === 0 && value === undefined && word === ''
  return { ...base, words: isAtEnd ? listOptions(scan) : words, value }
}

/** What the next plain word of the command is. */
function valueAt({ command, operands }: Scan): ValueWords | undefined {
  const { arguments: listed = [] } = command ?? {}
  const last = listed.at(-1)
  return listed[operands.length] ?? (last?.isRest ? last : undefined)
}

/** Options not yet given, each by its longest spelling; those of a setting that has its value are given too. */
function listOptions(scan: Scan): readonly OfferedWord[] {
  const taken = new Set([...scan.given].flatMap(({ setting }) => setting ?? []))
  return optionsOf(scan)
    .filter((option) => option.isRepeatable || !(scan.given.has(option) || taken.has(option.setting ?? '')))
    .map(({ flags, about }) => ({ word: flags.at(-1) ?? '', about }))
}
