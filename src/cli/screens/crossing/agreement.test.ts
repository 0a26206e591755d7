import { expect, test } from 'vitest'
import { plainPaint } from '#cli/out/screen'
import { amount, wei } from '#domain/units'
import { address, crossQuote } from '#test/crossing/quote-sample'
import { crossingTermsLines } from './agreement.ts'

test('what is agreed to names the least deposit and the least output', () => {
  const unit = 10n ** 18n
  const bridge = { ...crossQuote.bridge, deposited: amount(3n * unit), depositedMin: amount(2n * unit) }
  const terms = {
    ...{ account: { name: 'one', address: address(1) }, recipient: address(1), deadlineSeconds: 180 },
    ...{ approval: undefined, maxGasCost: wei(2n), expectedGasCost: wei(1n), nativeUsd: undefined },
  }
  const quote = { ...crossQuote, bridge, amountOut: amount(5n * unit), minimumOut: amount(4n * unit) }
  const text = crossingTermsLines(quote, terms, { width: 80, paint: plainPaint }).join('\n')
  expect(text).toMatch(/deposit of at least 2 T6\n\s+quoted 3 T6/)
  expect(text).toMatch(/at least 4 T10 on base\n\s+quoted 5 T10/)
})
