import { fail } from '#domain/errors'

/**
 * Names are file names on every system, cannot be mistaken for an option or an address, and need no quoting in a shell.
 * @throws `USAGE`
 */
export function checkName(name: string): void {
  const fits = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,63}$/.test(name) && !/^0x[0-9a-f]{40}$/i.test(name)
  if (!fits) {
    const reason = 'An account is named by 1 to 64 of the characters A-Z a-z 0-9 . _ - and begins with none of . and -.'
    throw fail('USAGE', { reason, fix: 'choose another name' })
  }
}
