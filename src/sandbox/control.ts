import { fail } from '#domain/errors'
import type { Network } from '#domain/network'
import type { Clock } from '#domain/ports'
import type { RunningSandbox, SandboxControl } from '#domain/sandbox'
import { type NetworkName, networkName } from '#domain/units'
import { accountsFor } from './accounts-for.ts'
import { isFree } from './free-port.ts'
import { fund } from './fund.ts'
import { markOf } from './genesis.ts'
import { claimRecord, readRecord, removeRecord, type SandboxRecord } from './record.ts'
import { createRpc } from './rpc.ts'
import { startChain } from './start.ts'

export interface SandboxContext {
  readonly stateDir: string
  readonly clock: Pick<Clock, 'sleep'>
  /** The entry of a network. @throws `NETWORK_NOT_SUPPORTED` where there is none. */
  readonly entryOf: (name: NetworkName) => Network
}

const sandbox = networkName('sandbox')
const usualPort = 8545
const urlOf = (port: number): string => `http://127.0.0.1:${port}`

/**
 * Local chains in the background, one for each network they play. They outlive the process that started
 * them; a record in `stateDir` tells the next one where they are.
 */
export function createSandboxControl(context: SandboxContext): SandboxControl {
  const { stateDir } = context

  const alive = async (name: NetworkName): Promise<SandboxRecord | undefined> => {
    const record = await readRecord(stateDir, name)
    return record !== undefined && (await isAlive(record)) ? record : undefined
  }
  const needed = async (name: NetworkName): Promise<SandboxRecord> => {
    const record = await alive(name)
    if (record === undefined) throw fail('SANDBOX_NOT_RUNNING', {})
    return record
  }
  /** Only where {@link alive} has just found none. */
  const start = async (name: NetworkName, wanted: Wanted): Promise<RunningSandbox> => {
    await removeRecord(stateDir, name)
    const network = context.entryOf(name)
    const { chainId } = network
    const port = wanted.port ?? (name === sandbox && (await isFree(usualPort)) ? usualPort : undefined)
    const pace = wanted.blockTimeSeconds === undefined ? {} : { blockTimeSeconds: wanted.blockTimeSeconds }
    const place = port === undefined ? {} : { port }
    const accounts = await accountsFor(context, network)
    const chain = await startChain({ accounts, chainId, ...place, ...pace, detached: true })

    const record = { pid: chain.pid, port: Number(new URL(chain.url).port), chainId, mark: chain.mark, ...pace }
    if (await claimRecord(stateDir, name, record)) return describe(name, record)
    await chain.stop()
    const first = await alive(name)
    if (first === undefined)
      throw fail('SANDBOX_FAILED', { reason: 'another process started one and it ended at once' })
    return describe(name, first)
  }

  return {
    async up({ as: name = sandbox, ...wanted }) {
      const record = await alive(name)
      return record === undefined ? start(name, wanted) : describe(name, record)
    },
    async down(name = sandbox) {
      const record = await alive(name)
      if (record !== undefined) await kill(context, record)
      await removeRecord(stateDir, name)
      return record !== undefined
    },
    async status(name = sandbox) {
      const record = await alive(name)
      return record === undefined ? undefined : describe(name, record)
    },
    async reset(name = sandbox) {
      const record = await needed(name)
      await kill(context, record)
      return start(name, record)
    },
    async fund(address, name = sandbox) {
      const { port } = await needed(name)
      return fund(createRpc(urlOf(port)), context.entryOf(name), address)
    },
  }
}

type Wanted = Pick<SandboxRecord, 'blockTimeSeconds'> & { readonly port?: number }

const describe = (network: NetworkName, { pid, port, chainId }: SandboxRecord): RunningSandbox => ({
  pid,
  url: urlOf(port),
  network,
  chainId,
})

/**
 * Whether the chain of this record still answers at its port, and its process lives. The mark proves that it
 * is that chain, and so that the pid noted at its birth is still its own and no later program's.
 */
async function isAlive({ pid, port, chainId, mark }: SandboxRecord): Promise<boolean> {
  const rpc = createRpc(urlOf(port), 3_000)
  if ((await markOf(rpc)) !== mark) return false
  return Number(await rpc<string>('eth_chainId')) === chainId && lives(pid)
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Ends a chain that {@link isAlive} has just proven to be ours, and waits until its process is gone. */
async function kill({ clock }: SandboxContext, { pid, port }: SandboxRecord): Promise<void> {
  process.kill(pid, 'SIGTERM')
  const step = 10
  for (let waited = 0; waited < 3_000; waited += step) {
    if (!lives(pid) || (await isFree(port))) return
    await clock.sleep(step)
  }
  throw fail('SANDBOX_FAILED', { reason: `its process ${pid} does not end` })
}
