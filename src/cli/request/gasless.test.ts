import { expect, test } from 'vitest'
import type { Context } from '#cli/context'
import type { SwapInput } from '#cli/request/swap-input'
import type { GaslessOutcome } from '#domain/trade/trader'
import { hex, seconds } from '#domain/units'
import { requireEnd, swapGasless } from './gasless.ts'

const end =
  (status: string, seen: Partial<GaslessOutcome['seen']>, waits = true) =>
  () =>
    requireEnd(
      {
        quote: { id: 'q', gasless: { deadline: seconds(60) } },
        record: { id: 'r', status },
        seen: { isFilled: false, canExecute: false, received: undefined, ...seen },
      } as unknown as GaslessOutcome,
      waits,
    )

test('an order ends by what the chain shows, not by what the service says', () => {
  expect(end('error', { isFilled: true })).not.toThrow()
  expect(end('success', { isFilled: true, canExecute: true }, false)).toThrow('by nothing that is deep enough: it can')
  expect(end('pending', { isFilled: true, canExecute: true }, false)).not.toThrow()
  expect(end('pending', { canExecute: true }, false)).not.toThrow()
  expect(end('pending', { canExecute: true })).toThrow('can execute until 1970-01-01')
  expect(end('expired', {})).toThrow('cannot any more')
  expect(end('error', { canExecute: true })).toThrow('can execute until 1970-01-01')
  expect(end('success', {})).toThrow('Its nonce is free')
  expect(end('error', { isFilled: undefined, canExecute: true })).toThrow('contradict each other')
  expect(end('expired', { isFilled: undefined })).toThrow('contradict each other')
  expect(end('success', { isFilled: undefined, hasUnknownUse: true })).toThrow(
    'you cancelled it, or its fill cannot be',
  )
  const usedBy = hex('0xab')
  expect(end('pending', { usedBy })).toThrow('Another transaction, 0xab, used its nonce and did not fill it')
  expect(end('pending', { usedBy })).toThrow('cannot any more')
  expect(end('success', { usedBy })).toThrow('The order was SENT') // two that contradict each other prove neither
})

test.each<[string, Partial<Record<string, unknown>>]>([
  ['--dry-run', { dryRun: true }],
  ['--id', { id: 'mine' }],
  ['--private', { private: true }],
  ['--nonce', { nonce: 0 }],
  ['--max-gas', { maxGas: '0.1' }],
  ['--build-only', { buildOnly: true }],
  ['--save', { save: 'order.quote.json' }],
  ['--bundle-on-error', { bundleOnError: 'order.quote.json' }],
])('%s is refused before anything is read', async (_, input) => {
  const swap = swapGasless({} as Context, input as unknown as SwapInput)
  await expect(swap).rejects.toMatchObject({ code: 'USAGE' })
})
