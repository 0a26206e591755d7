import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fail, SwapError } from '#domain/errors'
import type { Token } from '#domain/token'
import { type AddressBook, type AddressBookContent, type Contact, isContactName } from '#domain/trade/address-book'
import { evm, networkName, seconds } from '#domain/units'
import { claimStateDirectory } from '#store/private-file'

export interface AddressBookContext {
  readonly path: string
  readonly uuid: () => string
  /** Runs while no other process holds the lock `file`. */
  readonly lock: (file: { readonly path: string; readonly what: string }, work: () => Promise<void>) => Promise<void>
}

const version = 1

/** One small JSON file: reading a database would delay every quote by what its native library takes to load. */
export function createAddressBook({ path, uuid, lock }: AddressBookContext): AddressBook {
  const read = (): AddressBookContent => parseFile(path, readText(path))
  return {
    contacts: () => read().contacts,
    tokens: (network) => read().tokens.filter((token) => token.network === network),
    change: (edit) =>
      lock({ path: join(dirname(path), 'locks', 'address-book.lock'), what: 'contacts and tokens' }, async () => {
        claimStateDirectory(dirname(path))
        write(path, formatContent(edit(read())), uuid())
      }),
  }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && isAbsent(cause.code)) return undefined
    throw fail('CONFIG_INVALID', { path, reason: 'it cannot be read' }, { cause })
  }
}

/** A state directory that cannot be one is reported by what stores something there. */
const isAbsent = (code: unknown): boolean => code === 'ENOENT' || code === 'ENOTDIR'

function write(path: string, text: string, id: string): void {
  const draft = `${path}.${id}`
  try {
    writeFileSync(draft, text, { mode: 0o600, flag: 'wx', flush: true })
    renameSync(draft, path)
  } catch (error) {
    rmSync(draft, { force: true })
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    throw fail('CONFIG_INVALID', { path, reason: `it cannot be written (${code})` })
  }
}

const formatContent = ({ contacts, tokens }: AddressBookContent): string =>
  `${JSON.stringify({ version, contacts, tokens }, undefined, 2)}\n`

function parseFile(path: string, text: string | undefined): AddressBookContent {
  if (text === undefined) return { contacts: [], tokens: [] }
  try {
    const fields = toRecord(JSON.parse(text))
    if (fields.get('version') !== version) throw new RangeError(`its version is not ${version}`)
    return {
      contacts: toList(fields.get('contacts')).map(toContact),
      tokens: toList(fields.get('tokens')).map(toToken),
    }
  } catch (cause) {
    const isOurs = cause instanceof RangeError || cause instanceof SwapError
    throw fail('CONFIG_INVALID', { path, reason: isOurs ? cause.message : 'it is not JSON' }, { cause })
  }
}

function toContact(value: unknown): Contact {
  const fields = toRecord(value)
  const name = toText(fields.get('name'))
  if (!isContactName(name)) throw new RangeError('a name of a contact is not valid')
  return { name, address: evm(toText(fields.get('address'))), addedAt: seconds(Number(fields.get('addedAt'))) }
}

function toToken(value: unknown): Token {
  const fields = toRecord(value)
  const decimals = Number(fields.get('decimals'))
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > 255) throw new RangeError('decimals are not valid')
  const name = fields.get('name')
  return {
    network: networkName(toText(fields.get('network'))),
    address: evm(toText(fields.get('address'))),
    symbol: toText(fields.get('symbol')),
    ...(typeof name === 'string' ? { name } : {}),
    decimals,
    listed: false,
  }
}

function toRecord(value: unknown): ReadonlyMap<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new RangeError('an object is missing')
  return new Map(Object.entries(value))
}

function toList(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new RangeError('a list is missing')
  return value
}

function toText(value: unknown): string {
  if (typeof value !== 'string') throw new RangeError('a text is missing')
  return value
}
