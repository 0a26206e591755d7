import { fail } from '#domain/errors'

/** Shows secrets only on a terminal. @throws `USAGE` if stdout is not a terminal */
export function checkReveal(wanted: boolean): boolean {
  if (wanted && process.stdout.isTTY !== true)
    throw fail('USAGE', { reason: '--reveal works only on a terminal.', fix: 'leave --reveal out' })
  return wanted
}
