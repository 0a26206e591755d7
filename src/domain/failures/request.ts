/** The request cannot be served: its arguments, names and limits. */
import { freshQuoteFix, row } from '#domain/failures/row'
import type { Closure } from '#domain/network'

/** What is wrong with one parameter, for machines. */
export interface InvalidField {
  readonly field: string
  readonly reason: 'missing' | 'not_valid' | 'out_of_range' | 'differs'
  readonly value?: string
}

/** After a network's title. */
const closures: Readonly<Record<Closure, string>> = {
  sunset: 'was shut down: nothing can be traded there.',
  'era-vm': 'runs EraVM, for which the router is not built: nothing can be traded there.',
  svm: 'is not an EVM chain: swapline cannot trade there yet.',
}

const describeOutOfRange = (value: string): string =>
  value.length > 40
    ? `An amount of ${value.length} digits in the smallest unit is out of range.`
    : `Amount ${value} is out of range.`

export const requestFailures = {
  /** `fields`: each wrong parameter that has a name. `fix`: the command line names the command's own help. */
  VALIDATION_FAILED: row<{ reason: string; fields?: readonly InvalidField[]; fix?: string }>(
    1000,
    400,
    2,
    (d) => `Wrong parameters: ${d.reason}`,
    { fix: (d) => [d.fix ?? 'swapline --help'] },
  ),
  USAGE: row<{ reason: string; fix?: string }>(1000, 400, 2, (d) => d.reason, {
    fix: (d) => [d.fix ?? 'swapline --help'],
  }),
  INVALID_AMOUNT: row<{ value: string; reason: string; fix?: readonly string[] }>(
    1000,
    400,
    2,
    (d) => `"${d.value}" is not an amount: ${d.reason}.`,
    { fix: (d) => d.fix ?? ['write plain digits: 1.5, raw:1500000, 50% or max'] },
  ),
  AMOUNT_OUT_OF_RANGE: row<{ value: string }>(1000, 400, 2, (d) => describeOutOfRange(d.value), {
    fix: () => ['name a smaller amount: below 2^128 of the smallest unit'],
  }),
  INVALID_FRACTION: row<{ value: string }>(1000, 400, 2, (d) => `"${d.value}" is not a fraction between 0 and 1.`, {
    fix: () => ['write a fraction such as 0.01'],
  }),
  /** `what`: slippage, or another limit in the same notation. */
  INVALID_SLIPPAGE: row<{ value: string; reason: string; what?: string; fix?: string }>(
    1000,
    400,
    2,
    (d) => `"${d.value}" is not a ${d.what ?? 'slippage'}: ${d.reason}.`,
    { fix: (d) => [d.fix ?? 'write 0.5%, 50bps or 0.005'] },
  ),
  INVALID_ADDRESS: row<{ value: string }>(1000, 400, 2, (d) => `"${d.value}" is not an address.`, {
    fix: () => ['an address is 0x and 40 hexadecimal digits: copy it whole'],
  }),
  BAD_CHECKSUM: row<{ value: string; expected: string }>(
    1000,
    400,
    2,
    (d) => `The checksum of ${d.value} is wrong: a character was changed or mistyped.`,
    { fix: (d) => [`compare every character with its source; only then use ${d.expected}`] },
  ),
  INVALID_QUOTE_ID: row<{ value: string }>(3001, 404, 6, (d) => `"${d.value}" is not a quote id.`, {
    api: 'Quote not found, please fetch a new quote',
    fix: () => freshQuoteFix({}),
  }),
  NETWORK_NOT_VALID: row<{ name: string; nearest?: string | undefined }>(
    1001,
    400,
    6,
    (d) => `There is no network "${d.name}".`,
    {
      api: 'Wrong parameters: network is not valid',
      fix: (d) => [d.nearest === undefined ? 'swapline networks' : `did you mean ${d.nearest}? all: swapline networks`],
    },
  ),
  /** `title`, `closed`: why nothing can be traded there, if that is known. */
  NETWORK_NOT_SUPPORTED: row<{ name: string; title?: string; closed?: Closure }>(
    1007,
    400,
    2,
    (d) =>
      d.closed === undefined
        ? `swapline knows the network ${d.name} but cannot trade on it yet.`
        : `${d.title ?? d.name} ${closures[d.closed]}`,
    { fix: () => ['swapline networks'] },
  ),
  /** `network`: whose sources they should be, if known. */
  LIQUIDITY_SOURCE_NOT_VALID: row<{ names: string; network?: string }>(
    1002,
    400,
    6,
    (d) => `Wrong parameters: unknown liquiditySources: ${d.names}`,
    { fix: (d) => [d.network === undefined ? 'swapline networks' : `for its sources: swapline networks ${d.network}`] },
  ),
  LIQUIDITY_SOURCE_UNPROVEN: row<{ names: string }>(
    1002,
    400,
    6,
    (d) => `Not used here: ${d.names}. Amounts of that family are not proven against the real contracts.`,
    { fix: () => ['--unproven uses it, and checks every swap on the chain before it is sent as always'] },
  ),
  GASLESS_NOT_AVAILABLE: row<{ reason?: string; fix?: string }>(
    1004,
    400,
    2,
    (d) => `No gasless swap: ${d.reason ?? 'No relayer submits orders on this network.'}`,
    { fix: (d) => [...(d.fix === undefined ? [] : [d.fix]), 'leave out --gasless and pay the gas'] },
  ),
  /** `isOfQuote`: nobody chose the id; something was signed by the same quote on other terms. */
  KEY_TAKEN: row<{ key: string; id: string; stage: string; differs: readonly string[]; isOfQuote?: true }>(
    1000,
    400,
    2,
    (d) =>
      `${d.isOfQuote ? 'The quote' : `The id "${d.key}"`} was used for another request, ${d.id}, which is ${d.stage}: ${d.differs.join('; ')}.`,
    { fix: (d) => [...(d.isOfQuote ? [] : ['choose another --id']), `swapline status ${d.id}`] },
  ),
  SAME_TOKEN: row<{ token: string }>(1005, 400, 2, (d) => `Sold and bought token are the same: ${d.token}.`, {
    fix: () => ['name another token to buy'],
  }),
  NO_NATIVE_CURRENCY: row<{ network: string; tokens: readonly string[] }>(
    1000,
    400,
    2,
    (d) => `${d.network} has no native currency: the zero address is no token there.`,
    { fix: (d) => [`name a token: ${d.tokens.join(', ')}`] },
  ),
  /** `reason`: a sentence. */
  CROSS_CHAIN_NOT_AVAILABLE: row<{ reason?: string; fix?: string }>(
    1006,
    400,
    2,
    (d) => d.reason ?? 'Swaps to another network are not available here.',
    { fix: (d) => [d.fix ?? 'leave out --to-network'] },
  ),
  AMOUNT_BELOW_MIN: row<{ value: string }>(2121, 400, 7, (d) => `The amount ${d.value} is too small to buy anything.`, {
    fix: () => ['sell more'],
  }),
} as const
