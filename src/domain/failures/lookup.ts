/** What was looked up does not exist, is no longer usable, or is ambiguous. */
import { freshQuoteFix, row } from '#domain/failures/row'
import type { PoolReason } from '#domain/quotes/quote-record'
import { shortSymbol } from '#domain/token'
import type { Address } from '#domain/units'

/** Why a pool returned nothing, or why a source has no pool. */
export interface SourceReason {
  readonly source: string
  readonly pool?: Address
  /** `no_route`: the pool returns something, but no path through it reaches the output token. */
  readonly reason: Exclude<PoolReason, 'worse_price'> | 'no_route' | 'no_pool'
}

/** A token of which no pool's fee is known to the unit is traded by none, whatever the amount. */
function fixOfNoRoute(sources: readonly SourceReason[] | undefined): readonly string[] {
  const found = sources?.filter(({ reason }) => reason !== 'no_pool') ?? []
  if (found.length > 0 && found.every(({ reason }) => reason === 'transfer_fee'))
    return ['trade another token: what this one keeps of each transfer is not known to the unit']
  return ['try another amount, more hops (--max-hops) or fewer excluded sources']
}

const whyIncomplete = {
  pools: 'a service made the quote, or it failed before pools were read',
  quote: 'the request failed before there was one',
  transaction: 'no swap used its quote, or its addresses are redacted',
  route: 'the quote wraps or unwraps native currency, one for one',
} as const

interface QuoteStateGone {
  readonly id: string
  readonly network: string
  readonly block: number
  /** ISO 8601. */
  readonly blockTime: string
  /** `undefined` if no endpoint told it. */
  readonly head: number | undefined
  readonly reason: string
}

/** The file that the transaction of a quote went into. */
interface QuoteFile {
  readonly network: string
  /** ISO 8601. */
  readonly madeAt: string
  /** The transaction's deadline, ISO 8601. */
  readonly until: string
}

/** The swap that was signed by a quote, for a command under another `--id`. */
interface SwapOfQuote {
  /** The intent's id. */
  readonly id: string
  /** ` (--id first)`, ` from a file`, or nothing. */
  readonly named: string
  readonly sent: boolean | 'maybe'
  /** What is known of it, as a sentence. */
  readonly known: string
}

/** Without `file`, `swap` and `isUnsent` nothing here tells what it was used for, or whether that was sent. */
interface UsedQuote {
  readonly id: string
  readonly again?: string | undefined
  readonly file?: QuoteFile
  readonly swap?: SwapOfQuote
  readonly isUnsent?: true
}

function describeUsedQuote({ id, file, swap }: UsedQuote): string {
  const used = `Quote ${id} was used before`
  if (file !== undefined)
    return `${used}, for a file with its transaction, made at ${file.madeAt}: it may have been signed and sent from anywhere until ${file.until}.`
  if (swap === undefined) return `${used}; a quote can be used once.`
  const fate = { true: 'which WAS sent', maybe: 'which may have been sent', false: 'which did not go through' } as const
  return `${used}, for swap ${swap.id}${swap.named}, ${fate[`${swap.sent}`]}. ${swap.known}`
}

/** A fresh quote comes last, and with its risk: to swap by it sells once more. */
function fixOfUsedQuote(d: UsedQuote): readonly string[] {
  const [fresh = ''] = freshQuoteFix(d)
  if (d.swap !== undefined) {
    const outcome = `swapline status ${d.swap.id}     (that swap)`
    return [outcome, d.swap.sent === false ? fresh : `${fresh}     (a swap of it sells once more)`]
  }
  if (d.file !== undefined)
    return [
      'swapline tx send <the signed file>     (the same bytes: sends them once, and follows them)',
      `swapline status <hash> -n ${d.file.network}     (by the hash in the signed file)`,
      `swapline balances -n ${d.file.network}     (without that file: compare them before you swap again)`,
      `${fresh}     (only then: a swap of it sells once more)`,
    ]
  const outcome = `swapline status ${d.id}     (its outcome)`
  return [outcome, d.isUnsent ? fresh : `${fresh}     (a swap of it sells once more, if that one was sent)`]
}

export const lookupFailures = {
  TOKEN_NOT_FOUND: row<{ text: string; network: string; nearest: readonly string[]; side?: 'from' | 'to' }>(
    2002,
    404,
    6,
    (d) => `There is no token "${d.text}" in the list of ${d.network}.`,
    {
      api: "Couldn't recognize from token",
      fix: (d) => [
        d.nearest.length === 0 ? 'give the token by its address' : `did you mean ${d.nearest.join(' or ')}?`,
        ...(d.nearest.length === 0 ? [] : ['or give the token by its address']),
      ],
    },
  ),
  CONTACT_NOT_FOUND: row<{ name: string; nearest: string | undefined }>(
    1404,
    404,
    6,
    (d) => `There is no contact "${d.name}".`,
    { fix: (d) => [d.nearest === undefined ? 'swapline contacts list' : `did you mean ${d.nearest}?`] },
  ),
  TOKEN_AMBIGUOUS: row<{ text: string; network: string; candidates: readonly string[] }>(
    2002,
    404,
    6,
    (d) => `"${d.text}" means ${d.candidates.length} tokens on ${d.network}: ${d.candidates.join(', ')}.`,
    { fix: (d) => [`repeat with ${d.candidates[0]}`] },
  ),
  TOKEN_MISMATCH: row<{ text: string; actual: string }>(
    2002,
    404,
    6,
    (d) => `${d.text}: the contract at that address calls itself ${d.actual}. It may be a false token.`,
    { fix: () => ['check the address with its issuer; the address decides, never the symbol'] },
  ),
  TOKEN_UNLISTED: row<{ address: string; symbol: string; network: string }>(
    2002,
    404,
    10,
    (d) =>
      `${shortSymbol(d)} ${d.address} is not in the list of ${d.network}: UNVERIFIED, anyone can make a token of any name.`,
    { fix: () => ['check the address with its issuer, then repeat with --allow-unlisted'] },
  ),
  TOKEN_UNREADABLE: row<{ address: string; network: string; side?: 'from' | 'to' }>(
    2002,
    404,
    6,
    (d) => `There is no readable token at ${d.address} on ${d.network}.`,
    { fix: () => ['check the address and the network'] },
  ),
  DECIMALS_DIFFER: row<{ token: string; listed: number; actual: number }>(
    1500,
    500,
    10,
    (d) => `${d.token} has ${d.actual} decimals on chain but ${d.listed} in the list. Refused.`,
    { fix: () => ['check --rpc-url: the endpoint may lie or serve another chain'] },
  ),
  /** `reason`: the node's error message. */
  PAST_UNKNOWN: row<{ network: string }>(
    1000,
    400,
    6,
    (d) => `No endpoint of ${d.network} has the states of its last blocks, so nothing says how these pools move.`,
    { fix: () => ['name the slippage: --slippage 0.5%', 'or give another endpoint: --rpc-url <url>'] },
  ),
  BLOCK_NOT_AVAILABLE: row<{ network: string; block: number; head: number; reason: string }>(
    1000,
    400,
    6,
    (d) =>
      d.block > d.head
        ? `${d.network} has no block ${d.block} yet: its head is ${d.head}.`
        : `The states of block ${d.block} of ${d.network}, whose head is ${d.head}, cannot be read: ${d.reason}.`,
    {
      fix: (d) =>
        d.block > d.head
          ? ['leave --block out for a quote at the head']
          : ['give an endpoint that keeps old states: --rpc-url <url>', 'or leave --block out for a quote at the head'],
    },
  ),
  BUNDLE_INVALID: row<{ reason: string }>(1000, 400, 2, (d) => `This is not a bundle: ${d.reason}.`, {
    fix: () => ['give a file of quote --save, swap --save or bundle create'],
  }),
  BUNDLE_INCOMPLETE: row<{ missing: keyof typeof whyIncomplete }>(
    1000,
    400,
    6,
    (d) => `The bundle has no ${d.missing}: ${whyIncomplete[d.missing]}.`,
    { fix: () => ['swapline bundle inspect <file>', 'record it where the quote was made: swapline bundle create'] },
  ),
  BUNDLE_NOT_POSSIBLE: row<{ what: string; id: string; reason: string; fix: readonly string[] }>(
    1000,
    400,
    6,
    (d) => `${d.what} ${d.id.length > 10 ? `${d.id.slice(0, 10)}…` : d.id} cannot be recorded: ${d.reason}.`,
    { fix: (d) => d.fix },
  ),
  QUOTE_STATE_GONE: row<QuoteStateGone>(
    3004,
    410,
    6,
    (d) =>
      `The pools that quote ${d.id} was computed from cannot be read any more: ${d.reason}. It is of block ${d.block} of ` +
      `${d.network}, ${d.blockTime}${d.head === undefined ? '' : `; the head is block ${d.head}`}. Its route and amounts are stored.`,
    {
      fix: (d) => [
        `swapline distributions ${d.id}     (its route)`,
        'name an endpoint with the states of that block: --rpc-url <url>',
        'the next time: quote with --save <file>',
      ],
    },
  ),
  /** `ofOrder`: an order may have been signed by it, which only the quote would tell. */
  QUOTE_NOT_FOUND: row<{ id: string; again?: string; ofOrder?: true }>(
    3001,
    404,
    6,
    (d) => `There is no quote ${d.id}${d.ofOrder ? ', so whether an order of it was sent is not known' : ''}.`,
    {
      api: 'Quote not found, please fetch a new quote',
      states: (d) => (d.ofOrder ? 'fate' : undefined),
      fix: (d) => (d.ofOrder ? ['swapline balances     (compare them before you swap again)'] : freshQuoteFix(d)),
    },
  ),
  QUOTE_AMBIGUOUS: row<{ id: string; count: number }>(
    3001,
    404,
    6,
    (d) => `${d.id} is a prefix of ${d.count} quote ids.`,
    { fix: () => ['write more characters of the id'] },
  ),
  QUOTE_NETWORK_DIFFERS: row<{ id: string; quoted: string; chosen: string }>(
    1000,
    400,
    2,
    (d) => `Quote ${d.id} is of ${d.quoted}, but the chosen network is ${d.chosen}.`,
    { fix: (d) => [`if ${d.quoted} is meant, say so: -n ${d.quoted}`, `else ask for a quote there: -n ${d.chosen}`] },
  ),
  /** Before its end by a clock that was set back after it was made, `secondsAgo` is negative. */
  QUOTE_EXPIRED: row<{ id: string; secondsAgo: number; again?: string | undefined }>(
    3002,
    410,
    8,
    (d) =>
      d.secondsAgo < 0
        ? `Quote ${d.id} is from later than the clock says, which was set back: its age is not known.`
        : `Quote ${d.id} expired ${d.secondsAgo} seconds ago.`,
    { api: 'The quote has expired, please fetch a new quote', fix: freshQuoteFix },
  ),
  QUOTE_CONSUMED: row<UsedQuote>(3003, 409, 8, describeUsedQuote, {
    api: 'The quote is already used, please fetch a new quote',
    states: (d) => (d.file === undefined && d.swap === undefined ? undefined : 'fate'),
    sent: 'maybe',
    fix: fixOfUsedQuote,
  }),
  API_KEY_NOT_FOUND: row<{ id: string }>(1404, 404, 6, (d) => `There is no API key ${d.id}.`, {
    fix: () => ['swapline serve keys list'],
  }),
  /** `network`: the chain that was asked; `nameNetwork`: none was, but one would be if the user names it. */
  SWAP_NOT_FOUND: row<{ id: string; network?: string; nameNetwork?: boolean }>(
    3030,
    404,
    6,
    (d) => {
      if (d.network !== undefined) return `No endpoint of ${d.network} knows the transaction ${d.id}.`
      if (d.nameNetwork) return `The journal of this machine does not know the transaction ${d.id}.`
      return d.id === 'last' ? 'There is no swap yet.' : `There is no swap, quote or transaction ${d.id}.`
    },
    {
      fix: (d) => {
        if (d.nameNetwork) return [`name its network: swapline status ${d.id} -n <network>`]
        if (d.network !== undefined) return ['check the hash and the network', 'a new one may take a moment: try again']
        return [d.id === 'last' ? 'make one: swapline swap 1 ETH USDC -n sandbox' : 'swapline status last']
      },
    },
  ),
  NO_ROUTE: row<{ from: string; to: string; sources?: readonly SourceReason[] }>(
    2069,
    400,
    7,
    (d) => `No route from ${d.from} to ${d.to} for this amount.`,
    {
      api: 'We are unable to find routes to execute your swap based on your amountIn',
      fix: (d) => fixOfNoRoute(d.sources),
    },
  ),
} as const
