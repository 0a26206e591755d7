import { fail } from '#domain/errors'
import type { Network } from '#domain/network'
import type { NetworkName } from '#domain/units'
import { isPortFree } from '#sandbox/anvil/free-port'
import { type RunningChain, startChain } from '#sandbox/anvil/start'
import type { SandboxContext } from './control.ts'
import { loadGenesisAccounts } from './genesis-accounts.ts'
import { isProcessAlive, type SandboxRecord } from './record.ts'

/** The port that other tools try first. */
const defaultPort = 8545

export type LaunchOptions = Pick<SandboxRecord, 'blockTimeSeconds'> & { readonly port?: number }

/**
 * Starts a chain that can outlive this process. Until it is released it ends with this process: it has no record yet.
 */
export async function launch(
  context: SandboxContext,
  { name, usual, wanted }: { readonly name: NetworkName; readonly usual: boolean; readonly wanted: LaunchOptions },
): Promise<{ readonly record: SandboxRecord; readonly chain: RunningChain }> {
  const network = context.getEntry(name)
  const { chainId, router, stack, maxGas } = network
  const pace = wanted.blockTimeSeconds === undefined ? {} : { blockTimeSeconds: wanted.blockTimeSeconds }
  const place = wanted.port === undefined ? (usual ? { preferredPort: defaultPort } : {}) : { port: wanted.port }
  const accounts = await loadGenesisAccounts(context, network)
  const chain = await startChain({ accounts, chainId, router, stack, maxGas, ...place, ...pace, detached: true })
  if (stack === 'tempo') await createMarket(chain, network)
  const record = { pid: chain.pid, port: Number(new URL(chain.url).port), chainId, mark: chain.mark, ...pace }
  return { record, chain }
}

/** The tokens of the entry, and their order books: the chain has them in itself, so there is no state to begin with. */
async function createMarket(chain: RunningChain, network: Network): Promise<void> {
  try {
    const { createTempoMarket } = await import('#sandbox/tempo/market')
    await createTempoMarket(chain.rpc, network)
  } catch (error) {
    await chain.stop()
    throw error
  }
}

/** Stops a chain, or another process at a port, that was just proven to be ours, and waits until it has ended. */
export async function stopChain(
  { clock }: SandboxContext,
  { pid, port }: Pick<SandboxRecord, 'pid' | 'port'>,
): Promise<void> {
  process.kill(pid, 'SIGTERM')
  const step = 10
  for (let waited = 0; waited < 3_000; waited += step) {
    if (!isProcessAlive(pid) || (await isPortFree(port))) return
    await clock.sleep(step)
  }
  throw fail('SANDBOX_FAILED', { reason: `its process ${pid} does not end` })
}
