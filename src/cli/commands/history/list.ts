import type { Context } from '#cli/context'
import { defineCommand } from '#cli/define-command'
import { parseMoment, toTime } from '#cli/parse/moment'
import { choiceParser, integerParser } from '#cli/parse/plain'
import { parseTokenWord } from '#cli/parse/token-word'
import { historyLines } from '#cli/screens/trade/history'
import { historyEntryView, historyTable, historyTotalsView } from '#cli/views/trade/history'
import { fail } from '#domain/errors'
import { type HistoryEntry, sumHistory, toHistoryEntry } from '#domain/journal/history'
import { stages } from '#domain/journal/swap'
import type { Token } from '#domain/token'
import type { Address } from '#domain/units'
import { findNetwork } from '#networks/find'

const states = [...stages, 'unsettled'] as const
const parseState = choiceParser(states)
const parseLimit = integerParser(0, 1_000_000)

export const list = defineCommand({
  name: 'history',
  about: 'What was signed on this machine, by the journal alone: amounts, gas, better or worse than quoted.',
  group: 'Look',
  examples: [
    'history',
    'history --since 7d --token USDC',
    'history --state reverted -a main',
    'history --since 2026-11-01 --until 2026-12-01 --limit 0 -o csv > november.csv',
  ],
  arguments: {},
  options: {
    since: {
      flag: '--since <time>',
      about: 'from then on: 7d, 24h, 2026-11-01, 2026-11-01T10:30Z',
      parse: parseMoment,
    },
    until: { flag: '--until <time>', about: 'before that', parse: parseMoment },
    token: { flag: '--token <token>', about: 'sold or bought: symbol or address', parse: parseTokenWord },
    state: { flag: '--state <stage>', about: 'a stage, or unsettled', parse: parseState },
    limit: {
      flag: '--limit <n>',
      about: 'the latest n; 0 for all',
      parse: parseLimit,
      fallback: '20',
    },
  },
  forms: ['csv'],
  schema: async () => (await import('#cli/schemas/trade/history')).HistoryList,

  async run(context, { since, until, token, state, limit }) {
    const { settings, clock, out } = context
    const now = clock.now()
    const intents = await (await context.journal()).list({
      from: await findSender(context),
      network: settings.isSetByFlag('network') ? findNetwork(settings.get('network') ?? '').name : undefined,
      since: since && toTime(since, now),
      until: until && toTime(until, now),
      limit: 0,
    })
    const matching = intents
      .map(toHistoryEntry)
      .filter((entry) => (token === undefined || hasToken(entry, token)) && (state === undefined || isIn(entry, state)))
    const entries = limit === 0 ? matching : matching.slice(0, limit)
    const totals = sumHistory(entries)
    out.printResult({
      data: () => ({
        entries: entries.map(historyEntryView),
        matching: matching.length,
        totals: historyTotalsView(totals),
      }),
      lines: (screen) => historyLines(entries, { totals, matching: matching.length }, screen),
      table: historyTable(entries),
    })
  },
})

const isIn = ({ intent, isSettled }: HistoryEntry, state: (typeof states)[number]): boolean =>
  state === 'unsettled' ? !isSettled : intent.stage === state

function hasToken({ intent: { trade } }: HistoryEntry, word: string): boolean {
  const [symbol = '', address = symbol] = word.toLowerCase().split('@')
  const isIt = (token: Token): boolean => token.address === address || token.symbol.toLowerCase() === address
  return trade !== undefined && (isIt(trade.sell) || isIt(trade.buy))
}

/** Only if `--account` is given here: a chosen account must not hide what others signed. */
async function findSender({ settings, accounts }: Context): Promise<Address | undefined> {
  const name = settings.get('account')
  if (name === undefined || !settings.isSetByFlag('account')) return undefined
  const { parseAccountWord } = await import('#cli/parse/account-word')
  const word = parseAccountWord(name)
  if (typeof word !== 'string') return word.address
  const found = (await (await accounts()).list()).find((one) => one.name === word)
  if (found?.address !== undefined) return found.address
  if (found === undefined) throw fail('ACCOUNT_NOT_FOUND', { name, places: settings.paths.keystores })
  throw fail('USAGE', { reason: `The key file of ${name} does not state its address.`, fix: '--account 0x…' })
}
