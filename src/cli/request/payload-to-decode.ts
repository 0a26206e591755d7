/** A payload of any origin, in any form in which commands, wallets and nodes write one. */
import { fail } from '#domain/errors'
import { findRepeatedKey } from '#domain/repeated-key'
import type { Accounts } from '#domain/trade/accounts'
import { type Address, evm, type Hex, hex } from '#domain/units'

/** A transaction's calldata, and what else is told of it. */
export interface GivenPayload {
  readonly data: Hex
  readonly to?: Address | 'none'
  /** Wei. */
  readonly value?: bigint
  readonly chainId?: number
}

/**
 * Reads calldata as hex, or the one payload of a JSON text, nested at any depth. Which of two payloads will be signed is not
 * known, so a text with two is refused; so are signed bytes that are not the transaction beside them.
 * @throws `USAGE` if there is no payload in it, more than one, one that cannot be read, or one that does more than a call
 */
export async function readGivenPayload(text: string, readSigned: Accounts['readSigned']): Promise<GivenPayload> {
  if (/^\s*0x/i.test(text)) return { data: parseHex(text.trim()) }
  const document = parseJson(text)
  refuseAuthorizations(document)
  const signed = await Promise.all(listSigned(document).map((raw) => readRaw(raw, readSigned)))
  const told = listPayloads(document).map(readFields)
  const [payload, ...others] = [...signed, ...told]
  if (payload === undefined) throw unreadable('There is no calldata in it.', 'give hex, or JSON with "data"')
  const isOne = signed.length === 0 ? isSame : isPartOf
  if (others.some((other) => !isOne(other, payload)))
    throw unreadable('There are several payloads in it, and they differ.', 'give one of them, or its "data"')
  return payload
}

type Fields = Readonly<Record<string, unknown>>

function parseJson(text: string): unknown {
  try {
    const parsed: unknown = JSON.parse(text)
    if (findRepeatedKey(text) === undefined) return parsed
  } catch (cause) {
    throw fail('USAGE', { reason: 'It is neither hex nor JSON.', fix: 'give hex, or JSON with "data"' }, { cause })
  }
  throw unreadable('An object in it has a key twice.', 'give JSON that has each key once')
}

/**
 * Every object with calldata: as `data`, or as `input`, which nodes write. A call without calldata pays all the same: it is
 * one with a recipient and a value, or that is in a list with payloads.
 */
function listPayloads(value: unknown): readonly Fields[] {
  if (Array.isArray(value)) {
    const found = value.map(listPayloads)
    const isList = found.some((payloads) => payloads.length > 0)
    return value.flatMap((one, i) =>
      isList && isFields(one) && found[i]?.length === 0 ? [toBare(one)] : (found[i] ?? []),
    )
  }
  if (!isFields(value)) return []
  const own = ['data', 'input']
    .filter((name) => isHexText(value[name]))
    .map((name) => ({ ...value, data: value[name] }))
  const isBareCall = own.length === 0 && isTold(value['to']) && isTold(value['value'])
  return [...(isBareCall ? [toBare(value)] : own), ...Object.values(value).flatMap(listPayloads)]
}

const toBare = (call: Fields): Fields => ({ ...call, data: '0x' })

/** The bytes of every signed transaction, by the names that wallets, libraries and `tx sign` give them. */
const listSigned = (document: unknown): readonly string[] =>
  listMembers(document).flatMap(([name, value]) =>
    /^(?:raw|signed|serialized)(?:_?(?:transaction|tx))?$/i.test(name) && isHexText(value) ? [String(value)] : [],
  )

async function readRaw(raw: string, readSigned: Accounts['readSigned']): Promise<GivenPayload> {
  try {
    const { to, data, value, chainId } = (await readSigned(hex(raw))).payload
    return { data, to, value, chainId }
  } catch (cause) {
    const reason = 'There are signed bytes in it that are no transaction which can be read.'
    throw fail('USAGE', { reason, fix: 'give the transaction alone' }, { cause })
  }
}

/** By EIP-7702 a transaction of type 4 puts the code of another into the account that signs, whatever it calls. */
function refuseAuthorizations(document: unknown): void {
  const isOne = ([name, value]: Member) =>
    /^(?:authori[sz]ation_?list|eip_?7702_?auth)$/i.test(name) && isTold(value) && !isEmpty(value)
  if (listMembers(document).some(isOne))
    throw unreadable('It has authorizations by EIP-7702, which let other code act for an account.', 'do not sign it')
}

type Member = readonly [name: string, value: unknown]

/** Every member of every object in it. */
const listMembers = (value: unknown): readonly Member[] =>
  isFields(value) ? Object.entries(value).flatMap((member) => [member, ...listMembers(member[1])]) : []

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null
const isTold = (value: unknown): boolean => value !== undefined && value !== null
const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0
const isHexText = (value: unknown): boolean => typeof value === 'string' && /^0x/i.test(value)

function readFields({ data, to, value, chainId }: Fields): GivenPayload {
  return {
    data: parseHex(String(data)),
    ...(to === undefined ? {} : { to: to === null ? 'none' : parseTo(to) }),
    ...(value === undefined || value === null ? {} : { value: parseInteger(value, 'value') }),
    ...(chainId === undefined || chainId === null ? {} : { chainId: Number(parseInteger(chainId, 'chainId')) }),
  }
}

const isSame = (a: GivenPayload, b: GivenPayload): boolean => isPartOf(a, b) && isPartOf(b, a)

/** Whether nothing is told that the whole transaction does not have. */
const isPartOf = (told: GivenPayload, { data, to, value, chainId }: GivenPayload): boolean =>
  told.data === data &&
  (told.to === undefined || told.to === to) &&
  (told.value === undefined || told.value === value) &&
  (told.chainId === undefined || told.chainId === chainId)

function parseHex(text: string): Hex {
  try {
    return hex(text)
  } catch (cause) {
    throw fail('USAGE', { reason: 'That is not calldata: it is not hex of whole bytes.' }, { cause })
  }
}

function parseTo(value: unknown): Address {
  if (typeof value === 'string' && /^0x[0-9a-f]{40}$/i.test(value)) return evm(value.toLowerCase())
  throw unreadable('Its "to" is no address.')
}

/** As a number, as its digits, or in hex as nodes write it. */
function parseInteger(value: unknown, name: string): bigint {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return BigInt(value)
  if (typeof value === 'string' && /^(?:\d{1,78}|0x[0-9a-f]{1,64})$/i.test(value)) return BigInt(value)
  throw unreadable(`Its "${name}" cannot be read exactly.`, 'write it as text, in digits or in hex')
}

const unreadable = (reason: string, fix?: string) => fail('USAGE', { reason, ...(fix === undefined ? {} : { fix }) })
