import { fail } from '#domain/errors'

/** Secrets are shown to eyes only. @throws `USAGE` where stdout is no terminal */
export function canReveal(wanted: boolean): boolean {
  if (wanted && process.stdout.isTTY !== true)
    throw fail('USAGE', { reason: '--reveal works only on a terminal.', fix: 'leave --reveal out' })
  return wanted
}
