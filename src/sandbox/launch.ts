import { fail } from '#domain/errors'
import type { NetworkName } from '#domain/units'
import { accountsFor } from './accounts-for.ts'
import type { SandboxContext } from './control.ts'
import { isFree } from './free-port.ts'
import { lives, type SandboxRecord } from './record.ts'
import { type RunningChain, startChain } from './start.ts'

/** The port that other tools look at first. */
const usualPort = 8545

export type Wanted = Pick<SandboxRecord, 'blockTimeSeconds'> & { readonly port?: number }

/** Starts a chain that can outlive this process; it ends with it until it is released, as nobody else knows of it yet. */
export async function launch(
  context: SandboxContext,
  { name, usual, wanted }: { readonly name: NetworkName; readonly usual: boolean; readonly wanted: Wanted },
): Promise<{ readonly record: SandboxRecord; readonly chain: RunningChain }> {
  const network = context.entryOf(name)
  const { chainId, router } = network
  const port = wanted.port ?? (usual && (await isFree(usualPort)) ? usualPort : undefined)
  const pace = wanted.blockTimeSeconds === undefined ? {} : { blockTimeSeconds: wanted.blockTimeSeconds }
  const place = port === undefined ? {} : { port }
  const accounts = await accountsFor(context, network)
  const chain = await startChain({ accounts, chainId, router, ...place, ...pace, detached: true })
  const record = { pid: chain.pid, port: Number(new URL(chain.url).port), chainId, mark: chain.mark, ...pace }
  return { record, chain }
}

/** Ends a chain that was just proven to be ours, and waits until its process is gone. */
export async function end({ clock }: SandboxContext, { pid, port }: SandboxRecord): Promise<void> {
  process.kill(pid, 'SIGTERM')
  const step = 10
  for (let waited = 0; waited < 3_000; waited += step) {
    if (!lives(pid) || (await isFree(port))) return
    await clock.sleep(step)
  }
  throw fail('SANDBOX_FAILED', { reason: `its process ${pid} does not end` })
}
