import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { Network } from '#domain/network'
import { addressWord, callData } from '#domain/words'
import { dumpAccounts } from './accounts.ts'
import { markAccount } from './genesis.ts'
import { type Ground, groundOf } from './ground.ts'
import { layPools } from './lay-pools.ts'
import { poolPlan } from './pool-plan.ts'
import { relocate } from './relocate.ts'
import type { Rpc } from './rpc.ts'
import { sendFrom } from './send-from.ts'
import { startChain } from './start.ts'
import { readState } from './state-file.ts'

/**
 * The accounts that a sandbox playing `network` starts with, as JSON text. Those of the sandbox itself are
 * built in. Those of any other network are made once, on a chain that lives for a few seconds, and kept in
 * `stateDir` under a name that changes with whatever they are made from.
 */
export async function accountsFor({ stateDir }: { readonly stateDir: string }, network: Network): Promise<string> {
  if (network.name === 'sandbox') return readState('state')

  const foundation = JSON.stringify(relocate(JSON.parse(await readState('foundation')), network, groundOf(network)))
  const key = createHash('sha256').update(foundation).update(JSON.stringify(poolPlan)).digest('hex').slice(0, 16)
  const path = join(stateDir, `sandbox-${network.name}-${key}.json.gz`)
  const kept = await readKept(path)
  if (kept !== undefined) return kept

  const text = await make(foundation, network)
  await mkdir(stateDir, { recursive: true, mode: 0o700 })
  const draft = `${path}.${randomUUID()}` // two lanes of one process may make it at once
  await writeFile(draft, await promisify(gzip)(text), { mode: 0o600 })
  await rename(draft, path)
  return text
}

/** What is kept, unless it is not there, cut short or damaged (gzip has a checksum): then it is made again. */
const readKept = (path: string): Promise<string | undefined> =>
  readFile(path)
    .then(promisify(gunzip))
    .then(
      (text) => text.toString('utf8'),
      () => undefined,
    )

async function make(foundation: string, network: Network): Promise<string> {
  const chain = await startChain({ accounts: foundation, chainId: network.chainId, router: false })
  try {
    const ground = groundOf(network)
    await layPools(chain.rpc, ground)
    await barUsdc(chain.rpc, ground)
    const { [markAccount]: _, ...accounts } = await dumpAccounts(chain.rpc)
    return JSON.stringify(accounts)
  } finally {
    await chain.stop()
  }
}

/** USDC refuses to be sent to itself, by an entry under its own address: after the move that is another one. */
const barUsdc = (rpc: Rpc, { treasury, tokens: { USDC } }: Ground): Promise<void> =>
  sendFrom(rpc, { from: treasury, to: USDC.address, data: callData('0xf9f92be4', addressWord(USDC.address)) })
