/** What a word after `simulate` names: a quote, a bundle, or a file with a transaction. */
import { readFileSync } from 'node:fs'
import type { Context } from '#cli/context'
import { parseQuoteReference } from '#cli/parse/reference'
import { isBundlePath } from '#cli/request/debugging/find-bundle'
import { requireTradable } from '#cli/request/quote-options'
import { findAccount } from '#cli/talk/choose-account'
import type { SimulationQuery } from '#domain/debugging/simulation'
import { fail } from '#domain/errors'
import { isPlaceholderAddress, placeholderSender, type Quote } from '#domain/quotes/quote'
import { type Address, evm, hex, wei } from '#domain/units'

interface SimulationOptions {
  readonly from: Address | undefined
  readonly isReal: boolean
}

/** @throws `QUOTE_NOT_FOUND`, `BUNDLE_INVALID`, `BUNDLE_INCOMPLETE`; `USAGE` for a file without a transaction */
export async function findSimulation(
  context: Context,
  word: string,
  options: SimulationOptions,
): Promise<SimulationQuery> {
  if (!isBundlePath(word)) {
    const { quote, consumedAt } = await (await context.service()).getQuote(parseQuoteReference(word))
    return ofQuote(context, quote, { ...options, held: consumedAt === undefined ? undefined : quote.id })
  }
  const bytes = word === '-' ? undefined : readText(word)
  const transaction = bytes === undefined ? undefined : findTransaction(bytes)
  if (transaction !== undefined) return ofTransaction(context, transaction, options)
  const { readBundle } = await import('#cli/request/debugging/bundle-file')
  const { bundle } = await readBundle(context, word)
  if (bundle.quote === undefined) throw fail('BUNDLE_INCOMPLETE', { missing: 'quote' })
  return ofQuote(context, bundle.quote, { ...options, held: bundle.transaction?.hash })
}

async function ofQuote(
  context: Context,
  quote: Quote,
  { from, isReal, held }: SimulationOptions & Pick<SimulationQuery, 'held'>,
): Promise<SimulationQuery> {
  const quoted = quote.request.from
  const account = from === undefined && isPlaceholderAddress(quoted) ? await findAccount(context) : undefined
  const own = isPlaceholderAddress(quoted) ? (account?.address ?? placeholderSender) : quoted
  return { network: quote.request.network, quote, sender: from ?? own, isReal, held }
}

interface FileTransaction {
  readonly from: string | undefined
  readonly to: string
  readonly data: string
  readonly value: string
  readonly chainId: number | undefined
  /** Of signed bytes in the same file. */
  readonly held: string | undefined
}

async function ofTransaction(
  context: Context,
  { to, data, value, chainId, held, ...file }: FileTransaction,
  { from, isReal }: SimulationOptions,
): Promise<SimulationQuery> {
  const network = await requireTradable(context)
  if (chainId !== undefined && chainId !== network.chainId)
    throw fail('USAGE', {
      reason: `The transaction is of chain ${chainId}, and ${network.name} is ${network.chainId}.`,
    })
  const sender = from ?? (file.from === undefined ? (await findAccount(context))?.address : evm(file.from))
  const transaction = { from: sender ?? placeholderSender, to: evm(to), data: hex(data), value: wei(BigInt(value)) }
  return { network: network.name, transaction, isReal, held }
}

/** `undefined` for a compressed file, which is a bundle, and for one that cannot be read: who reads bundles says why. */
function readText(path: string): string | undefined {
  try {
    const bytes = readFileSync(path)
    return bytes[0] === 0x1f ? undefined : bytes.toString('utf8')
  } catch {
    return undefined
  }
}

/** The first object in a document with an address and calldata; `undefined` in a bundle and in what is no JSON. */
function findTransaction(text: string): FileTransaction | undefined {
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch {
    return undefined
  }
  if (memberOf(document, 'market') !== undefined) return undefined
  return search(document, 0, undefined)
}

const maxDepth = 6

function search(value: unknown, depth: number, around: string | undefined): FileTransaction | undefined {
  if (typeof value !== 'object' || value === null || depth > maxDepth) return undefined
  const held = readHeld(value) ?? around
  const [to, data, from, amount, chainId] = ['to', 'data', 'from', 'value', 'chainId'].map((name) =>
    memberOf(value, name),
  )
  if (isAddress(to) && typeof data === 'string' && /^0x([0-9a-f]{2})*$/i.test(data))
    return {
      to,
      data,
      from: isAddress(from) ? from : undefined,
      value: typeof amount === 'string' && /^(\d{1,78}|0x[0-9a-f]{1,64})$/i.test(amount) ? amount : '0',
      chainId: typeof chainId === 'number' ? chainId : undefined,
      held,
    }
  for (const inner of Object.values(value)) {
    const found = search(inner, depth + 1, held)
    if (found !== undefined) return found
  }
  return undefined
}

/** As `tx sign` and the output of a swap name it. */
const readHeld = (value: object): string | undefined =>
  ['hash', 'txHash']
    .map((name) => memberOf(value, name))
    .find((one): one is string => typeof one === 'string' && /^0x[0-9a-f]{64}$/.test(one))

const isAddress = (value: unknown): value is string => typeof value === 'string' && /^0x[0-9a-f]{40}$/i.test(value)

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
