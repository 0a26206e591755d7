/** A vault whose shares have to wait: they are bought, and not redeemed. */
import { expect, test } from 'vitest'
import { word } from '#domain/calls/words'
import { amount, evm, type Hex, hex, noBytes } from '#domain/units'
import { protocol } from '#protocols/erc4626/index'

const [asset, vault] = [evm(`0x${'11'.repeat(20)}`), evm(`0x${'22'.repeat(20)}`)]
const venue = { protocol: 'erc4626', name: 'vaults', title: 'Vaults', factory: vault, feesPpm: [] }
const pool = { venue, address: vault, tokens: [asset, vault], feePpm: 0, facts: { decimalsOffset: 0 } }
const ether = 10n ** 18n
const trial = 1_234_567_890_123_456_789n

/** 2,000 assets for 1,000 shares: of OpenZeppelin's formula, with one virtual share. */
function load(cooldown: Hex) {
  const [assets, shares] = [2_000n * ether, 1_000n * ether]
  const deposited = (trial * (shares + 1n)) / (assets + 1n)
  const redeemed = (trial * (assets + 1n)) / (shares + 1n)
  const answers = [assets, shares, assets, 2n ** 256n - 1n, deposited, redeemed].map((n) => hex(`0x${word(n)}`))
  const reading = protocol.load(pool)
  expect(reading.next([]).value).toHaveLength(8)
  const step = reading.next([...answers, cooldown, noBytes])
  if (!step.done || step.value === undefined) throw new Error('it asks for more')
  const state = step.value
  return [0, 1].map((from) => protocol.amountOut(state, { from, to: 1 - from, amountIn: amount(10n * ether) }))
}

test('a cooldown of seven days: shares are bought only', () => {
  expect(load(hex(`0x${word(604_800n)}`))).toEqual([5n * ether, undefined])
})

test.each([
  ['no cooldown', hex(`0x${word(0n)}`)],
  ['no such function', noBytes],
])('%s: both ways', (_, answer) => {
  expect(load(answer)).toEqual([5n * ether, 19_999_999_999_999_999_999n])
})
