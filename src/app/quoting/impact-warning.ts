import type { Quote } from '#domain/quote'
import type { Ppm } from '#domain/units'

/** Above this share of the price a trade loses more to its own size than careful users accept. */
const warnedAbovePpm = 50_000

/** @param impact parts per million; `undefined`, where amounts are too small to tell, is not warned of */
export const impactWarning = (impact: Ppm | undefined): Quote['warnings'] =>
  impact === undefined || impact <= warnedAbovePpm
    ? []
    : [
        {
          code: 'PRICE_IMPACT_HIGH',
          message: `The price impact is ${impact / 10_000} %: so large a trade moves the price against itself.`,
        },
      ]
