/** The words for a half-typed line: those of the table, and those that only this machine knows. */

import { type LineReading, readLine } from '#cli/completion/read-line'
import type { CompletionTable, NetworkWords, OfferedWord, SettingWords, WordKind } from '#cli/completion/table'
import type { Settings } from '#cli/settings/settings'

/** The user's own things. Each is asked for only if it may stand at the cursor. */
export interface LiveWords {
  readonly settings: (given: LineReading['settings']) => Promise<Settings>
  /** Names of profiles of the config file. */
  readonly profiles: (settings: Settings) => Promise<readonly OfferedWord[]>
  readonly accounts: (settings: Settings) => Promise<readonly OfferedWord[]>
  /** Newest first. */
  readonly quotes: (settings: Settings) => Promise<readonly OfferedWord[]>
  /** Newest first. */
  readonly intents: (settings: Settings) => Promise<readonly OfferedWord[]>
}

export interface FoundWords {
  readonly words: readonly OfferedWord[]
  /** The shell completes paths as well. */
  readonly paths: 'file' | 'folder' | undefined
  /** What the shell's word has before each of them: `--network=`. */
  readonly before: string
}

interface Place {
  readonly table: CompletionTable
  readonly live: LiveWords
  readonly line: LineReading
}

/** @param words the words after the program's name; the last one, possibly empty, is the one to complete */
export async function findWords(
  table: CompletionTable,
  live: LiveWords,
  words: readonly string[],
): Promise<FoundWords> {
  const line = readLine(table, words)
  const { value, before, current } = line
  const place = { table, live, line }
  const kinds = value?.kinds ?? []
  const lists = await Promise.all(kinds.map((kind) => listWords(place, kind)))
  const choices = (value?.choices ?? []).map((word) => ({ word, about: '' }))
  const matches = ({ word }: OfferedWord): boolean => word.toLowerCase().startsWith(current.toLowerCase())
  const offered = [...line.words, ...choices, ...lists.flat()].filter(matches)
  return {
    words: offered.filter(({ word }, i) => offered.findIndex((other) => other.word === word) === i),
    paths: kinds.find((kind) => kind === 'file' || kind === 'folder'),
    before,
  }
}

async function listWords(place: Place, kind: WordKind): Promise<readonly OfferedWord[]> {
  const { table, live, line } = place
  const settings = () => live.settings(line.settings)
  switch (kind) {
    case 'network':
      return listNetworkWords(place)
    case 'token':
      return listTokenWords(table, await settings(), line)
    case 'account':
      return live.accounts(await settings())
    case 'profile':
      return live.profiles(await settings())
    case 'quote':
      return live.quotes(await settings())
    case 'intent':
      return live.intents(await settings())
    case 'setting':
      return listSettingWords(place)
    case 'setting-value':
      return listSettingValues(place)
    case 'subject':
      return [...table.topics.map((word) => ({ word, about: 'topic' })), ...table.commands]
    case 'schema':
      return listSchemaWords(table, line.operands)
    case 'file':
    case 'folder':
      return []
  }
}

/** Sandboxes of other networks only once one of them is begun: they would double the list. */
function listNetworkWords({ table, line }: Place): readonly OfferedWord[] {
  const wanted = table.networks.filter(({ isPlayed }) => !isPlayed || line.current.startsWith('sand'))
  return wanted
    .filter(({ name }) => !line.operands.includes(name))
    .map(({ name, title, chainId }) => ({ word: name, about: chainId === null ? title : `${title}, chain ${chainId}` }))
}

/** Of the chosen network; without one, of all. A token that is given already is not offered for the other side. */
function listTokenWords(table: CompletionTable, settings: Settings, line: LineReading): readonly OfferedWord[] {
  const chosen = settings.get('network')
  const isChosen = ({ name, chainId }: NetworkWords): boolean => name === chosen || String(chainId) === chosen
  const networks = chosen === undefined ? table.networks : table.networks.filter(isChosen)
  const given = line.operands.map((word) => word.toLowerCase())
  return networks.flatMap(({ tokens }) => tokens).filter(({ word }) => !given.includes(word.toLowerCase()))
}

const ofNetwork = 'networks.<name>.'

/** Settings of a network only once `networks.` is begun: there are some for each network. */
function listSettingWords({ table, line }: Place): readonly OfferedWord[] {
  const plain = table.settings.filter(({ name }) => !name.startsWith(ofNetwork))
  const words = plain.map(({ name, about }) => ({ word: name, about }))
  if (!line.current.startsWith('n')) return words
  const each = table.settings.filter(({ name }) => name.startsWith(ofNetwork))
  return [
    ...words,
    ...table.networks
      .filter(({ isPlayed }) => !isPlayed)
      .flatMap((network) => each.map(({ name, about }) => ({ word: name.replace('<name>', network.name), about }))),
  ]
}

/** What may be the value of the setting that the word before names. */
async function listSettingValues(place: Place): Promise<readonly OfferedWord[]> {
  const [key = ''] = place.line.operands
  const isNamed = ({ name }: SettingWords): boolean =>
    name === key || name.replace('<name>', '') === key.replace(/^(networks\.)[^.]*/, '$1')
  const found = place.table.settings.find(isNamed)
  const lists = await Promise.all((found?.kinds ?? []).map((kind) => listWords(place, kind)))
  return [...(found?.choices ?? []).map((word) => ({ word, about: '' })), ...lists.flat()]
}

/** `wallet list` is a subject of two words: each is offered in its turn. */
function listSchemaWords({ schemas }: CompletionTable, given: readonly string[]): readonly OfferedWord[] {
  const begin = given.map((word) => `${word}-`).join('')
  const rest = schemas.filter((name) => name.startsWith(begin)).map((name) => name.slice(begin.length))
  return rest.map((name) => ({ word: name.split('-')[0] ?? '', about: '' })).filter(({ word }) => word !== '')
}
