import { expect, test } from 'vitest'
import { finalStages, type JournalTx, type Stage, type Step, stages } from '#domain/swap'
import { gas, hex, wei } from '#domain/units'
import { intentStage, mayFollow } from '#store/stage-order'

const tx = (step: Step, stage: Stage): JournalTx => ({
  step,
  stage,
  nonce: 0,
  raw: hex('0x'),
  hash: hex('0x'),
  payload: {
    from: '0x' as JournalTx['payload']['from'],
    to: '0x' as JournalTx['payload']['to'],
    data: hex('0x'),
    value: wei(0n),
    chainId: 1,
    gasLimit: gas(1n),
    fees: { type: 0, gasPrice: wei(1n) },
  },
})

test('what is final stays final, and nothing goes back before its signature', () => {
  for (const from of stages)
    for (const to of stages) {
      if (finalStages.has(from)) expect(mayFollow(from, to)).toBe(false)
      if (to === 'built' || to === 'simulated' || to === 'signed') expect(mayFollow(from, to)).toBe(false)
    }
})

test('a reorganisation brings a mined transaction back among the waiting', () => {
  expect(mayFollow('mined', 'submitted')).toBe(true)
  expect(mayFollow('submitted', 'mined')).toBe(true)
})

test.each([
  ['nothing signed', [], 'simulated'],
  ['the approval is on its way', [tx('approve', 'submitted')], 'submitted'],
  ['the approval is done, the swap is not signed', [tx('reset', 'confirmed'), tx('approve', 'confirmed')], 'simulated'],
  ['the approval failed: nothing can follow', [tx('approve', 'reverted')], 'reverted'],
  ['the swap decides once it is signed', [tx('approve', 'confirmed'), tx('swap', 'signed')], 'signed'],
  ['the swap decides, whatever the approval became', [tx('approve', 'mined'), tx('swap', 'confirmed')], 'confirmed'],
  ['a wrap is a swap too', [tx('wrap', 'mined')], 'mined'],
] as const)('%s', (_, transactions, stage) => {
  expect(intentStage('swap', transactions, 'simulated')).toBe(stage)
})

test('an intent to approve ends with its approval, not with the reset before it', () => {
  expect(intentStage('approve', [tx('reset', 'confirmed')], 'built')).toBe('built')
  expect(intentStage('approve', [tx('reset', 'confirmed'), tx('approve', 'mined')], 'built')).toBe('mined')
})
