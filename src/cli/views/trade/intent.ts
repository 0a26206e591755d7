import { amountView } from '#cli/views/amount'
import { approvalsOf, transactionView } from '#cli/views/trade/transaction'
import { formatTime } from '#domain/api/plain'
import { type Intent, transactionOf } from '#domain/journal/swap'

/** The state of a swap: the JSON of `swap` and `status`. */
export function intentView(intent: Intent) {
  const { trade } = intent
  const tx = (['swap', 'deploy', 'cross', 'claim'] as const).flatMap((step) => transactionOf(intent, step) ?? [])[0]
  const approvals = approvalsOf(intent)
  return {
    swapId: intent.id,
    kind: intent.kind,
    network: intent.network,
    chainId: intent.chainId,
    quoteId: trade?.quoteId ?? null,
    idempotencyKey: intent.key,
    stage: intent.stage,
    ...(approvals.length === 0 ? {} : { approve: approvals.map(transactionView) }),
    ...(tx === undefined ? {} : { tx: transactionView(tx) }),
    ...(trade === undefined ? requestedView(intent) : tradeView(trade)),
    timeline: intent.timeline.map(({ stage, step, at, hash }) => ({
      stage,
      ...(step === undefined ? {} : { step }),
      at: formatTime(at),
      ...(hash === undefined ? {} : { hash }),
    })),
  }
}

/** What was typed, as long as no trade is signed. */
const requestedView = ({ request }: Intent) => (request === undefined ? {} : { requested: request })

function tradeView(trade: NonNullable<Intent['trade']>) {
  const { sell, buy, sellAmount, quotedOut, minimumOut, bought } = trade
  return {
    sold: amountView(sellAmount, sell),
    quoted: amountView(quotedOut, buy),
    minimum: amountView(minimumOut, buy),
    ...(bought === undefined
      ? {}
      : {
          bought: amountView(bought, buy),
          vsQuoteBps: bpsOver(bought, quotedOut),
          vsMinBps: bpsOver(bought, minimumOut),
        }),
  }
}

/** The relative difference of `a` over `b`, in hundredths of a percent with two decimals, rounded towards zero. */
export const bpsOver = (a: bigint, b: bigint): number => (b === 0n ? 0 : Number(((a - b) * 1_000_000n) / b) / 100)
