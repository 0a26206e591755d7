/**
 * WRONG: of two processes with one quote, the later one finds it used by the first, which is about to sign the same intent, and
 * says «Nothing was sent» with a new quote as the remedy. LOST: the first one sends, the user swaps again: swapped twice.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { failureLines } from '#cli/out/failure'
import { plainPaint } from '#cli/out/screen'
import { composeWith } from '#compose'
import { isFailure, SwapError } from '#domain/errors'
import { purposeOf } from '#domain/journal/swap'
import type { Progress } from '#domain/trade/dialogue'
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

test('what another process is about to send is not denied', async () => {
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let reach = (): void => undefined
  const reached = new Promise<void>((resolve) => {
    reach = resolve
  })
  const first = composeWith({
    network: (entry) => ({ ...entry, router: 'cancun' }),
    journal: (journal) => ({
      ...journal,
      recordSigned: async (...given) => {
        reach()
        await released // a slow disk
        return journal.recordSigned(...given)
      },
    }),
  })(createComposeInput(app.state, app.url))
  const second = createComponents(app.state, app.url, 'cancun')
  const { id } = await (await second.service()).quote(
    createQuoteRequest(nativeToken, sandboxGround.tokens.USDC.address, 10n ** 16n),
  )
  const wanted = createSwapRequest({ id })
  const swapping = (await first.trader()).swap(wanted, autoConfirm())
  await reached

  const trader = await second.trader()
  let told = ''
  const tell = (progress: Progress): void => {
    if (progress.what === 'intent') told = progress.id
  }
  const failed: unknown = await trader.swap(wanted, { ...autoConfirm(), tell }).catch((error: unknown) => error)
  const failure = failed instanceof SwapError ? failed : undefined
  // as `swap` ends: by the intent that it told, and by its quote once that is used
  const used = failure && isFailure(failure, 'QUOTE_CONSUMED') ? failure.details.id : told
  const shown = failure && (await trader.outcome(used, await trader.outcome(told, failure)))
  const lines =
    shown && failureLines(shown, { width: 400, paint: plainPaint }, { secrets: [], sends: true, causes: false })
  release()
  const { intent } = await swapping
  expect(intent && purposeOf(intent)?.stage).toMatch(/mined|confirmed/)
  expect(lines?.join(' ') ?? '').not.toContain('Nothing was sent')
  await Promise.all([first.close(), second.close()])
}, 60_000)
