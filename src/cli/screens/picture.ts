/** A route as people see it: texts only, all of them safe to show. The drawings are made from this. */
import { shortAddress } from '#cli/checksum'
import { safe, safeSymbol } from '#cli/safe-text'
import { amountLine, feeText, shareText, shortUnits } from '#cli/screens/text'
import { partsOf } from '#domain/parts'
import type { Hop, Route } from '#domain/route'
import type { Token } from '#domain/token'
import type { Address } from '#domain/units'

export interface Picture {
  /** `10 ETH` */
  readonly sold: string
  readonly bought: string
  readonly sellSymbol: string
  readonly buySymbol: string
  readonly pools: number
  readonly paths: readonly PicturePath[]
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

/** The token at an address, where anybody knows it. */
export type TokenAt = (address: Address) => Pick<Token, 'symbol' | 'decimals'> | undefined

/**
 * @param ends the sold and bought token as the user named them: native, where the route trades its wrapped form
 */
export function pictureOf(
  route: Route,
  ends: { readonly sell: Token; readonly buy: Token },
  tokenAt: TokenAt,
): Picture {
  const symbol = (address: Address): string => safeSymbol(tokenAt(address)?.symbol ?? shortAddress(address))
  const amount = (raw: bigint, address: Address): string => {
    const token = tokenAt(address)
    return token === undefined ? `raw ${raw}` : shortUnits(raw, token)
  }
  const hopOf = (hop: Hop): PictureHop => ({
    venue: safe(hop.pool.venue.title, 24),
    fee: feeText(hop.pool.feePpm),
    pool: shortAddress(hop.pool.address),
    from: symbol(hop.tokenIn),
    to: symbol(hop.tokenOut),
    amountIn: amount(hop.amountIn, hop.tokenIn),
    amountOut: amount(hop.amountOut, hop.tokenOut),
  })
  const shares = partsOf(
    route.paths.map(({ amountIn }) => amountIn),
    10_000,
  )
  return {
    sold: amountLine(route.amountIn, ends.sell),
    bought: amountLine(route.amountOut, ends.buy),
    sellSymbol: safeSymbol(ends.sell.symbol),
    buySymbol: safeSymbol(ends.buy.symbol),
    pools: new Set(route.paths.flatMap(({ hops }) => hops.map(({ pool }) => pool.address))).size,
    paths: route.paths.map((path, i) => ({
      share: shareText(shares[i] ?? 0),
      sold: shortUnits(path.amountIn, ends.sell),
      bought: shortUnits(path.amountOut, ends.buy),
      hops: path.hops.map(hopOf),
    })),
  }
}
