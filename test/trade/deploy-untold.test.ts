/** A deployment is several intents: what the last of them did not send, those before it did. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { failureLines } from '#cli/out/failure'
import { plainPaint } from '#cli/out/screen'
import { composeWith } from '#compose'
import { fail, type SwapError } from '#domain/errors'
import { startChain } from '#sandbox/anvil/start'
import { autoConfirm, createComposeInput, sandbox, trader0 } from './fixture.ts'

const full = fail('STORE_UNUSABLE', { path: '/state/swapline.db', reason: 'the disk is full' })
const slow = fail('TIMED_OUT', { what: 'The command', seconds: 9 })

test.each([full, slow])('$code after the router was deployed', async (second) => {
  const chain = await startChain({ router: false, flags: ['--hardfork', 'cancun'] })
  const state = mkdtempSync(join(tmpdir(), 'swapline-deploy-'))
  let signed = 0
  const parts = composeWith({
    journal: (journal) => ({
      ...journal,
      recordSigned: (...given) => (signed++ === 0 ? journal.recordSigned(...given) : Promise.reject(second)),
    }),
    network: (entry) => ({ ...entry, router: 'cancun' }),
  })(createComposeInput(state, chain.url))
  let intent = ''
  const tell = (told: { readonly what: string; readonly id?: string }) => {
    if (told.what === 'intent') intent = told.id ?? ''
  }
  try {
    const trader = await parts.trader()
    const failure: SwapError = await trader
      .deployRouter(sandbox, 'dev0', { ...autoConfirm(), tell: tell as never })
      .then(
        () => Promise.reject(new Error('it was deployed')),
        (error) => error,
      )
    expect(Number(await chain.rpc('eth_getTransactionCount', trader0, 'latest'))).toBe(1)
    const shown = await trader.outcome(intent, failure) // as every command ends
    const telling = { secrets: [], sends: true, causes: false }
    expect(failureLines(shown, { width: 200, paint: plainPaint }, telling)[0]).toContain('A transaction WAS sent.')
  } finally {
    await parts.close()
    await chain.stop()
    rmSync(state, { recursive: true, force: true })
  }
})
