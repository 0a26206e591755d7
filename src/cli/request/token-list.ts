import { readFileSync, statSync } from 'node:fs'
import { TokenListFile } from '#cli/schemas/network/tokens'
import { fail } from '#domain/errors'
import { hasGoodChecksum } from '#text/checksum'

/** The largest published lists have about 5 MB. */
const maxBytes = 20_000_000

export type TokenListContent = ReturnType<typeof TokenListFile.parse>

/** A token list in its standard form. @throws `VALIDATION_FAILED`, `BAD_CHECKSUM` is left to each token */
export function readTokenList(path: string): TokenListContent {
  const parsed = TokenListFile.safeParse(readJson(path))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw fail('VALIDATION_FAILED', {
    reason: `${path} is not a token list: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.slice(0, 200),
  })
}

function readJson(path: string): unknown {
  try {
    if (statSync(path).size > maxBytes) throw new RangeError('it is larger than 20 MB')
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (cause) {
    const reason =
      cause instanceof RangeError
        ? cause.message
        : cause instanceof SyntaxError
          ? 'it is not JSON'
          : 'it cannot be read'
    throw fail('VALIDATION_FAILED', { reason: `${path}: ${reason}` }, { cause })
  }
}

/** What the contract says differs from what the list says, or `undefined`. */
export function findListFlaw(
  row: TokenListContent['tokens'][number],
  read: { readonly symbol: string; readonly decimals: number } | undefined,
): string | undefined {
  if (!hasGoodChecksum(row.address)) return 'its address has a wrong checksum'
  if (read === undefined) return 'its contract does not answer'
  if (read.decimals !== row.decimals) return `it has ${read.decimals} decimals on chain, ${row.decimals} in the list`
  return read.symbol === row.symbol ? undefined : `its contract calls itself ${read.symbol}`
}
