import { type Amount, amount } from '#domain/units'

/** Trades that a pool is asked to quote when it is read, to detect a pool with other rules than ours. */
export interface Probe {
  readonly from: 0 | 1
  /** Smallest units of either token: some a small part of a pool, some more than all of it. */
  readonly amountIn: Amount
}

export const probes: readonly Probe[] = [10n ** 5n, 10n ** 12n, 10n ** 19n].flatMap((amountIn): readonly Probe[] => [
  { from: 0, amountIn: amount(amountIn) },
  { from: 1, amountIn: amount(amountIn) },
])
