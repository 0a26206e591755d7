import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Context } from '#cli/context'
import { createDemoRunner, type DemoRunner } from '#cli/demo/demo-runner'
import { type DemoStep, demoSteps } from '#cli/demo/demo-steps'
import { fail } from '#domain/errors'

/** A swap of the demo, in the smallest unit of the output token. */
export interface DemoSwap {
  readonly act: string
  readonly quoted: string
  readonly received: string
  readonly token: string
}

/**
 * Runs all steps with a separate home, which is removed afterwards together with its chain.
 * @throws `CHECK_FAILED` if a step did not end as expected
 */
export async function runDemo(context: Context): Promise<readonly DemoSwap[]> {
  const folder = await mkdtemp(join(tmpdir(), 'swapline-demo-'))
  const cast = createDemoRunner(folder, (text) => context.out.note(() => text.split('\n')))
  try {
    const played: DemoSwap[] = []
    for (const act of demoSteps) played.push(...(await runStep(context, cast, act)))
    return played
  } finally {
    await cast.runSilent('sandbox', 'down')
    await rm(folder, { recursive: true, force: true })
  }
}

async function runStep(
  { out }: Context,
  cast: DemoRunner,
  { title, commands, swaps }: DemoStep,
): Promise<readonly DemoSwap[]> {
  out.note(({ paint }) => ['', paint.bold(`── ${title}`)])
  for (const words of commands) await cast.runVisible(...words)
  if (swaps !== true) return []

  const { quoted, bought } = await cast.readLastSwap()
  if (quoted.raw !== bought.raw) throw fail('CHECK_FAILED', { reason: `${title}: ${bought.raw}, not ${quoted.raw}` })
  const exact = `${bought.formatted} ${bought.token.symbol}`
  out.note(({ paint }) => [paint.good(`✔ received ${exact} = quoted, to the last unit`)])
  return [{ act: title, quoted: quoted.raw, received: bought.raw, token: bought.token.symbol }]
}
