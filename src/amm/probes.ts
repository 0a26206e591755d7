import { type Amount, amount } from '#domain/units'

/** Trades that a pool is asked about when it is read, so that one of other rules than ours gives itself away. */
export interface Probe {
  readonly from: 0 | 1
  /** Smallest units of either token: some of a small part of a pool, some of more than all. */
  readonly amountIn: Amount
}

export const probes: readonly Probe[] = [10n ** 5n, 10n ** 12n, 10n ** 19n].flatMap((amountIn): readonly Probe[] => [
  { from: 0, amountIn: amount(amountIn) },
  { from: 1, amountIn: amount(amountIn) },
])
