/** What `swapline` prints without arguments: how to begin. It names only existing commands, and contacts no network. */
import type { Screen } from '#cli/out/screen'
import type { Settings } from '#cli/settings/settings'
import { version } from '#cli/version'

type Entry = readonly [command: string, example: string]

const tradeEntries: readonly Entry[] = [
  ['quote', 'quote 10 ETH USDC'],
  ['approve', 'approve <quote>'],
  ['swap', 'swap <quote>'],
  ['swap', 'swap 10 ETH USDC --dry-run'],
]
const lookEntries: readonly Entry[] = [
  ['status', 'status <swap or tx> --watch'],
  ['distributions', 'distributions <quote>'],
  ['networks', 'networks --check'],
  ['balances', 'balances'],
]
const scriptEntries: readonly Entry[] = [
  ['quote', '<command> -o json'],
  ['schema', 'schema quote'],
]
const settingEntries: readonly Entry[] = [
  ['config', 'config list'],
  ['wallet', 'wallet list'],
]

export function firstScreenLines(
  settings: Settings,
  commands: readonly string[],
): (screen: Screen) => readonly string[] {
  const there = (entries: readonly Entry[]): readonly string[] =>
    entries.filter(([command]) => commands.includes(command)).map(([, example]) => example)

  return ({ paint }) => [
    `${paint.bold(`swapline ${version}`)} · swap tokens at the best on-chain route, from your terminal`,
    '',
    ...(commands.includes('demo')
      ? [
          '  Try it now, no funds, no keys, no internet:',
          `    ${paint.next('swapline demo')}                          full swap on a built-in chain (~10 s)`,
          '',
        ]
      : []),
    ...joinColumns(['Trade', ...there(tradeEntries)], ['Look', ...there(lookEntries)]),
    '',
    ...joinColumns(['Scripts', ...there(scriptEntries)], ['Settings', ...there(settingEntries)]),
    '',
    settingLine('Account', settings.get('account'), 'swapline wallet new', paint.next),
    settingLine('Network', settings.get('network'), 'swapline config set network ethereum', paint.next),
    `  Docs     ${paint.next('swapline help quickstart')} · exit codes: ${paint.next('swapline help exit-codes')}`,
  ]
}

/** Two lists side by side, each under its title. */
function joinColumns(left: readonly string[], right: readonly string[]): readonly string[] {
  if (left.length + right.length === 2) return []
  return Array.from({ length: Math.max(left.length, right.length) }, (_, i) => {
    const indent = i === 0 ? '  ' : '    '
    return `${`${indent}${left[i] ?? ''}`.padEnd(43)}${indent.slice(2)}${right[i] ?? ''}`.trimEnd()
  })
}

const settingLine = (
  title: string,
  value: string | undefined,
  remedy: string,
  next: (text: string) => string,
): string => (value === undefined ? `  ${title}  none chosen     → ${next(remedy)}` : `  ${title}  ${value}`)
