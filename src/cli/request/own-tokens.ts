import type { Context } from '#cli/context'
import { sanitizeSymbol } from '#cli/out/safe-text'
import type { Notice } from '#cli/out/types'
import { fail } from '#domain/errors'
import type { Token } from '#domain/token'
import { checksum } from '#text/checksum'

/** @throws `USAGE` for a token that is listed, or named without its address */
export function rejectUnlistable(token: Token, word: string): void {
  if (!/0x/i.test(word))
    throw fail('USAGE', { reason: 'A token is added by its address.', fix: 'swapline tokens add 0x… -n <network>' })
  if (token.listed)
    throw fail('USAGE', {
      reason: `${token.symbol} is in the list of ${token.network} already.`,
      fix: 'use its symbol',
    })
}

/** What has to be said of a symbol that others have, or that imitates one. */
export function clashWarning(token: Token, known: readonly Token[]): Notice | undefined {
  const others = known.filter(
    ({ symbol, address }) => address !== token.address && symbol.toUpperCase() === token.symbol.toUpperCase(),
  )
  const shown = sanitizeSymbol(token.symbol)
  if (others.length > 0)
    return {
      code: 'SYMBOL_TAKEN',
      message: `${shown} is also the symbol of ${others.map(({ address }) => checksum(address)).join(', ')}: it will be refused without an address.`,
    }
  return /^[\w.$+-]{1,24}$/.test(token.symbol) && !/^0x/i.test(token.symbol)
    ? undefined
    : { code: 'SYMBOL_UNUSUAL', message: `${shown} has unusual characters: the token is found by its address only.` }
}

/** Later additions of the same contract replace earlier ones. */
export async function addTokens(context: Pick<Context, 'addressBook'>, tokens: readonly Token[]): Promise<void> {
  const book = await context.addressBook()
  const isNew = (one: Token): boolean =>
    tokens.some(({ network, address }) => network === one.network && address === one.address)
  await book.change((content) => ({
    ...content,
    tokens: [...content.tokens.filter((one) => !isNew(one)), ...tokens],
  }))
}
