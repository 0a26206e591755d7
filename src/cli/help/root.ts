/** `swapline --help`: every command in its group, then the flags that all of them take. */
import { Command } from 'commander'
import type { AnyCommand, HelpGroup } from '#cli/define-command'
import { topicNames } from '#cli/help/topics'
import { addGlobalFlags } from '#cli/settings/flags'

const order: readonly HelpGroup[] = ['Trade', 'Look', 'Accounts and settings', 'Sandbox', 'More']

export function rootHelp(commands: readonly AnyCommand[]): string {
  const groups = order.flatMap((group) => {
    const members = commands.filter((command) => command.group === group)
    return members.length === 0
      ? []
      : [
          `${group}:`,
          ...rows(
            members.map(({ name, about }) => [name, about] as const),
            15,
          ),
          '',
        ]
  })
  const flags = addGlobalFlags(new Command()).options.map(
    ({ flags: flag, description }) => [flag, description] as const,
  )
  return [
    'swapline: swap tokens at the best on-chain route, from your terminal.',
    '',
    'Usage: swapline <command> [arguments] [options]',
    '',
    ...groups,
    'Options of every command:',
    ...rows([...flags, ['-V, --version', 'print the version'], ['-h, --help', 'help of a command']], 25),
    '',
    'More: swapline help <command or topic>',
    `Topics: ${topicNames.join(', ')}`,
    '',
  ].join('\n')
}

const rows = (entries: readonly (readonly [string, string])[], width: number): readonly string[] =>
  entries.map(([name, about]) => `  ${name.padEnd(width)}${name.length < width ? '' : ' '}${about}`)
