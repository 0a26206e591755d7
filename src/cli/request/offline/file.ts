/** The files of transactions that are signed on another machine. */
import { existsSync, mkdtempSync, readFileSync, rmdirSync, unlinkSync, writeFileSync } from 'node:fs'
import type { z } from 'zod'
import type { Context } from '#cli/context'
import type { Json } from '#cli/out/types'
import type { TokenRef } from '#cli/schemas/amount'
import { SignedDocument, UnsignedDocument } from '#cli/schemas/trade/offline'
import { fail } from '#domain/errors'
import type { Payload } from '#domain/payload'
import type { Token } from '#domain/token'
import type { SignedTransaction, UnsignedTransaction } from '#domain/trade/offline'
import { amount, evm, gas, hex, networkName, quoteId, type Seconds, seconds, wei } from '#domain/units'

/**
 * To be called before a quote is used up or anything is signed: a file that cannot be written would be refused too late.
 * It is made and taken away again, so a command that ends before the file is written leaves none.
 * @param path the file of `--out`; `undefined`: a file in this folder, whose name is not known yet
 * @throws `USAGE`
 */
export function requireWritable(path: string | undefined): void {
  if (path === undefined) refuseUnwritable('A file in this folder', () => rmdirSync(mkdtempSync('.swapline-')))
  else {
    create(path, '')
    unlinkSync(path)
  }
}

/** Readable by its owner only. An existing file is never replaced. @throws `USAGE` */
export const writeOfflineFile = (path: string, document: Json): void =>
  create(path, `${JSON.stringify(document, null, 2)}\n`)

const create = (path: string, content: string): void =>
  refuseUnwritable(path, () => writeFileSync(path, content, { mode: 0o600, flag: 'wx' }))

function refuseUnwritable(what: string, write: () => void): void {
  try {
    write()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    const why = error.code === 'EEXIST' ? 'it exists already' : String(error.code)
    throw fail('USAGE', { reason: `${what} cannot be written: ${why}.`, fix: 'choose another file: --out <file>' })
  }
}

/** What the name of a file that is not named by `--out` is made of. */
interface Naming {
  readonly transaction: Pick<UnsignedTransaction, 'step' | 'network' | 'nonce'>
  readonly state: 'unsigned' | 'signed'
}

/**
 * Writes the file of `--out`, or one named after step, network and nonce, with a number if that name is taken: by then the
 * quote is used up.
 * @returns its path
 * @throws `USAGE`
 */
export function writeNamedFile(path: string | undefined, document: Json, { transaction, state }: Naming): string {
  const { step, network, nonce } = transaction
  const name = `${step}-${network}-${nonce}`
  let target = path ?? `${name}.${state}.json`
  for (let turn = 2; path === undefined && existsSync(target); turn += 1) target = `${name}-${turn}.${state}.json`
  writeOfflineFile(target, document)
  return target
}

/** @throws `USAGE` unless the file is one of `tx build`, whole and with nothing added */
export const readUnsigned = async (context: Context, path: string): Promise<UnsignedTransaction> =>
  toUnsigned(parse(await readDocument(context, path), UnsignedDocument, { path, from: 'tx build' }))

/** @throws `USAGE` unless the file is one of `tx sign`, whole and with nothing added */
export async function readSigned(context: Context, path: string): Promise<SignedTransaction> {
  const read = parse(await readDocument(context, path), SignedDocument, { path, from: 'tx sign' })
  return { unsigned: toUnsigned(read.unsigned), raw: hex(read.raw), hash: hex(read.hash) }
}

async function readDocument({ readStdin }: Context, path: string): Promise<unknown> {
  const text = path === '-' ? await readStdin() : readText(path)
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw fail('USAGE', { reason: `${path} is no JSON.` }, { cause })
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw fail('USAGE', { reason: `The file ${path} cannot be read.` }, { cause })
  }
}

interface Source {
  readonly path: string
  readonly from: string
}

function parse<T extends z.ZodType>(value: unknown, schema: T, { path, from }: Source): z.infer<T> {
  const read = schema.safeParse(value)
  if (read.success) return read.data
  const [issue] = read.error.issues
  const where = issue === undefined || issue.path.length === 0 ? '' : ` at ${issue.path.join('.')}`
  throw fail('USAGE', {
    reason: `${path} is not a file of swapline ${from}${where}.`,
    fix: `give the file that swapline ${from} wrote, unchanged`,
  })
}

function toUnsigned(document: z.infer<typeof UnsignedDocument>): UnsignedTransaction {
  const { network, transaction, limits, l1Fee, builtAt } = document
  const { maxGasPrice, maxGasCost } = limits
  const base = {
    network: networkName(network),
    payload: toPayload(transaction),
    nonce: transaction.nonce,
    budget: { maxPrice: toWei(maxGasPrice), maxCost: toWei(maxGasCost), of: 'swap' as const },
    ...(l1Fee === undefined ? {} : { l1Fee: toWei(l1Fee) }),
    builtAt: toSeconds(builtAt),
  }
  if (document.step === 'approve') {
    const { token, amount: raw, before } = document.terms
    const seen = before === undefined ? {} : { before: amount(BigInt(before)) }
    return { ...base, step: 'approve', token: toToken(token), amount: amount(BigInt(raw)), ...seen }
  }
  const { sell, buy, sellAmount, quotedOut, minimumOut, to, deadline } = document.terms
  const trade = {
    quoteId: quoteId(document.terms.quoteId),
    sell: toToken(sell),
    buy: toToken(buy),
    sellAmount: amount(BigInt(sellAmount)),
    quotedOut: amount(BigInt(quotedOut)),
    minimumOut: amount(BigInt(minimumOut)),
    to: evm(to),
    deadline: toSeconds(deadline),
  }
  return { ...base, step: 'swap', trade }
}

function toPayload(transaction: z.infer<typeof UnsignedDocument>['transaction']): Payload {
  const { from, to, data, value, chainId, gasLimit } = transaction
  const call = { from: evm(from), to: evm(to), data: hex(data), value: toWei(value), chainId }
  const fees =
    transaction.type === 2
      ? {
          type: transaction.type,
          maxFeePerGas: toWei(transaction.maxFeePerGas),
          maxPriorityFeePerGas: toWei(transaction.maxPriorityFeePerGas),
        }
      : { type: transaction.type, gasPrice: toWei(transaction.gasPrice) }
  return { ...call, gasLimit: gas(BigInt(gasLimit)), fees }
}

const toWei = (raw: string) => wei(BigInt(raw))
const toSeconds = (time: string): Seconds => seconds(Math.floor(Date.parse(time) / 1_000))

const toToken = ({ network, address, symbol, name, decimals, verified }: z.infer<typeof TokenRef>): Token => ({
  network: networkName(network),
  address: evm(address),
  symbol,
  ...(name === undefined ? {} : { name }),
  decimals,
  listed: verified,
})
