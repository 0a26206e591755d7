/** `swapline --help`: every command in its group, then the flags of all commands. */
import { Command } from 'commander'
import type { AnyCommand, HelpGroup } from '#cli/define-command'
import { topicNames } from '#cli/help/topics'
import { fitLines } from '#cli/screens/layout/fit'
import { addGlobalFlags } from '#cli/settings/flags'

const groupOrder: readonly HelpGroup[] = ['Trade', 'Look', 'Accounts and settings', 'Sandbox', 'More']

/** @param columns no line is wider; the build stores the text for 80 */
export function rootHelp(commands: readonly AnyCommand[], columns = 80): string {
  const groups = groupOrder.flatMap((group) => {
    const members = commands.filter((command) => command.group === group)
    return members.length === 0
      ? []
      : [
          `${group}:`,
          ...formatRows(
            members.map(({ name, about }) => [name, about] as const),
            15,
          ),
          '',
        ]
  })
  const flags = addGlobalFlags(new Command()).options.map(
    ({ flags: flag, description }) => [flag, description] as const,
  )
  const lines = [
    'swapline: swap tokens at the best on-chain route, from your terminal.',
    '',
    'Usage: swapline <command> [arguments] [options]',
    '',
    ...groups,
    'Options of every command:',
    ...formatRows([...flags, ['-V, --version', 'print the version'], ['-h, --help', 'help of a command']], 25),
    '',
    'More: swapline help <command or topic>',
    `Topics: ${topicNames.join(', ')}`,
    '',
  ]
  return fitLines(lines, columns).join('\n')
}

const formatRows = (entries: readonly (readonly [string, string])[], width: number): readonly string[] =>
  entries.map(([name, about]) => `  ${name.padEnd(width)}${name.length < width ? '' : ' '}${about}`)
