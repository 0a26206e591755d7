import type { ReadBundle } from '#cli/request/debugging/bundle-file'
import { amountView } from '#cli/views/amount'
import { formatTime } from '#domain/api/plain'
import type { QuoteBundle } from '#domain/debugging/bundle'
import type { Block } from '#domain/pools/snapshot'
import { checksum } from '#text/checksum'

/** What is in a bundle, as JSON shows it. */
export function bundleView({ bundle, app, isIntact, sha256 }: ReadBundle) {
  const { market, quote, request, transaction, failure, timings } = bundle
  return {
    createdAt: formatTime(bundle.createdAt),
    app: { ...app },
    sha256,
    intact: isIntact,
    redacted: bundle.isRedacted,
    network: bundle.network,
    chainId: bundle.chainId,
    quoteId: quote?.id ?? null,
    sell: quote === undefined ? null : amountView(quote.request.sellAmount, quote.sell),
    buy: quote === undefined ? null : amountView(quote.route.amountOut, quote.buy),
    fromAddress: checksum(request.from),
    toAddress: checksum(request.to),
    block: market === undefined ? null : blockView(market.snapshot.block),
    pools: countPools(bundle),
    families: [...bundle.families],
    candidates: bundle.candidates.length,
    router: { address: checksum(bundle.router.address), codeHash: bundle.router.codeHash },
    timings: timings === undefined ? null : { ...timings },
    transaction: transaction === undefined ? null : { ...transaction, revert: transaction.revert ?? null },
    failure: failure === undefined ? null : { ...failure },
  }
}

const blockView = ({ number, hash, time }: Block) => ({
  number,
  hash,
  time: formatTime(time),
})

export const countPools = ({ market, quote }: QuoteBundle) => ({
  read: market?.snapshot.pools.length ?? 0,
  used: new Set(quote?.route.legs.map(({ pool }) => pool.address)).size,
  skipped: market?.snapshot.skipped?.length ?? 0,
  excluded: market?.excludedPools.length ?? 0,
})
