/**
 * A quote is used once. The command that finds it used by another one of this machine does not say that nothing was sent
 * while the other may be about to send; once that one has given up, it does.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { failureLines } from '#cli/out/failure'
import { plainPaint } from '#cli/out/screen'
import { composeWith } from '#compose'
import { isFailure, SwapError } from '#domain/errors'
import type { Journal } from '#domain/journal/journal'
import { purposeOf } from '#domain/journal/swap'
import type { Progress } from '#domain/trade/dialogue'
import type { SwapRequest } from '#domain/trade/trader'
import { nativeToken } from '#domain/units'
import { sandboxGround } from '#sandbox/addresses.gen'
import {
  autoConfirm,
  createComponents,
  createComposeInput,
  createQuoteRequest,
  createSwapRequest,
  type SandboxApp,
  startSandboxApp,
} from './fixture.ts'

let app: SandboxApp
beforeAll(async () => {
  app = await startSandboxApp()
}, 120_000)
afterAll(() => app.close())

type Parts = ReturnType<typeof createComponents>
type RecordSigned = Journal['recordSigned']

/** Another program over the same state; `record` comes before its signed bytes are in the journal. */
const startOther = (record: () => Promise<void>): Parts =>
  composeWith({
    network: (entry) => ({ ...entry, router: 'cancun' }),
    journal: (journal) => ({
      ...journal,
      recordSigned: async (...given: Parameters<RecordSigned>) => {
        await record()
        return journal.recordSigned(...given)
      },
    }),
  })(createComposeInput(app.state, app.url))

async function quoteEther(parts: Parts): Promise<SwapRequest> {
  const request = createQuoteRequest(nativeToken, sandboxGround.tokens.USDC.address, 10n ** 16n)
  const { id } = await (await parts.service()).quote(request)
  return createSwapRequest({ id })
}

/** What the screen shows of a swap that fails, which names its intent, and its quote once that is used. */
async function readFailure(parts: Parts, wanted: SwapRequest): Promise<string> {
  const trader = await parts.trader()
  let told = ''
  const tell = (progress: Progress): void => {
    if (progress.what === 'intent') told = progress.id
  }
  const failed: unknown = await trader.swap(wanted, { ...autoConfirm(), tell }).catch((error: unknown) => error)
  if (!(failed instanceof SwapError) || !isFailure(failed, 'QUOTE_CONSUMED')) throw failed
  const shown = await trader.outcome(failed.details.id, await trader.outcome(told, failed))
  const lines = failureLines(shown, { width: 400, paint: plainPaint }, { secrets: [], sends: true, causes: false })
  return lines.join(' ')
}

test('what another command is about to send is not denied', async () => {
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let reach = (): void => undefined
  const reached = new Promise<void>((resolve) => {
    reach = resolve
  })
  const first = startOther(() => {
    reach()
    return released // a slow disk
  })
  const second = createComponents(app.state, app.url, 'cancun')
  const wanted = await quoteEther(second)
  const swapping = (await first.trader()).swap(wanted, autoConfirm())
  await reached
  const shown = await readFailure(second, wanted)
  release()
  const { intent } = await swapping
  expect(intent && purposeOf(intent)?.stage).toMatch(/mined|confirmed/)
  expect(shown).toContain('Whether anything was sent is unknown.')
  expect(shown).toContain('Another command of this machine is about to sign and send its swap.')
  expect(shown).toContain('(a swap of it sells once more, if that one was sent)')
  await Promise.all([first.close(), second.close()])
}, 120_000)

test('what another command gave up before it signed was not sent', async () => {
  const first = startOther(() => Promise.reject(new Error('the disk is full')))
  const second = createComponents(app.state, app.url, 'cancun')
  const wanted = await quoteEther(second)
  await expect((await first.trader()).swap(wanted, autoConfirm())).rejects.toThrow('the disk is full')
  const shown = await readFailure(second, wanted)
  expect(shown).toContain('Nothing was sent.')
  expect(shown).not.toContain('sells once more')
  await Promise.all([first.close(), second.close()])
}, 120_000)
