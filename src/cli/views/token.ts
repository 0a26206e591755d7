import { tokenView } from '#cli/views/amount'
import type { Token } from '#domain/token'

/** A token as lists of tokens show it. */
export const listedTokenView = (token: Token, own: readonly Token[]) => ({
  ...tokenView(token),
  own: own.some(({ address, network }) => address === token.address && network === token.network),
})
