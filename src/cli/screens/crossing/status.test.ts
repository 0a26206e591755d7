import { expect, test } from 'vitest'
import { plainPaint } from '#cli/out/screen'
import { trackedView } from '#cli/views/crossing/tracked'
import type { TrackedCrossing } from '#domain/service/crossing-service'
import { amount, evm, hex, networkName, noBytes, seconds } from '#domain/units'
import { trackedLines } from './status.ts'

const account = evm(`0x${'22'.repeat(20)}`)
const deposit = {
  ...{
    id: 1n,
    at: seconds(1),
    asset: account,
    amount: amount(5n),
    toChainId: 8453,
    toAsset: account,
    paid: amount(5n),
  },
  ...{ receiver: account, refundTo: undefined, deadline: undefined, message: noBytes },
}
const hash = hex(`0x${'11'.repeat(32)}`)

test('a completion whose signature has expired is told, with the command that has it signed again', () => {
  const at = (lapsed: { isLapsed?: true }): TrackedCrossing => {
    const call = { to: account, data: noBytes, ...lapsed }
    return {
      network: networkName('ethereum'),
      hash,
      state: { state: 'bridging', deposit, completion: call },
      recoveries: [{ action: 'complete', by: undefined, until: undefined, ...call }],
    }
  }
  const [expired, good] = [at({ isLapsed: true }), at({})]
  const text = (one: TrackedCrossing) => trackedLines(one, { width: 120, paint: plainPaint } as never).join('\n')
  expect(text(expired)).toContain('the signature for it has expired: --complete has it signed again')
  expect(text(expired)).toContain(`Next  swapline status ${hash} -n ethereum --complete`)
  expect(text(good)).not.toContain('expired')
  expect(trackedView(expired).recoveries).toEqual([{ action: 'complete', by: null, until: null, isLapsed: true }])
  expect(trackedView(good).recoveries).toEqual([{ action: 'complete', by: null, until: null }])
})
