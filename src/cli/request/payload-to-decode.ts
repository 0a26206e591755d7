/** A payload of any origin, in any form in which commands, wallets and nodes write one. */
import { fail } from '#domain/errors'
import { findRepeatedKey } from '#domain/repeated-key'
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
 * known, so a text with two is refused.
 * @throws `USAGE` if there is no payload in it, more than one, or one that cannot be read
 */
export function readGivenPayload(text: string): GivenPayload {
  if (/^\s*0x/i.test(text)) return { data: parseHex(text.trim()) }
  const [payload, ...others] = listPayloads(parseJson(text)).map(readFields)
  if (payload === undefined) throw unreadable('There is no calldata in it.', 'give hex, or JSON with "data"')
  if (others.some((other) => !isSame(payload, other)))
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

/** Every object with calldata: as `data`, or as `input`, which nodes write. */
function listPayloads(value: unknown): readonly Fields[] {
  if (Array.isArray(value)) return value.flatMap(listPayloads)
  if (!isFields(value)) return []
  const own = ['data', 'input']
    .filter((name) => isHexText(value[name]))
    .map((name) => ({ ...value, data: value[name] }))
  return [...own, ...Object.values(value).flatMap(listPayloads)]
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null
const isHexText = (value: unknown): boolean => typeof value === 'string' && /^0x/i.test(value)

function readFields({ data, to, value, chainId }: Fields): GivenPayload {
  return {
    data: parseHex(String(data)),
    ...(to === undefined ? {} : { to: to === null ? 'none' : parseTo(to) }),
    ...(value === undefined || value === null ? {} : { value: parseInteger(value, 'value') }),
    ...(chainId === undefined || chainId === null ? {} : { chainId: Number(parseInteger(chainId, 'chainId')) }),
  }
}

const isSame = (a: GivenPayload, b: GivenPayload): boolean =>
  a.data === b.data && a.to === b.to && a.value === b.value && a.chainId === b.chainId

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
