/** Removes secrets from text before it is shown: keys, recovery phrases, passwords, the keys in URLs. */

import type { Env } from '#system/env'
import { maskUrl } from './mask-url.ts'
import { isPhraseWord } from './phrase-word.ts'

// To the next space or quotation mark: a password may hold any other letter, and the host of an IPv6 address has brackets.
const urls = /((?:https?|postgres(?:ql)?):\/\/(?:[^\s"/?#]*@)?(?:\[[0-9a-f:.]*\])?)([^\s"]*)/gi
/** What may stand behind a URL in a sentence. */
const [closers, punctuation] = ["'<>)]}", '.,;:!?']
const hex32 = /(?<![0-9a-f])(?:0x)?[0-9a-f]{64}(?![0-9a-f])/gi
/** 32 bytes in groups of equal length, as backups print a key. */
const groupedHex = new RegExp(
  [2, 4, 8, 16, 32]
    .map(
      (size) =>
        `(?<![0-9a-z])(?:0x)?[0-9a-f]{${size}}(?:[\\s,;:._|-]{1,3}[0-9a-f]{${size}}){${64 / size - 1}}(?![0-9a-z])`,
    )
    .join('|'),
  'gi',
)
const phrase = /\b(?:[a-z]{3,8}[ \t]+){11,23}[a-z]{3,8}\b/g
/** Twelve words or more in any case, with anything between them but quotes and brackets: those are between texts of JSON. */
const wordRun = /(?<![a-z])[a-z]{3,8}(?:[\s\d.,;:()#|/_+\u00b7\u2013\u2014\u2022-]{1,8}[a-z]{3,8}(?![a-z])){11,}/gi
const quote = '\\\\?["\'`\u00ab\u00bb\u2018-\u201f]'
const between = '(?:[\\s\\d.,;()#|/_+\\u00b7\\u2013\\u2014\\u2022-]|(?<=\\d):){0,8}'
/** Each word in quotes. A colon is behind a number alone: behind a quote it is between a name and a text of JSON. */
const quotedRun = new RegExp(`(?<=${quote})[a-z]{3,8}(?:${quote}${between}${quote}[a-z]{3,8}(?=${quote})){11,}`, 'gi')
const words = { phrase: 12, known: 9 }

/** A shorter one is in too many words, and guessed at once. */
const isMaskable = (secret: string): boolean => secret.length >= 4

/**
 * @param secrets values known to be secret, whatever they look like
 * @param shown 32-byte hashes that may stay: those of transactions
 */
export function scrub(text: string, secrets: readonly string[] = [], shown: readonly string[] = []): string {
  const cleared = secrets.filter(isMaskable).reduce((rest, secret) => rest.replaceAll(secret, '[secret]'), text)
  return cleared
    .replace(urls, (_, start: string, rest: string) => {
      const [path, after] = splitClosers(rest)
      const url = start + path
      return `${url.endsWith('://') ? url : maskUrl(url)}${after}` // a scheme alone is a word
    })
    .replace(hex32, (word) => (shown.includes(word.toLowerCase()) ? word : '[32 bytes]'))
    .replace(groupedHex, (text) => (/[a-f]/i.test(text.replace(/^0x/i, '')) ? '[32 bytes]' : text)) // else amounts
    .replace(phrase, '[words]')
    .replace(wordRun, maskPhrases)
    .replace(quotedRun, maskPhrases)
}

/** Masks from the first to the last twelve words most of which are those of recovery phrases; names and prose stay. */
function maskPhrases(run: string): string {
  const found = [...run.matchAll(/[a-z]+/gi)]
  const isKnown = found.map(([word]) => isPhraseWord(word))
  const starts = found.flatMap((_, i) => {
    const window = isKnown.slice(i, i + words.phrase)
    return window.length === words.phrase && window.filter(Boolean).length >= words.known ? [i] : []
  })
  const [first, last] = [found[starts.at(0) ?? -1], found[(starts.at(-1) ?? -1) + words.phrase - 1]]
  if (starts.length === 0 || first === undefined || last === undefined) return run
  return `${run.slice(0, first.index)}[words]${run.slice(last.index + last[0].length)}`
}

/** The rest of a URL, and the brackets or quotes that close around it with the punctuation after them. */
function splitClosers(text: string): readonly [text: string, after: string] {
  let [end, first] = [text.length, text.length]
  while (end > 0 && (closers + punctuation).includes(text.charAt(end - 1))) {
    end--
    if (closers.includes(text.charAt(end))) first = end
  }
  return [text.slice(0, first), text.slice(first)]
}

/** The variables whose values never appear anywhere. */
const secretNames = ['SWAPLINE_PASSWORD', 'SWAPLINE_API_KEY', 'SWAPLINE_SERVE_DB']

export function secretsOf(env: Env): readonly string[] {
  return secretNames.flatMap((name) => env[name] ?? [])
}

/**
 * As {@link scrub}, of whole lines of JSON: their texts are scrubbed as they are read. Escaped, a line break before a key
 * would look like a letter of it, and a masked URL could take the backslash of a quotation mark with it.
 */
export function scrubJson(lines: string, secrets: readonly string[] = []): string {
  if (!lines.includes('\\') && !secrets.filter(isMaskable).some((secret) => lines.includes(secret)))
    return scrub(lines, secrets)
  return lines
    .split('\n')
    .map((line) => scrubLine(line, secrets))
    .join('\n')
}

function scrubLine(line: string, secrets: readonly string[]): string {
  try {
    return JSON.stringify(JSON.parse(line), (_, value) => (typeof value === 'string' ? scrub(value, secrets) : value))
  } catch {
    return scrub(line, secrets)
  }
}
