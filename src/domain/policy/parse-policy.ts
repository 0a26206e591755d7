import type { Policy, PolicyToken, TokenLimit } from '#domain/policy/policy'
import { findRepeatedKey } from '#domain/repeated-key'
import { evm, networkName } from '#domain/units'

/** The format of the file; a newer one is refused, as its rules may not be understood. */
const version = 1

export const formatPolicy = (policy: Policy): string => `${JSON.stringify({ version, ...policy }, undefined, 2)}\n`

/**
 * Reads what {@link formatPolicy} writes. Strict: a rule that is not understood must not be skipped.
 * @throws RangeError with what is wrong
 */
export function parsePolicy(text: string): Policy {
  const fields = toRecord(JSON.parse(text))
  const repeated = findRepeatedKey(text) // of two limits the first would be skipped
  if (repeated !== undefined) throw new RangeError(`"${repeated}" is there twice`)
  if (fields.get('version') !== version) throw new RangeError(`its version is not ${version}`)
  for (const name of fields.keys()) if (!known.has(name)) throw new RangeError(`"${name}" is unknown`)
  return {
    stateDirectory: toText(fields.get('stateDirectory')),
    perTransaction: toList(fields.get('perTransaction')).map(toLimit),
    perDay: toList(fields.get('perDay')).map(toLimit),
    allowTokens: toList(fields.get('allowTokens')).map(toToken),
    denyTokens: toList(fields.get('denyTokens')).map(toToken),
    allowRecipients: toList(fields.get('allowRecipients')).map((one) => evm(toText(one))),
    networks: toList(fields.get('networks')).map((one) => networkName(toText(one))),
  }
}

const known: ReadonlySet<string> = new Set([
  'version',
  'stateDirectory',
  'perTransaction',
  'perDay',
  'allowTokens',
  'denyTokens',
  'allowRecipients',
  'networks',
])

function toLimit(value: unknown): TokenLimit {
  const fields = toRecord(value)
  const limit = toText(fields.get('limit'))
  if (!isLimitText(limit)) throw new RangeError(`"${limit}" is not a limit`)
  return { token: toToken(fields.get('token')), limit }
}

/** Plain digits with at most 36 decimals; 0 forbids the token. */
export const isLimitText = (text: string): boolean => /^\d{1,40}(\.\d{1,36})?$/.test(text)

function toToken(value: unknown): PolicyToken {
  const fields = toRecord(value)
  const symbol = toText(fields.get('symbol'))
  if (!fields.has('address') && !fields.has('network')) return { symbol }
  const decimals = fields.get('decimals')
  if (typeof decimals !== 'number' || !Number.isInteger(decimals) || decimals < 0 || decimals > 255)
    throw new RangeError('a token has no valid decimals')
  return {
    network: networkName(toText(fields.get('network'))),
    address: evm(toText(fields.get('address'))),
    symbol,
    decimals,
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
  if (typeof value !== 'string' || value === '') throw new RangeError('a text is missing')
  return value
}
