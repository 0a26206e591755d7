/** A route for display: texts only, all sanitized. The drawings are made from this. */

import { sanitize, sanitizeSymbol } from '#cli/out/safe-text'
import { mergeHops } from '#cli/screens/drawings/merge-hops'
import { amountLine, feeText, shareText, shortUnitsText } from '#cli/screens/layout/text'
import type { Hop, Route } from '#domain/quotes/route'
import { splitProportionally } from '#domain/quotes/split-proportionally'
import type { Token } from '#domain/token'
import type { Address } from '#domain/units'
import { shortAddress } from '#text/checksum'

export interface RoutePicture {
  /** `10 ETH` */
  readonly sold: string
  readonly bought: string
  readonly sellSymbol: string
  readonly buySymbol: string
  readonly pools: number
  readonly paths: readonly PicturePath[]
  /** Every pool once per direction, with all that paths put through it; sellers of a token follow those that buy it. */
  readonly legs: readonly PictureLeg[]
}

export interface PictureLeg extends PictureHop {
  /** `62.0 %` of the whole trade. */
  readonly share: string
  /** The same, 0 … 1. */
  readonly weight: number
  /** Tokens by address: two may have one symbol. */
  readonly fromKey: string
  readonly toKey: string
}

export interface PicturePath {
  /** `62.0 %` */
  readonly share: string
  readonly sold: string
  readonly bought: string
  readonly hops: readonly PictureHop[]
}

export interface PictureHop {
  readonly venue: string
  readonly fee: string
  /** `0x88e6…5640` */
  readonly pool: string
  readonly from: string
  readonly to: string
  readonly amountIn: string
  readonly amountOut: string
}

/** The token at an address, if known. */
export type TokenLookup = (address: Address) => Pick<Token, 'symbol' | 'decimals'> | undefined

/** @param ends the input and output token as the user named them: native, although the route trades its wrapped form */
export function createPicture(
  route: Route,
  ends: { readonly sell: Token; readonly buy: Token },
  tokenAt: TokenLookup,
): RoutePicture {
  const symbol = (address: Address): string => sanitizeSymbol(tokenAt(address)?.symbol ?? shortAddress(address))
  const amount = (raw: bigint, address: Address): string => {
    const token = tokenAt(address)
    return token === undefined ? `raw ${raw}` : shortUnitsText(raw, token)
  }
  const hopOf = (hop: Hop): PictureHop => ({
    venue: sanitize(hop.pool.venue.title, 24),
    fee: feeText(hop.pool.feePpm),
    pool: shortAddress(hop.pool.address),
    from: symbol(hop.tokenIn),
    to: symbol(hop.tokenOut),
    amountIn: amount(hop.amountIn, hop.tokenIn),
    amountOut: amount(hop.amountOut, hop.tokenOut),
  })
  const shares = splitProportionally(
    route.paths.map(({ amountIn }) => amountIn),
    10_000,
  )
  return {
    sold: amountLine(route.amountIn, ends.sell),
    bought: amountLine(route.amountOut, ends.buy),
    sellSymbol: sanitizeSymbol(ends.sell.symbol),
    buySymbol: sanitizeSymbol(ends.buy.symbol),
    pools: new Set(route.paths.flatMap(({ hops }) => hops.map(({ pool }) => pool.address))).size,
    paths: route.paths.map((path, i) => ({
      share: shareText(shares[i] ?? 0),
      sold: shortUnitsText(path.amountIn, ends.sell),
      bought: shortUnitsText(path.amountOut, ends.buy),
      hops: path.hops.map(hopOf),
    })),
    legs: mergeHops(route).map((hop) => ({
      ...hopOf(hop),
      share: shareText(Math.round(hop.weight * 10_000)),
      weight: hop.weight,
      fromKey: hop.tokenIn,
      toKey: hop.tokenOut,
    })),
  }
}
