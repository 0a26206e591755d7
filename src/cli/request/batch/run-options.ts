/** The limits of a run, from flags. */
import type { Input } from '#cli/define-command'
import { unitsToRaw } from '#cli/parse/amount'
import { choiceParser, integerParser, parseText } from '#cli/parse/plain'
import { fail } from '#domain/errors'
import { formatDecimal } from '#domain/format-decimal'
import type { BatchLimits } from '#domain/trade/batch/order'
import { type BatchPlan, sumPlan } from '#domain/trade/batch/plan'
import { getNetworkEntry } from '#networks/find'

/** `2/s`, `30/m`: the milliseconds from one row to the next. */
function parseRate(text: string): number {
  const [, digits = '', unit = ''] = /^([1-9]\d{0,4})\/([sm])$/.exec(text) ?? []
  if (digits === '') throw fail('VALIDATION_FAILED', { reason: `"${text}" is not a rate: write 2/s or 30/m` })
  return (unit === 's' ? 1_000 : 60_000) / Number(digits)
}

export const limitOptions = {
  maxGas: {
    flag: '--max-gas <native>',
    about: 'maximum gas cost of the whole batch on each network, native',
    parse: parseText,
  },
  onError: {
    flag: '--on-error <what>',
    about: 'after a row that failed: stop (default) or continue',
    parse: choiceParser(['stop', 'continue'] as const),
  },
  maxFailures: {
    flag: '--max-failures <n>',
    about: 'with --on-error continue: stop once more rows than this have failed',
    parse: integerParser(0, 10_000),
  },
  rate: { flag: '--rate <n/s>', about: 'begin at most so many rows: 2/s, 30/m', parse: parseRate },
  confirmations: {
    flag: '--confirmations <n>',
    about: 'blocks to wait for after each row',
    parse: integerParser(1, 1_000),
    fallback: '1',
  },
} as const

export type LimitInput = Input<Record<never, never>, typeof limitOptions>

/** The limits that the flags name, for the networks of a plan. */
export function resolveLimits({ maxGas, onError, maxFailures }: LimitInput, plan: BatchPlan): Partial<BatchLimits> {
  const networks = [...new Set(plan.rows.map(({ order }) => order.network))]
  const gas = (text: string) =>
    Object.fromEntries(networks.map((name): [string, bigint] => [name, unitsToRaw(text, getNetworkEntry(name).native)]))
  return {
    ...(maxGas === undefined ? {} : { maxGas: gas(maxGas) }),
    ...(onError === undefined ? {} : { onError }),
    ...(maxFailures === undefined ? {} : { maxFailures }),
  }
}

/**
 * Compares what a batch sells with `TOKEN=AMOUNT` limits, each over all networks. A row never sells more than its plan
 * says, so nothing has to be counted later.
 * @throws `BATCH_SPEND_ABOVE_LIMIT`; `USAGE` for a token that the batch does not sell, which may be a typing error
 */
export function requireSpendWithin(plan: BatchPlan, limits: readonly string[]): void {
  const { sold } = sumPlan(plan)
  for (const text of limits) {
    const [, word = '', digits = ''] = /^([^=]+)=(.+)$/.exec(text) ?? []
    const meant = sold.filter(({ token }) => [token.symbol.toLowerCase(), token.address].includes(word.toLowerCase()))
    if (meant.length === 0)
      throw fail('USAGE', {
        reason: `--max-spend ${text}: the batch sells no such token.`,
        fix: 'write --max-spend USDC=1500',
      })
    const decimals = Math.max(digits.split('.')[1]?.length ?? 0, ...meant.map(({ token }) => token.decimals))
    const limit = unitsToRaw(digits, { symbol: word, decimals })
    const total = meant.reduce((sum, { token, amount }) => sum + amount * 10n ** BigInt(decimals - token.decimals), 0n)
    if (total <= limit) continue
    const say = (raw: bigint) => `${formatDecimal(raw, decimals)} ${word}`
    throw fail('BATCH_SPEND_ABOVE_LIMIT', { planned: say(total), limit: say(limit) })
  }
}
