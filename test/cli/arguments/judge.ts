/** What must hold for every run, whatever its arguments. */

/** Every documented exit status, except 1: a bug is what is looked for. */
const allowed = new Set([0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 16, 74, 130, 143])

// Control characters but line ends and tabs, marks of direction, line separators.
const control = /[^\P{Cc}\n\r\t]|[\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u
const ourColors = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]{0,12}m`, 'g')
const stack = /^\s+at .+[:(]\d+:\d+\)?$|^\s+at (?:async )?\S+ \(|node:internal|\.ts:\d+:\d+/m

export interface JudgedRun {
  readonly args: readonly string[]
  readonly stdout: string
  readonly stderr: string
  readonly code: number | string | null | undefined
}

/** What is wrong with a run; empty if nothing is. */
export function judgeRun({ args, stdout, stderr, code }: JudgedRun): readonly string[] {
  const paints = args.some((arg) => /^--color/.test(arg) || arg === 'always')
  const faults: string[] = []
  if (typeof code !== 'number' || !allowed.has(code)) faults.push(`exit ${code}`)
  for (const [name, text] of [
    ['stdout', stdout],
    ['stderr', stderr],
  ] as const) {
    const found = control.exec(paints ? text.replace(ourColors, '') : text)
    if (found !== null) faults.push(`U+${found[0].codePointAt(0)?.toString(16)} on ${name}`)
    if (stack.test(text)) faults.push(`stack trace on ${name}`)
  }
  return faults
}
