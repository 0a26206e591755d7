import type { Quote } from '#domain/quotes/quote'
import type { Ppm } from '#domain/units'

/** Above this share of the price, a trade loses more to its own size than careful users accept. */
const warningThresholdPpm = 50_000

/** @param impact parts per million; `undefined` (amounts too small to tell) gives no warning */
export const getImpactWarnings = (impact: Ppm | undefined): Quote['warnings'] =>
  impact === undefined || impact <= warningThresholdPpm
    ? []
    : [
        {
          code: 'PRICE_IMPACT_HIGH',
          message: `The price impact is ${impact / 10_000} %: so large a trade moves the price against itself.`,
        },
      ]
