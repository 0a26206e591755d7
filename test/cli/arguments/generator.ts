/** Argument vectors from the table of commands: valid, nearly valid, and wrong in every way a shell can deliver. */
import type { CommandWords, CompletionTable, OptionWords, ValueWords } from '#cli/completion/table'

/** A random number from 0 up to 1, the same for the same seed on every machine (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Commands that are not run, and why. */
export const excludedCommands: Readonly<Record<string, string>> = {
  demo: 'it starts a chain',
  'sandbox up': 'it starts a chain',
  'sandbox reset': 'it may start a chain',
  serve: 'it listens until it is ended',
}

interface Leaf {
  readonly words: readonly string[]
  readonly command: CommandWords
}

export interface Generator {
  next(): readonly string[]
}

export function createGenerator(table: CompletionTable, random: () => number): Generator {
  const leaves = table.commands.flatMap((command) => leavesOf(command, []))
  const usable = leaves.filter(({ words }) => !Object.hasOwn(excludedCommands, words.join(' ')))
  const everyOption = [...table.options, ...leaves.flatMap(({ command }) => command.options)]

  const below = (n: number): number => Math.floor(random() * n)
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T
  const chance = (share: number): boolean => random() < share

  const values: Readonly<Record<string, readonly string[]>> = {
    network: table.networks.map(({ name }) => name),
    token: ['ETH', 'USDC', 'usdt', 'WETH', 'DAI', '0xFe9baaaef622e379EfCbCA329f471b04d03b2BAe', 'USDC@0xFe9b', '0x'],
    account: ['main', 'dev0', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'],
    quote: ['last', '7b3e91c4', '391cd96d-c4bb-453a-8ab8-2459b5a2f57c'],
    intent: ['last', 'order-17', `0x${'ab'.repeat(32)}`],
    profile: ['default', 'work'],
    setting: table.settings.map(({ name }) => name),
    'setting-value': ['1', 'true', 'base', '5000', 'json'],
    subject: [...table.topics, ...table.commands.map(({ word }) => word)],
    schema: table.schemas,
    file: ['none.json', 'dir/none', './-x'],
    folder: ['folder', './folder'],
  }
  const plain = [
    '1',
    '10',
    '1.5',
    '0.5%',
    'max',
    '50%',
    'raw:1500000',
    '90s',
    '5m',
    '0',
    '-1',
    '1e18',
    '0x10',
    'true',
    'local',
  ]
  const urls = [
    'http://127.0.0.1:1',
    'http://127.0.0.1:1/CANARY',
    'https://127.0.0.1:1',
    'http://[::1]:1',
    'ftp://x',
    '//',
  ]

  function value(words: ValueWords | undefined): string {
    const listed = [...(words?.choices ?? []), ...(words?.kinds ?? []).flatMap((kind) => values[kind] ?? [])]
    const roll = random()
    if (listed.length > 0 && roll < 0.6) return pick(listed)
    if (listed.length > 0 && roll < 0.75) return misspell(pick(listed))
    if (roll < 0.9) return chance(0.15) ? pick(urls) : pick(plain)
    return strange()
  }
  function misspell(word: string): string {
    const at = below(word.length + 1)
    const [before, after] = [word.slice(0, at), word.slice(at)]
    return pick([before + after.slice(1), `${before}${pick([...'aZ0-_.=\u00e9'])}${after}`, word.toUpperCase(), before])
  }
  /** What no command expects. No path of the machine, since some options write files. */
  function strange(): string {
    const hidden = Array.from({ length: 1 + below(12) }, () => String.fromCodePoint(below(0x24f))).join('')
    return pick([
      '',
      ' ',
      '-',
      '--',
      '---',
      '--=',
      '=',
      hidden.replaceAll('\u0000', '\u0001').replaceAll('/', '\\'),
      '\u001b[2J\u001b]0;x\u0007',
      '\u202eEVIL\u2066',
      '\ud83d\ude00',
      '\u0660\u0661',
      '__proto__',
      'constructor',
      'toString',
      '%s%n',
      '$(reboot)',
      '9'.repeat(1 + below(200)),
      'x'.repeat(below(4) === 0 ? 20_000 : 300),
      `0x${'f'.repeat(below(70))}`,
      'a'.repeat(64),
    ])
  }
  function option({ flags, value: words }: OptionWords): readonly string[] {
    const flag = chance(0.08) ? misspell(pick(flags)) : pick(flags)
    if (words === undefined) return chance(0.05) ? [`${flag}=x`] : [flag]
    if (chance(0.05)) return [flag] // its value is missing
    const said = value(words)
    return flag.startsWith('--') && chance(0.3) ? [`${flag}=${said}`] : [flag, said]
  }
  /** The words and options of a command, each a part that stays together. */
  function partsOf(command: CommandWords): readonly (readonly string[])[] {
    const given = command.arguments.flatMap((argument) =>
      chance(0.1) ? [] : Array.from({ length: argument.isRest ? below(4) : 1 }, () => [value(argument)]),
    )
    const extra = chance(0.08) ? [[chance(0.5) ? strange() : pick(plain)]] : []
    const own = Array.from({ length: command.options.length === 0 ? 0 : below(4) }, () => option(pick(command.options)))
    const ofAll = Array.from({ length: below(3) }, () => option(pick(table.options)))
    const foreign = chance(0.1) ? [option(pick(everyOption))] : []
    return [...given, ...extra, ...own, ...ofAll, ...foreign, ...(chance(0.1) ? own.slice(0, 1) : [])]
  }
  function vector(): readonly string[] {
    if (chance(0.04)) return Array.from({ length: below(5) }, () => (chance(0.5) ? strange() : pick(plain)))
    const { words, command } = pick(usable)
    const named = chance(0.05) ? words.map((word) => (chance(0.5) ? misspell(word) : word)) : words
    const parts = partsOf(command)
    const order = chance(0.3) ? parts.toSorted(() => random() - 0.5) : parts
    const rest = [...(chance(0.04) ? ['--'] : []), ...order.flat()]
    return chance(0.1) ? [...rest, ...named] : [...named, ...rest]
  }
  return {
    next() {
      for (;;) {
        const args = vector()
        if (!startsSomething(args)) return args
      }
    },
  }
}

/** Words in another order may be a command that is not run. */
function startsSomething(args: readonly string[]): boolean {
  const [first, second] = args
  if (first === 'help' || first === 'schema' || (first === 'serve' && second === 'keys')) return false
  return ['demo', 'serve', 'up', 'reset'].some((word) => args.includes(word))
}

const leavesOf = (command: CommandWords, before: readonly string[]): readonly Leaf[] => {
  const words = [...before, command.word]
  return [{ words, command }, ...command.commands.flatMap((member) => leavesOf(member, words))]
}
