/** `--private`, as `swap` reads it: which endpoint, before anything is read from a chain. */
import type { Context } from '#cli/context'
import { parsePrivateUrl } from '#cli/parse/url'
import { resolveQuoteId } from '#cli/request/resolve-quote-id'
import { fail } from '#domain/errors'
import { isOrigin, type PrivateChoice } from '#domain/journal/private-sending'
import type { NetworkName } from '#domain/units'
import { findNetwork, getNetworkEntry } from '#networks/find'

/** `--private` alone: the first endpoint that is set for the network, or that its entry has. */
const anyEndpoint = 'first'

/** A URL, the host of a known endpoint, or {@link anyEndpoint}. @throws `VALIDATION_FAILED`. */
function parseEndpoint(text: string): string {
  if (text === anyEndpoint || /^(?:[a-z0-9-]+\.)+[a-z]{2,}(?::\d+)?$/i.test(text)) return text.toLowerCase()
  return parsePrivateUrl(text)
}

export const privateOptions = {
  private: {
    flag: '--private [endpoint]',
    about: 'send it to a private endpoint only: its URL, its host, or the network’s first',
    parse: parseEndpoint,
    bare: anyEndpoint,
  },
  privateFallback: {
    flag: '--private-fallback <when>',
    about: 'when the same bytes go public: never (default), or after=N blocks',
    parse: (text: string) => text,
    setting: 'trade.privateFallback',
  },
} as const

interface PrivateInput {
  readonly private: string | undefined
  readonly privateFallback: string | undefined
  readonly what: string
  readonly buy: string | undefined
}

/** @throws `USAGE` if the network has no such endpoint, or it is read from, or a later command could not find it. */
export async function resolvePrivateChoice(context: Context, input: PrivateInput): Promise<PrivateChoice | undefined> {
  const { settings } = context
  if (input.private === undefined) {
    if (input.privateFallback === undefined) return undefined
    throw fail('USAGE', { reason: '--private-fallback belongs to --private.', fix: 'add --private, or leave it out' })
  }
  const network = await findSwapNetwork(context, input)
  const known = [...settings.getPrivateUrls(network), ...(getNetworkEntry(network).privateRpc ?? [])]
  const url = findEndpoint(input.private, known, network)
  const read = [...settings.getRpcUrls(network), ...getNetworkEntry(network).rpc]
  const { host } = new URL(url)
  if (read.some((one) => new URL(one).href === new URL(url).href))
    throw fail('USAGE', {
      reason: `${host} is also read from, and so no private endpoint.`,
      fix: 'name another one with --private <url>',
    })
  return { url, fallback: settings.get('trade.privateFallback') }
}

async function findSwapNetwork(context: Context, { what, buy }: PrivateInput): Promise<NetworkName> {
  if (buy !== undefined) return findNetwork(context.settings.get('network') ?? '').name
  const id = await resolveQuoteId(context, what)
  return (await (await context.service()).getQuote(id)).quote.request.network
}

function findEndpoint(wanted: string, known: readonly string[], network: NetworkName): string {
  const key = `networks.${network}.privateRpc`
  const fix = `name one with --private <url>, or: swapline config set ${key} <url>`
  const [first] = known
  if (wanted === anyEndpoint) {
    if (first !== undefined) return first
    throw fail('USAGE', { reason: `${network} has no private endpoint that is known.`, fix })
  }
  const found = known.find((url) => new URL(url).host === wanted || new URL(url).href === hrefOf(wanted))
  if (found !== undefined) return found
  if (hrefOf(wanted) === undefined)
    throw fail('USAGE', { reason: `No private endpoint of ${network} has the host ${wanted}.`, fix })
  // What follows the host may be a key, so it is not recorded; without it no later command could send the bytes again.
  if (isOrigin(wanted)) return wanted
  const { host } = new URL(wanted)
  throw fail('USAGE', {
    reason: `The URL of ${host} has more than a host, which the journal does not keep, as it may be a key.`,
    fix: `swapline config set ${key} <url>, then: --private ${host}`,
  })
}

const hrefOf = (text: string): string | undefined => (URL.canParse(text) ? new URL(text).href : undefined)
