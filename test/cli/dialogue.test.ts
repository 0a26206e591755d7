import { describe, expect, test } from 'vitest'
import type { Context } from '#cli/context'
import { plainPaint, type Screen } from '#cli/out/screen'
import { plannedRevocationLines } from '#cli/screens/trade/allowances'
import { approvalLines } from '#cli/screens/trade/approval'
import { createDialogue } from '#cli/talk/dialogue'
import { createRevokeDialogue } from '#cli/talk/revoke-dialogue'
import { fail } from '#domain/errors'
import type { ApprovalPlan, GasCost, RouterOwner, SwapTerms } from '#domain/trade/dialogue'
import { amount, evm, wei } from '#domain/units'
import { createQuote, idOf } from '../store/samples.ts'

const screen: Screen = { width: 80, paint: plainPaint }
const narrow: Screen = { width: 50, paint: plainPaint }
const router = evm('0xfafafafafafafafafafafafafafafafafafafafa')
const whole = '0xFafafAfafAFaFAFaFafafafAfaFaFAfAfAfAFaFA'

/** The screen at the moment a prompt is confirmed. */
async function captureNotes(
  ask: (dialogue: ReturnType<typeof createDialogue>) => Promise<void>,
  on: Screen = screen,
): Promise<string[]> {
  const seen: string[] = []
  const context = {
    out: { note: (lines: (of: Screen) => readonly string[]) => void seen.push(...lines(on)) },
    prompts: {
      canAsk: true,
      confirm: async (question: string) => void seen.push(`? ${question}`),
      confirmTyped: async (_: string, expected: string) => void seen.push(`! ${expected}`),
    },
  } as unknown as Context
  await ask(createDialogue(context, { recipient: false, unlisted: true, max: false }))
  for (const line of seen.filter((one) => !one.startsWith('?'))) expect(line.length).toBeLessThanOrEqual(on.width)
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
const account = { name: 'main', address: evm('0xebfd1cc9323243f84e7c4f62710c543828d2e972') }
const terms: SwapTerms = {
  ...gas,
  account,
  router: 'ours',
  recipient: account.address,
  deadlineSeconds: 180,
  approval: undefined,
  byPermit: false,
  checked: ['router-code', 'balance', 'limits'],
}
const swap = (whose: RouterOwner) =>
  captureNotes((dialogue) => dialogue.confirmSwap(quote, { ...terms, router: whose }))
const approval = (whose: RouterOwner, cost = gas) =>
  captureNotes((dialogue) => dialogue.confirmApproval({ ...plan, router: whose }, cost, account))

test('both prompts state the maximum gas cost, never less than that, in native and in dollars', async () => {
  const rows = ['  Gas       at most 2.21 ETH ≈ $5,524.31, all together', '            now about 0.00162 ETH ≈ $4.06']
  expect(await swap('ours')).toEqual(expect.arrayContaining(rows))
  expect(await approval('ours')).toEqual(expect.arrayContaining(rows))
  const unpriced = await approval('ours', { ...gas, maxGasCost: wei(20_001n), nativeUsd: undefined })
  expect(unpriced.join('\n')).toContain(
    'at most 0.00000000000002001 ETH, all together\n            now about 0.00162 ETH\n',
  )
})

const needed: SwapTerms = { ...terms, approval: { ...plan, action: 'reset+approve', before: amount(7n) } }

test('an approval and a swap are one screen and one question', async () => {
  const other = evm('0x1111111111111111111111111111111111111111')
  const lines = await captureNotes((dialogue) => dialogue.confirmSwap(quote, { ...needed, recipient: other }))
  expect(lines).toEqual([
    '  Network   sandbox',
    '  Account   main',
    '            0xebFD1CC9323243F84e7c4F62710c543828D2e972',
    '  Router    0xFafa…FaFA (ours)',
    `  Approve   exactly 0.000005 USD for the router, now 0.000007`,
    `            USD refuses a changed allowance, so it is reset to 0 first`,
    '            by 2 transactions',
    `  You pay   0.01 ETH`,
    `  You get   at least 0.000009 USD`,
    `            quoted 20 USD`,
    '  To        0x1111111111111111111111111111111111111111',
    '  Impact    unknown',
    '  Gas       at most 2.21 ETH ≈ $5,524.31, all together',
    '            now about 0.00162 ETH ≈ $4.06',
    '  Deadline  void at most 3 min after it is signed',
    '  Checked   the router’s code, your balance, your limits',
    '            before it is signed: every byte, and a simulation',
    `? Approve and swap 0.01 ETH for at least 0.000009 USD?`,
  ])
})

test('at 50 columns an address has its own line and nothing is cut', async () => {
  const lines = await captureNotes((dialogue) => dialogue.confirmSwap(quote, needed), narrow)
  expect(lines.slice(0, 4)).toEqual([
    '  Network   sandbox',
    '  Account   main',
    '    0xebFD1CC9323243F84e7c4F62710c543828D2e972',
    '  Router    0xFafa…FaFA (ours)',
  ])
  expect(lines).toContain('            now 0.000007')
})

test('an approval without limit is typed before the rest is shown', async () => {
  const approval = { ...plan, after: amount(2n ** 256n - 1n) }
  const lines = await captureNotes((dialogue) => dialogue.confirmSwap(quote, { ...terms, approval }))
  expect(lines[0]).toBe('! max')
  expect(lines).toContain(`  Approve   unlimited USD for the router, now 0`)
})

test('nothing is called checked that was not: a foreign router, a permit', async () => {
  const lines = await captureNotes((dialogue) =>
    dialogue.confirmSwap(quote, {
      ...terms,
      router: 'trusted',
      deadlineSeconds: undefined,
      checked: ['balance'],
      byPermit: true,
    }),
  )
  expect(lines).toContain('  Checked   your balance')
  expect(lines).toContain('            before it is signed: what it moves, by a simulation')
  expect(lines).toContain('  Deadline  set by the router that is not ours: not known here')
  expect(lines.join(' ').replace(/ +/g, ' ')).toContain(
    'Approve exactly 0.01 ETH for the router, by a signature that goes with the swap',
  )
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
  const agreed = { allowance: amount(5n), account: 'main' }
  expect(approvalLines(plan, agreed, screen).join('\n')).toContain('router 0xFafa…FaFA (ours)')
  const trusted = approvalLines({ ...plan, router: 'trusted' }, agreed, screen).join('\n')
  expect(trusted).toContain(`router ${whole} (NOT ours)`)
  expect(trusted).not.toContain('(ours)')
})

test('waiting for another swap of the token is told', () => {
  const labels: string[] = []
  const context = { out: { withSpinner: (label: string) => void labels.push(label) } } as unknown as Context
  const dialogue = createDialogue(context, { recipient: false, unlisted: true, max: false })
  dialogue.tell({ what: 'allowance-wait', token: plan.token })
  expect(labels).toEqual(['Waiting for another swap of USD by this account'])
})

describe('a leftover allowance', () => {
  const offerOn = (canAsk: boolean, answer: () => Promise<void>) => {
    const asked: string[] = []
    const confirm = (question: string) => {
      asked.push(question)
      return answer()
    }
    const context = { out: { note: () => undefined }, prompts: { canAsk, confirm } } as unknown as Context
    const dialogue = createDialogue(context, { recipient: false, unlisted: true, max: false })
    const left = { ...plan, action: 'revoke', before: amount(1_500_000_000n), after: amount(0n) } as const
    return { asked, offered: dialogue.offerRevocation?.(left, gas) }
  }

  test('is offered for removal on a terminal, and kept unless the answer is yes', async () => {
    const yes = offerOn(true, async () => undefined)
    expect(await yes.offered).toBe(true)
    expect(yes.asked).toEqual([expect.stringContaining('The router may still take 1,500 USD. Take that back now')])
    const no = offerOn(true, async () => {
      throw fail('DECLINED', {})
    })
    expect(await no.offered).toBe(false)
  })

  test('is not asked about elsewhere', async () => {
    const { asked, offered } = offerOn(false, async () => undefined)
    expect([await offered, asked]).toEqual([false, []])
  })
})

test('one question about all revocations, with the list and the gas of all of them', async () => {
  const seen: string[] = []
  const asked: string[] = []
  const context = {
    out: { note: (lines: (of: Screen) => readonly string[]) => void seen.push(...lines(screen)) },
    prompts: { confirm: async (question: string) => void asked.push(question) },
  } as unknown as Context
  const one = { ...plan, action: 'revoke', before: amount((1n << 256n) - 1n), after: amount(0n) } as const
  const cheap = { ...gas, maxGasCost: wei(10n ** 18n) }
  await createRevokeDialogue(context).confirmRevocations([
    { plan: one, gas: cheap },
    { plan: { ...one, router: 'trusted', before: amount(123_456_789_012_345_678n) }, gas: cheap },
  ])
  expect(asked).toEqual(['Send 2 transactions to take them back?'])
  expect(seen.join('\n')).toMatch(/USD +unlimited +our router 0xFafa…FaFA/)
  expect(seen.join('\n')).toContain(`  ${whole}`)
  expect(seen.join('\n')).toContain('≤ 2 ETH')
  for (const line of seen) expect(line.length).toBeLessThanOrEqual(80)
  const long = { ...one, router: 'trusted', before: amount(123_456_789_012_345_678_901_234_567_890n) } as const
  const lines = plannedRevocationLines([{ plan: long, gas: cheap }], '', screen)
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(80)
})
