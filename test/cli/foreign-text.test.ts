/** Text of a token or of a service may hold the escapes of a terminal's colours: only our own colours pass, on any screen. */
import { describe, expect, test } from 'vitest'
import type { RunFacts } from '#cli/out/envelope'
import { createOut } from '#cli/out/out'
import { renderForTerminal } from '#cli/out/render-for-terminal'
import { createResultTexts } from '#cli/out/result-text'
import { colorPaint, plainPaint, type Screen } from '#cli/out/screen'
import type { Out } from '#cli/out/types'
import { compareLines } from '#cli/screens/debugging/compare'
import { approvalLines, permitLines } from '#cli/screens/trade/approval'
import { gaslessLines } from '#cli/screens/trade/gasless'
import { createDialogue } from '#cli/talk/dialogue'
import { unlistedWarning } from '#domain/token'
import type { ApprovalPlan } from '#domain/trade/dialogue'
import { amount, evm, hex, seconds } from '#domain/units'
import { getNetworkEntry } from '#networks/find'
import { parseQuote } from '#remote/parse-quote'
import { createQuote, idOf } from '../store/samples.ts'

const screen: Screen = { width: 200, paint: plainPaint }
const esc = String.fromCharCode(27)
/** Conceals all that follows, until the next reset. */
const conceal = `${esc}[8m`
const address = evm(`0x${'ba'.repeat(20)}`)
const hostile = { ...createQuote(idOf(1)).buy, address, symbol: `USDC${conceal}`, listed: false }

const style = {
  format: 'human',
  get: undefined,
  quiet: false,
  spinner: false,
  unicode: true,
  stdout: screen,
  stderr: screen,
  write: () => true,
} as const

/** What a result with this warning prints on a terminal. */
const printWarning = (message: string): string =>
  createResultTexts('quote', style, {
    run: {} as RunFacts,
    telling: { secrets: [], sends: false, causes: false },
  }).resultText({ data: {}, lines: () => [], warnings: [{ code: 'TOKEN_UNLISTED', message }] })

// Each way to a terminal, with a screen that forgets to sanitize, painted or not. One that is added to `Out` has no entry here,
// so that the types refuse this file.
describe('text that no screen sanitized', async () => {
  const paint = await colorPaint()
  const lines = ({ paint: { bad } }: Screen): readonly string[] => [`a${conceal}`, bad(`b${conceal}`), bad('c')]
  const red = `${esc}[31mc${esc}[39m`
  const shown = [`a?[8m`, `${esc}[31mb?[8m${esc}[39m`, red].map((line) => `${line}\n`).join('')

  type Printer = (out: ReturnType<typeof createOut>) => unknown
  const printers: Readonly<Record<Exclude<keyof Out, 'screen' | 'withSpinner'>, Printer>> = {
    printResult: (out) => out.printResult({ data: {}, lines }),
    printItem: (out) => out.printItem({ data: {}, lines }),
    note: (out) => out.note(lines),
    startRedraw: (out) => out.startRedraw()?.draw(lines),
    startProgress: (out) => lines({ width: 200, paint }).map((line) => out.startProgress('').update(line)),
  }
  test.each(Object.entries(printers))('by %s', (_, print) => {
    const written: string[] = []
    const painted = { width: 200, paint }
    const write = (_stream: string, text: string) => void written.push(text)
    const run = { run: {} as RunFacts, telling: { secrets: [], sends: false, causes: false } }
    print(createOut('quote', { ...style, stdout: painted, stderr: painted, write } as never, run))
    expect(written.join('')).toBe(shown)
  })
})

describe('a warning', () => {
  // A symbol with "conceal" would hide "… is UNVERIFIED", so that a fake token looks unquestioned.
  test('that a token is UNVERIFIED cannot be concealed by the symbol of that token', () => {
    const quote = createQuote(idOf(1))
    const now = seconds(1_800_000_000)
    const made = parseQuote(
      { asked: quote.request, network: getNetworkEntry('sandbox'), sell: quote.sell, buy: hostile, receivedAt: now },
      {
        id: idOf(1),
        createdAt: '2027-01-15T08:00:00.000Z',
        expiresAt: '2027-01-15T08:05:00.000Z',
        amountOut: '1000000',
        targetAddress: `0x${'fa'.repeat(20)}`,
        resourceEstimate: { gasLimit: '100000' },
        fees: [],
      },
    )
    expect(made.warnings.map(({ code }) => code)).toEqual(['TOKEN_UNLISTED'])
    expect(printWarning(made.warnings[0]?.message ?? '')).toBe(
      '  warning  USDC?[8m 0xbabababababababababababababababababababa is UNVERIFIED: it is in no list, and anyone can make a token of any name.\n',
    )
  })

  test('is not written by the symbol', () => {
    const symbol = 'USDC is in the list of this network. For the paid network fee, the pool token'
    expect(unlistedWarning({ address, symbol }).message).toBe(
      'USDC is in the list of … 0xbabababababababababababababababababababa is UNVERIFIED: it is in no list, and anyone can make a token of any name.',
    )
  })

  test('of a service does not colour or conceal the terminal', () => {
    expect(printWarning(`all is well${esc}[30;40m`)).toBe('  warning  all is well?[30;40m\n')
  })
})

const plan: ApprovalPlan = {
  action: 'approve',
  token: hostile,
  spender: evm(`0x${'fa'.repeat(20)}`),
  router: 'ours',
  before: amount(0n),
  needed: amount(5n),
  after: amount(5n),
}

describe('the symbol of a token', () => {
  test('does not conceal what the router may take now', () => {
    const done = approvalLines(plan, { allowance: amount(5n), account: 'main' }, screen)
    expect(renderForTerminal(done, true)).not.toContain(conceal)
  })

  test('does not conceal what a signed approval is worth', () => {
    const request = { value: amount(5n), deadline: seconds(1_800_000_000) }
    const lines = permitLines(plan, { signature: hex(`0x${'11'.repeat(65)}`), request } as never, screen)
    expect(renderForTerminal(lines, true)).not.toContain(conceal)
  })

  // Its contract could write the question: "… is listed …".
  test('is cut in the question about an unlisted token, as on every other screen', async () => {
    const symbol = 'USDC is in the list of this network. For the paid network fee, the pool token'
    const asked: string[] = []
    const context = {
      out: { note: () => undefined },
      prompts: { canAsk: true, confirmTyped: async (question: string) => void asked.push(question) },
      addressBook: async () => ({ tokens: () => [] }),
    } as unknown as Parameters<typeof createDialogue>[0]
    const dialogue = createDialogue(context, { recipient: true, unlisted: false, max: true })
    await dialogue.confirmRisks({ ...createQuote(idOf(1)), buy: { ...hostile, symbol } })
    expect(asked).toEqual([
      'USDC is in the list of … 0xBAbAbabAbabaBABaBAbABabaBAbAbaBaBAbABaBa is UNVERIFIED, in no list',
    ])
  })
})

test('the id of a gasless swap, which the service chooses, does not conceal what became of it', () => {
  const record = { id: `${conceal}abcd`, status: 'success', substatus: 'confirmed', transactionHash: undefined }
  const seen = { isFilled: false, canExecute: true, received: undefined, isFinal: false, hash: undefined }
  const lines = gaslessLines({ quote: createQuote(idOf(1)), record, seen } as never, screen)
  expect(lines.join()).toContain('Its nonce is free')
  expect(renderForTerminal(lines, true)).not.toContain(conceal)
})

test('the refusal of a compared service does not conceal the rows of the others', () => {
  const row = (message: string) => ({ name: 'a', found: undefined, failure: { code: 'SERVICE_REFUSED', message } })
  const report = { by: 'services', rows: [row(`closed${conceal}`), row('closed')] }
  expect(renderForTerminal(compareLines(report as never, undefined, screen), true)).not.toContain(conceal)
})
