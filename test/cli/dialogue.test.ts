import { expect, test } from 'vitest'
import type { Context } from '#cli/context'
import { plainPaint, type Screen } from '#cli/out/screen'
import { approvalLines } from '#cli/screens/approval'
import { createDialogue } from '#cli/talk/dialogue'
import type { ApprovalPlan, GasCost, RouterOwner } from '#domain/trade/trader'
import { amount, evm, wei } from '#domain/units'
import { createQuote, idOf } from '../store/samples.ts'

const screen: Screen = { width: 80, paint: plainPaint }
const router = evm('0xfafafafafafafafafafafafafafafafafafafafa')
const whole = '0xFafafAfafAFaFAFaFafafafAfaFaFAfAfAfAFaFA'

/** The screen at the moment a prompt is confirmed. */
async function captureNotes(ask: (dialogue: ReturnType<typeof createDialogue>) => Promise<void>): Promise<string[]> {
  const seen: string[] = []
  const context = {
    out: { note: (lines: (of: Screen) => readonly string[]) => void seen.push(...lines(screen)) },
    prompts: { confirm: async () => undefined },
  } as unknown as Context
  await ask(createDialogue(context, { recipient: false, unlisted: true, max: false }))
  for (const line of seen) expect(line.length).toBeLessThanOrEqual(80)
  return seen
}

const gas: GasCost = {
  maxGasCost: wei(2_209_725_000_000_000_001n),
  expectedGasCost: wei(1_623_456_789_012_345n),
  nativeUsd: 2_500,
}
const quote = {
  ...createQuote(idOf(1)),
  router,
  route: { ...createQuote(idOf(1)).route, amountOut: amount(20_000_000n) },
  request: { ...createQuote(idOf(1)).request, sellAmount: amount(10n ** 16n) },
}
const plan: ApprovalPlan = {
  action: 'approve',
  token: quote.buy,
  spender: router,
  router: 'ours',
  before: amount(0n),
  needed: amount(5n),
  after: amount(5n),
}
const swap = (whose: RouterOwner) => captureNotes((dialogue) => dialogue.confirmSwap(quote, { ...gas, router: whose }))
const approval = (whose: RouterOwner, cost = gas) =>
  captureNotes((dialogue) => dialogue.confirmApproval({ ...plan, router: whose }, cost))

test('both prompts state the maximum gas cost, never less than that, in native and in dollars', async () => {
  const words = '≤ 2.21 ETH ≈ $5,524.31   (now 0.00162 ETH ≈ $4.06)'
  expect(await swap('ours')).toContain(`  Gas     ${words}`)
  expect(await approval('ours')).toContain(`  Gas               ${words}`)
  const unpriced = await approval('ours', { ...gas, maxGasCost: wei(20_001n), nativeUsd: undefined })
  expect(unpriced.join('\n')).toContain('≤ 0.00000000000002001 ETH   (now 0.00162 ETH)')
})

test('only our own router is called ours; another one is shown in full', async () => {
  for (const lines of [await swap('ours'), await approval('ours')]) {
    expect(lines.join('\n')).toMatch(/Router +0xFafa…FaFA \(ours\)/)
    expect(lines.join('\n')).not.toContain('NOT ours')
  }
  for (const lines of [await swap('trusted'), await approval('trusted')]) {
    expect(lines.join('\n')).toMatch(new RegExp(`Router +${whole}\n +\\(NOT ours, trusted by --trust-router\\)`))
    expect(lines.join('\n')).not.toContain('(ours)')
  }
})

test('the result of an approval names the router in the same way', () => {
  expect(approvalLines(plan, amount(5n), screen).join('\n')).toContain('router 0xFafa…FaFA (ours)')
  const trusted = approvalLines({ ...plan, router: 'trusted' }, amount(5n), screen).join('\n')
  expect(trusted).toContain(`router ${whole} (NOT ours)`)
  expect(trusted).not.toContain('(ours)')
})
