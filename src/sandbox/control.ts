import { join } from 'node:path'
import { fail } from '#domain/errors'
import type { Network } from '#domain/network'
import type { Clock } from '#domain/ports'
import { type RunningSandbox, type SandboxControl, sandboxName, sandboxOf } from '#domain/sandbox'
import type { NetworkName } from '#domain/units'
import { markOf } from './genesis.ts'
import type { Wanted } from './launch.ts'
import { lives, readRecord, recordedNetworks, removeRecord, type SandboxRecord, writeRecord } from './record.ts'
import { createRpc } from './rpc.ts'

export interface SandboxContext {
  readonly stateDir: string
  readonly clock: Pick<Clock, 'sleep'>
  /** The entry of a network. @throws `NETWORK_NOT_SUPPORTED` where there is none. */
  readonly entryOf: (name: NetworkName) => Network
  /**
   * Does `work` while no other process of this machine holds the lock that the file at `path` is, made where it is not
   * there yet. @throws `STATE_DIR_UNUSABLE` where it cannot be; `STORE_BUSY`.
   */
  readonly lock: <T>(file: { readonly path: string; readonly what: string }, work: () => Promise<T>) => Promise<T>
}

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
    if (record === undefined) throw fail('SANDBOX_NOT_RUNNING', { as: name === sandboxName ? undefined : name })
    return record
  }
  /** One process at a time starts and ends the chain that plays `name`. The lock lies where the record will. */
  const alone = <T>(name: NetworkName, work: () => Promise<T>): Promise<T> =>
    context.lock({ path: join(stateDir, `sandbox-${name}.lock`), what: `the ${sandboxOf(name)} chain` }, work)

  /** Only while alone, and where {@link alive} has just found none. */
  const start = async (name: NetworkName, wanted: Wanted): Promise<RunningSandbox> => {
    await removeRecord(stateDir, name)
    const { launch } = await machinery()
    const { record, chain } = await launch(context, { name, usual: name === sandboxName, wanted })
    try {
      await writeRecord(stateDir, name, record)
    } catch (error) {
      await chain.stop() // without a record nobody could end it
      throw error
    }
    chain.release()
    return describe(name, record)
  }

  return {
    async up({ as: name = sandboxName, ...wanted }) {
      const record = await alive(name)
      if (record !== undefined) return describe(name, record)
      return alone(name, async () => {
        const first = await alive(name) // another process may have started it while this one waited
        return first === undefined ? start(name, wanted) : describe(name, first)
      })
    },
    async down(name = sandboxName) {
      if ((await readRecord(stateDir, name)) === undefined) return false
      return alone(name, async () => {
        const record = await alive(name)
        if (record !== undefined) await (await machinery()).end(context, record)
        await removeRecord(stateDir, name)
        return record !== undefined
      })
    },
    async status(name = sandboxName) {
      const record = await alive(name)
      return record === undefined ? undefined : describe(name, record)
    },
    async running() {
      const names = await recordedNetworks(stateDir)
      const found = await Promise.all(names.map(async (name) => ({ name, record: await alive(name) })))
      return found.flatMap(({ name, record }) => (record === undefined ? [] : [describe(name, record)]))
    },
    async reset(name = sandboxName) {
      await needed(name)
      return alone(name, async () => {
        const record = await needed(name)
        await (await machinery()).end(context, record)
        return start(name, record)
      })
    },
    async fund(address, name = sandboxName) {
      const { port } = await needed(name)
      const { fund } = await import('./fund.ts')
      return fund(createRpc(urlOf(port)), context.entryOf(name), address)
    },
  }
}

const describe = (name: NetworkName, { pid, port, chainId }: SandboxRecord): RunningSandbox => ({
  pid,
  url: urlOf(port),
  network: sandboxOf(name),
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
