import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { addressWord, callData } from '#domain/calls/words'
import type { Network } from '#domain/network'
import { dumpAccounts } from '#sandbox/accounts'
import { markAccount } from '#sandbox/anvil/genesis'
import type { Rpc } from '#sandbox/anvil/rpc'
import { sendFrom } from '#sandbox/anvil/send-from'
import { startChain } from '#sandbox/anvil/start'
import { type SandboxContracts, sandboxContractsOf } from '#sandbox/pools/contracts'
import { createPools } from '#sandbox/pools/create'
import { poolPlan } from '#sandbox/pools/plan'
import { relocate } from '#sandbox/pools/relocate'
import { readState } from '#sandbox/state-file'

/**
 * The accounts that a sandbox playing `network` starts with, as JSON text. Those of the sandbox itself are shipped.
 * Those of any other network are built once, on a chain that runs for a few seconds, and cached in `stateDir` under a
 * name that depends on their inputs.
 */
export async function loadGenesisAccounts(
  { stateDir }: { readonly stateDir: string },
  network: Network,
): Promise<string> {
  if (network.name === 'sandbox') return readState('state')
  if (network.stack === 'tempo') return '{}'

  const foundation = JSON.stringify(
    relocate(JSON.parse(await readState('foundation')), network, sandboxContractsOf(network)),
  )
  const key = createHash('sha256').update(foundation).update(JSON.stringify(poolPlan)).digest('hex').slice(0, 16)
  const path = join(stateDir, `sandbox-${network.name}-${key}.json.gz`)
  const kept = await readCached(path)
  if (kept !== undefined) return kept

  const text = await buildAccounts(foundation, network)
  await mkdir(stateDir, { recursive: true, mode: 0o700 })
  const draft = `${path}.${randomUUID()}` // two concurrent calls in one process may build it
  await writeFile(draft, await promisify(gzip)(text), { mode: 0o600 })
  await rename(draft, path)
  return text
}

/** The cached text, unless it is missing, cut short or damaged (gzip has a checksum): then it is built again. */
const readCached = (path: string): Promise<string | undefined> =>
  readFile(path)
    .then(promisify(gunzip))
    .then(
      (text) => text.toString('utf8'),
      () => undefined,
    )

async function buildAccounts(foundation: string, network: Network): Promise<string> {
  const chain = await startChain({ accounts: foundation, chainId: network.chainId, router: false })
  try {
    const ground = sandboxContractsOf(network)
    await createPools(chain.rpc, ground)
    await blockUsdcSelf(chain.rpc, ground)
    const { [markAccount]: _, ...accounts } = await dumpAccounts(chain.rpc)
    return JSON.stringify(accounts)
  } finally {
    await chain.stop()
  }
}

/** USDC bars its own address as a receiver, in its storage: after the move its address is another one. */
const blockUsdcSelf = (rpc: Rpc, { treasury, tokens: { USDC } }: SandboxContracts): Promise<void> =>
  sendFrom(rpc, { from: treasury, to: USDC.address, data: callData('0xf9f92be4', addressWord(USDC.address)) })
