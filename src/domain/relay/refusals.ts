import { fail, type SwapError } from '#domain/errors'

/** Why native currency is not sold gaslessly, on every interface. */
export const nativeSaleRefusal = (): SwapError =>
  fail('GASLESS_NOT_AVAILABLE', {
    reason: 'Native currency cannot be sold by a signature: only a transaction of its owner moves it.',
    fix: 'sell its wrapped form instead',
  })
