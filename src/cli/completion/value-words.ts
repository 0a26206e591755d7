/** Which words fit a value: what its row says, else what follows from its parser, else from its name. */

import type { ValueWords, WordKind } from '#cli/completion/table'
import { parseBoolean, parsePath } from '#cli/parse/plain'
import { parseQuoteReference, parseReference } from '#cli/parse/reference'
import { parseStorePlace } from '#cli/parse/store-place'
import { parseTokenWord } from '#cli/parse/token-word'

interface Row {
  readonly parse: ((text: string) => unknown) & { readonly choices?: readonly string[] }
  readonly completes?: WordKind | readonly WordKind[]
}

const kindsByParser: ReadonlyMap<unknown, readonly WordKind[]> = new Map<unknown, readonly WordKind[]>([
  [parseTokenWord, ['token']],
  [parseQuoteReference, ['quote']],
  [parseReference, ['intent', 'quote']],
  [parsePath, ['file']],
  [parseStorePlace, ['file']],
])

/** By the name of an argument, or by what stands between the angle brackets of a flag. */
const kindsByName: ReadonlyMap<string, readonly WordKind[]> = new Map<string, readonly WordKind[]>([
  ['network', ['network']],
  ['account', ['account']],
  ['profile', ['profile']],
  ['file', ['file']],
  ['folder', ['folder']],
])

export function valueWords({ parse, completes }: Row, name: string): ValueWords {
  if (completes !== undefined) return { kinds: typeof completes === 'string' ? [completes] : completes, choices: [] }
  if (parse.choices !== undefined) return { kinds: [], choices: parse.choices }
  if (parse === parseBoolean) return { kinds: [], choices: ['true', 'false'] }
  // A folder is a path too: what it is called says more than its parser.
  return { kinds: kindsByName.get(name) ?? kindsByParser.get(parse) ?? [], choices: [] }
}

/** `-n, --network <name>` in parts. The placeholder is empty for an option without a value. */
export function readFlag(flag: string): { readonly flags: readonly string[]; readonly placeholder: string } {
  const [, words = '', placeholder = ''] = /^([^<[]*)(?:[<[]([^>\]]*)[>\]])?/.exec(flag) ?? []
  return { flags: words.split(/[\s,|]+/).filter((word) => word.startsWith('-')), placeholder }
}
