/** What the shell's function reads: a line for each word, `word<tab>about`; at the end `:file` or `:folder` for paths. */

import type { FoundWords } from '#cli/completion/find-words'
import type { OfferedWord } from '#cli/completion/table'
import { sanitize } from '#cli/out/safe-text'

export const shells = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof shells)[number]

/** A shell inserts a word as it is, so one that it would read as more than a word is not offered. */
const plainWord = /^[\w@%+=,./-][\w@%+=:,./-]*$/
/** Bash cuts words at these. */
const bashBreaks = /[@=:]/

export function formatWords({ words, paths, before }: FoundWords, shell: Shell): string {
  const isOffered = ({ word }: OfferedWord): boolean =>
    plainWord.test(word) && !(shell === 'bash' && bashBreaks.test(word))
  const lines = words
    .filter(isOffered)
    .map(({ word, about }) =>
      shell === 'bash' ? word : `${before}${word}${about === '' ? '' : `\t${sanitize(about, 70)}`}`,
    )
  return [...lines, ...(paths === undefined ? [] : [`:${paths}`])].map((line) => `${line}\n`).join('')
}

/** Bash cuts `--network=ba` at the sign: joined again, as the other shells hand it over. */
export function joinCutWords(words: readonly string[]): readonly string[] {
  const joined: string[] = []
  for (const word of words) {
    const before = joined.at(-1)
    const continues =
      before !== undefined && /^--[\w-]+(?:=.*)?$/.test(before) && (word === '=' || before.endsWith('='))
    if (continues) joined[joined.length - 1] = `${before}${word}`
    else joined.push(word)
  }
  return joined
}
