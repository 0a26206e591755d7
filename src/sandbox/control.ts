import { fail } from '#domain/errors'
import type { Network } from '#domain/network'
import type { Clock } from '#domain/ports'
import type { RunningSandbox, SandboxControl } from '#domain/sandbox'
import { type NetworkName, networkName } from '#domain/units'
import { markOf } from './genesis.ts'
import type { Wanted } from './launch.ts'
import { claimRecord, lives, readRecord, removeRecord, type SandboxRecord } from './record.ts'
import { createRpc } from './rpc.ts'

export interface SandboxContext {
  readonly stateDir: string
  readonly clock: Pick<Clock, 'sleep'>
  /** The entry of a network. @throws `NETWORK_NOT_SUPPORTED` where there is none. */
  readonly entryOf: (name: NetworkName) => Network
}

const sandbox = networkName('sandbox')
const urlOf = (port: number): string => `http://127.0.0.1:${port}`

/** What starts and ends chains; most commands only ask whether one runs. */
const machinery = () => import('./launch.ts')

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
    const { launch } = await machinery()
    const { record, stop } = await launch(context, { name, usual: name === sandbox, wanted })
    if (await claimRecord(stateDir, name, record)) return describe(name, record)
    await stop()
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
      if (record !== undefined) await (await machinery()).end(context, record)
      await removeRecord(stateDir, name)
      return record !== undefined
    },
    async status(name = sandbox) {
      const record = await alive(name)
      return record === undefined ? undefined : describe(name, record)
    },
    async reset(name = sandbox) {
      const record = await needed(name)
      await (await machinery()).end(context, record)
      return start(name, record)
    },
    async fund(address, name = sandbox) {
      const { port } = await needed(name)
      const { fund } = await import('./fund.ts')
      return fund(createRpc(urlOf(port)), context.entryOf(name), address)
    },
  }
}

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
  const [found, id] = await Promise.all([markOf(rpc), rpc<string>('eth_chainId').catch(() => undefined)])
  return found === mark && Number(id) === chainId && lives(pid)
}
