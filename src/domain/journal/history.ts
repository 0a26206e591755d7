/** What was traded, from the journal's evidence alone. */
import { callOutcomeOf, hasFailedForGood, isToldForGood } from '#domain/journal/call-outcome'
import { type Intent, type IntentTrade, purposeOf } from '#domain/journal/swap'
import type { Token } from '#domain/token'
import type { NetworkName } from '#domain/units'

/** `done`: mined, so that amounts count; `open`: it may still happen, or be undone; `failed`: it can do neither. */
export type SettledState = 'done' | 'open' | 'failed' | 'unsigned'

/** One intent as a line of a history. */
export interface HistoryEntry {
  readonly intent: Intent
  readonly state: SettledState
  /** Not proven to be final: what is said of it may change. */
  readonly isSettled: boolean
  /**
   * What all its transactions have paid for gas, in wei, and those of other programs that made their calls; `undefined` if
   * endpoints tell different fees of one.
   */
  readonly gasPaid: bigint | undefined
  /** Received over quoted, in parts per million, rounded towards zero; `undefined` until both are known. */
  readonly vsQuotePpm: number | undefined
}

export interface TokenTotals {
  readonly token: Token
  readonly sold: bigint
  readonly bought: bigint
  /** What the quotes of the bought amounts had said. */
  readonly quoted: bigint
  readonly vsQuotePpm: number | undefined
}

export interface HistoryTotals {
  /** Swaps whose amounts count. */
  readonly done: number
  /** Swaps that may still happen, or be undone; counted in nothing else unless they are mined. */
  readonly unsettled: number
  readonly tokens: readonly TokenTotals[]
  /** `isComplete` unless what some of them paid is unknown: then it was more. */
  readonly gas: readonly { readonly network: NetworkName; readonly paid: bigint; readonly isComplete: boolean }[]
}

export function toHistoryEntry(intent: Intent): HistoryEntry {
  const { transactions, trade } = intent
  const state = findState(intent)
  return {
    intent,
    state,
    isSettled: transactions.every(({ conclusion }) => isToldForGood(conclusion)),
    gasPaid: sumGasPaid(transactions),
    vsQuotePpm: state === 'done' && trade?.bought !== undefined ? ppmOver(trade.bought, trade.quotedOut) : undefined,
  }
}

function sumGasPaid(transactions: Intent['transactions']): bigint | undefined {
  const fees = transactions.flatMap(({ mined, conclusion: { replacedBy } }) => {
    if (mined !== undefined) return [mined.feePaid]
    return replacedBy?.sameCall === true ? [replacedBy.feePaid] : []
  })
  return fees.reduce(
    (sum: bigint | undefined, fee) => (sum === undefined || fee === undefined ? undefined : sum + fee),
    0n,
  )
}

function findState(intent: Intent): SettledState {
  const { transactions } = intent
  if (transactions.length === 0) return 'unsigned'
  const purpose = purposeOf(intent)
  if (purpose === undefined) {
    const unmade = transactions.map(({ conclusion }) => callOutcomeOf(conclusion)).findLast((one) => one !== 'made')
    return unmade === undefined || unmade === 'open' ? 'unsigned' : 'failed'
  }
  if (hasFailedForGood(purpose.conclusion)) return 'failed'
  return callOutcomeOf(purpose.conclusion) === 'made' ? 'done' : 'open'
}

/** Entries whose transactions are not all those of entries before: a command that died may have signed the same as the next. */
function withoutCopies(entries: readonly HistoryEntry[]): readonly HistoryEntry[] {
  const counted = new Set<string>()
  return entries.filter(({ intent: { network, transactions } }) => {
    const hashes = transactions.map(({ hash, conclusion: { replacedBy } }) =>
      replacedBy?.sameCall === true ? replacedBy.hash : hash,
    )
    const fresh = hashes.filter((hash) => !counted.has(`${network} ${hash}`))
    for (const hash of fresh) counted.add(`${network} ${hash}`)
    return fresh.length > 0 || hashes.length === 0
  })
}

/** Only what was mined with success counts as sold and bought; gas counts wherever it was paid, and of a transaction once. */
export function sumHistory(all: readonly HistoryEntry[]): HistoryTotals {
  const entries = withoutCopies(all)
  const tokens = new Map<string, TokenTotals>()
  const gas = new Map<NetworkName, { paid: bigint; isComplete: boolean }>()
  const add = (token: Token, more: Partial<Pick<TokenTotals, 'sold' | 'bought' | 'quoted'>>): void => {
    const key = `${token.network} ${token.address}`
    const { sold, bought, quoted } = tokens.get(key) ?? { sold: 0n, bought: 0n, quoted: 0n }
    tokens.set(key, {
      token,
      sold: sold + (more.sold ?? 0n),
      bought: bought + (more.bought ?? 0n),
      quoted: quoted + (more.quoted ?? 0n),
      vsQuotePpm: undefined,
    })
  }
  for (const { intent, gasPaid, state } of entries) {
    const { network, trade } = intent
    const { paid, isComplete } = gas.get(network) ?? { paid: 0n, isComplete: true }
    if (gasPaid !== 0n)
      gas.set(network, { paid: paid + (gasPaid ?? 0n), isComplete: isComplete && gasPaid !== undefined })
    if (state === 'done' && trade !== undefined) addTrade(add, trade)
  }
  return {
    done: entries.filter(({ state, intent }) => state === 'done' && intent.trade !== undefined).length,
    unsettled: entries.filter(({ isSettled }) => !isSettled).length,
    tokens: [...tokens.values()].map((one) => ({
      ...one,
      vsQuotePpm: one.quoted === 0n ? undefined : ppmOver(one.bought, one.quoted),
    })),
    gas: [...gas].map(([network, one]) => ({ network, ...one })),
  }
}

function addTrade(
  add: (token: Token, more: Partial<Pick<TokenTotals, 'sold' | 'bought' | 'quoted'>>) => void,
  { sell, buy, sellAmount, bought, quotedOut }: IntentTrade,
): void {
  add(sell, { sold: sellAmount })
  // What neither logs nor balances tell is not compared with its quote.
  if (bought !== undefined) add(buy, { bought, quoted: quotedOut })
}

const ppmOver = (a: bigint, b: bigint): number | undefined =>
  b === 0n ? undefined : Number(((a - b) * 1_000_000n) / b)
