/**
 * What `swapline` prints without arguments: how to begin. Every example works as typed, from the first on; it names only
 * existing commands, and contacts no network.
 */
import type { Screen } from '#cli/out/screen'
import type { Settings } from '#cli/settings/settings'
import { version } from '#cli/version'

type Entry = readonly [command: string, example: string]

/** Columns of the left of two lists. */
const leftColumns = 48
/** The narrowest terminal with two lists side by side. */
const minColumnsForTwo = 80

const listTradeEntries = (place: string): readonly Entry[] => [
  ['quote', `quote 10 ETH USDC${place}`],
  ['swap', `swap last${place} --dry-run`],
  ['swap', `swap last${place}`],
  ['approve', `approve USDC 100${place}`],
]
const listLookEntries = (place: string): readonly Entry[] => [
  ['status', 'status last'],
  ['distributions', 'distributions last'],
  ['networks', 'networks --check'],
  ['balances', `balances${place}`],
]
const listScriptEntries = (place: string): readonly Entry[] => [
  ['quote', `quote 1 ETH USDC${place} --json`],
  ['schema', 'schema quote'],
]
const supportEntries: readonly Entry[] = [
  ['explain', 'explain last'],
  ['bundle', 'bundle create last'],
]
const settingEntries: readonly Entry[] = [
  ['config', 'config list'],
  ['wallet', 'wallet list'],
]

export function firstScreenLines(
  settings: Pick<Settings, 'get'>,
  commands: readonly string[],
): (screen: Screen) => readonly string[] {
  const place = settings.get('network') === undefined ? ' -n sandbox' : ''
  const list = (title: string, entries: readonly Entry[]): readonly string[] => [
    title,
    ...entries.filter(([command]) => commands.includes(command)).map(([, example]) => `swapline ${example}`),
  ]

  return ({ paint, width }) => [
    `${paint.bold(`swapline ${version}`)} · swap tokens at the best on-chain route, from your terminal`,
    '',
    ...(commands.includes('demo')
      ? [
          '  Try it now, no funds, no keys, no internet:',
          `    ${paint.next('swapline demo')}    full swaps on a built-in chain (~10 s)`,
          '',
        ]
      : []),
    ...joinColumns(list('Trade', listTradeEntries(place)), list('Look', listLookEntries(place)), width),
    '',
    ...joinColumns(list('Scripts', listScriptEntries(place)), list('Settings', settingEntries), width),
    '',
    ...joinColumns(list('Support', supportEntries), [], width),
    '',
    settingLine('Account', settings.get('account'), 'swapline wallet new main', paint.next),
    settingLine('Network', settings.get('network'), 'swapline config set network ethereum', paint.next),
    `  Docs     ${paint.next('swapline help quickstart')} · exit codes: ${paint.next('swapline help exit-codes')}`,
  ]
}

/** Two lists side by side where there is space, each under its title; else one below the other. */
function joinColumns(left: readonly string[], right: readonly string[], width: number): readonly string[] {
  const indent = (i: number): string => (i === 0 ? '  ' : '    ')
  if (width < minColumnsForTwo)
    return [left, right]
      .filter(({ length }) => length > 1)
      .flatMap((list, n) => [...(n === 0 ? [] : ['']), ...list.map((text, i) => indent(i) + text)])
  return Array.from({ length: Math.max(left.length, right.length) }, (_, i) =>
    `${`${indent(i)}${left[i] ?? ''}`.padEnd(leftColumns)}${indent(i)}${right[i] ?? ''}`.trimEnd(),
  )
}

const settingLine = (
  title: string,
  value: string | undefined,
  remedy: string,
  next: (text: string) => string,
): string => (value === undefined ? `  ${title}  none chosen → ${next(remedy)}` : `  ${title}  ${value}`)
