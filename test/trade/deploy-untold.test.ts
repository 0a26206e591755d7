/** A deployment is several intents: what the last of them did not send, those before it did. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { failureLines } from '#cli/out/failure'
import { plainPaint } from '#cli/out/screen'
import { watchInterruptions } from '#cli/start/interruption'
import { createDialogue } from '#cli/talk/dialogue'
import { composeWith } from '#compose'
import { fail, type SwapError } from '#domain/errors'
import type { Progress } from '#domain/trade/dialogue'
import { startChain } from '#sandbox/anvil/start'
import { autoConfirm, createComposeInput, sandbox, trader0 } from './fixture.ts'

const full = fail('STORE_UNUSABLE', { path: '/state/swapline.db', reason: 'the disk is full' })
const slow = fail('TIMED_OUT', { what: 'The command', seconds: 9 })

/** Deploys the router, and then what `second` does in place of storing the next signature. */
async function startDeployment(second: () => Promise<never>) {
  const chain = await startChain({ router: false, flags: ['--hardfork', 'cancun'] })
  const state = mkdtempSync(join(tmpdir(), 'swapline-deploy-'))
  let signed = 0
  const parts = composeWith({
    journal: (journal) => ({
      ...journal,
      recordSigned: (...given) => (signed++ === 0 ? journal.recordSigned(...given) : second()),
    }),
    network: (entry) => ({ ...entry, router: 'cancun' }),
  })(createComposeInput(state, chain.url))
  onTestFinished(async () => {
    await parts.close()
    await chain.stop()
    rmSync(state, { recursive: true, force: true })
  })
  const trader = await parts.trader()
  const deploy = async (tell: (told: Progress) => void): Promise<SwapError> => {
    const deployed = trader.deployRouter(sandbox, 'dev0', { ...autoConfirm(), tell })
    const failure = await deployed.then(
      () => Promise.reject(new Error('it was deployed')),
      (error) => error,
    )
    expect(Number(await chain.rpc('eth_getTransactionCount', trader0, 'latest'))).toBe(1)
    return failure
  }
  return { trader, deploy }
}

function expectSent(shown: SwapError | undefined): void {
  const telling = { secrets: [], sends: true, causes: false }
  const lines = shown === undefined ? [] : failureLines(shown, { width: 200, paint: plainPaint }, telling)
  expect(lines[0]).toContain('A transaction WAS sent.')
}

test.each([full, slow])('$code after the router was deployed', async (second) => {
  const { trader, deploy } = await startDeployment(() => Promise.reject(second))
  let intent = ''
  const failure = await deploy((told) => {
    if (told.what === 'intent') intent = told.id
  })
  expectSent(await trader.outcome(intent, failure)) // as every command ends
})

test('Ctrl-C after the router was deployed', async () => {
  let end = (_: SwapError): void => undefined
  const stopped = new Promise<SwapError>((resolve) => {
    end = resolve
  })
  const { trader, deploy } = await startDeployment(async () => {
    process.emit('SIGINT')
    throw await stopped
  })
  const watch = watchInterruptions({ stop: (error) => end(error), outcome: (id, cause) => trader.outcome(id, cause) })
  onTestFinished(() => watch.stopWatching())
  const out = { note: () => undefined, withSpinner: async () => undefined }
  const context = { out, prompts: { canAsk: false }, interruption: watch } as never
  await deploy(createDialogue(context, { recipient: true, unlisted: true, max: true }).tell)
  expectSent(await stopped)
})
