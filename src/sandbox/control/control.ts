import { join } from 'node:path'
import type { Clock } from '#domain/clock'
import { fail } from '#domain/errors'
import type { Network } from '#domain/network'
import { playedNetworkOf, type RunningSandbox, type SandboxControl, sandboxName, sandboxNameOf } from '#domain/sandbox'
import { type Address, type NetworkName, networkName } from '#domain/units'
import { readMark } from '#sandbox/anvil/genesis'
import { createRpc, type Rpc } from '#sandbox/anvil/rpc'
import type { LaunchOptions } from './launch.ts'
import {
  isProcessAlive,
  listRecordedNetworks,
  readRecord,
  removeRecord,
  type SandboxRecord,
  writeRecord,
} from './record.ts'

export interface SandboxContext {
  readonly stateDir: string
  readonly clock: Pick<Clock, 'sleep'>
  /** The file that runs the relay of a pair, see `compose-pair-relay.ts`. */
  readonly relayProgram: string
  /** The entry of a network. @throws `NETWORK_NOT_SUPPORTED` if there is none. */
  readonly getEntry: (name: NetworkName) => Network
  /**
   * Runs `work` while no other process of this machine holds the lock file at `path`, which is created if it does not
   * exist. @throws `STATE_DIR_UNUSABLE` if it cannot be created; `STORE_BUSY`.
   */
  readonly lock: <T>(file: { readonly path: string; readonly what: string }, work: () => Promise<T>) => Promise<T>
}

const urlOf = (port: number): string => `http://127.0.0.1:${port}`

/** Starts and stops chains; loaded late, as most commands only ask whether one runs. */
const importLauncher = () => import('./launch.ts')
const importPair = () => import('./pair.ts')

/**
 * Local chains in the background, one for each network they play. They outlive the process that started them; a record
 * in `stateDir` tells the next process where they are.
 */
export function createSandboxControl(context: SandboxContext): SandboxControl {
  const { stateDir } = context

  const findAlive = async (name: NetworkName): Promise<SandboxRecord | undefined> => {
    const record = await readRecord(stateDir, name)
    return record !== undefined && (await isAlive(record)) ? record : undefined
  }
  const requireAlive = async (name: NetworkName): Promise<SandboxRecord> => {
    const record = await findAlive(name)
    if (record === undefined) throw fail('SANDBOX_NOT_RUNNING', { as: name === sandboxName ? undefined : name })
    return record
  }
  /** One process at a time starts and stops the chain that plays `name`. The lock lies next to the record. */
  const withLock = <T>(name: NetworkName, work: () => Promise<T>): Promise<T> =>
    context.lock({ path: join(stateDir, `sandbox-${name}.lock`), what: `the ${sandboxNameOf(name)} chain` }, work)

  /** Only with the lock held, and after {@link findAlive} has found none. */
  const start = async (name: NetworkName, wanted: LaunchOptions): Promise<RunningSandbox> => {
    await removeRecord(stateDir, name)
    const { launch } = await importLauncher()
    const { record, chain } = await launch(context, { name, usual: name === sandboxName, wanted })
    try {
      await writeRecord(stateDir, name, record)
    } catch (error) {
      await chain.stop() // without a record no command could stop it
      throw error
    }
    chain.release()
    return toRunningSandbox(name, record)
  }

  const control: SandboxControl = {
    async start({ as: name = sandboxName, ...wanted }) {
      const record = await findAlive(name)
      if (record !== undefined) return toRunningSandbox(name, record)
      return withLock(name, async () => {
        const first = await findAlive(name) // another process may have started it while this one waited
        return first === undefined ? start(name, wanted) : toRunningSandbox(name, first)
      })
    },
    async stop(name = sandboxName) {
      if ((await readRecord(stateDir, name)) === undefined) return false
      return withLock(name, async () => {
        const record = await findAlive(name)
        if (record !== undefined) await (await importLauncher()).stopChain(context, record)
        await removeRecord(stateDir, name)
        return record !== undefined
      })
    },
    async status(name = sandboxName) {
      const record = await findAlive(name)
      return record === undefined ? undefined : toRunningSandbox(name, record)
    },
    async listRunning() {
      const names = await listRecordedNetworks(stateDir)
      const found = await Promise.all(names.map(async (name) => ({ name, record: await findAlive(name) })))
      return found.flatMap(({ name, record }) => (record === undefined ? [] : [toRunningSandbox(name, record)]))
    },
    async reset(name = sandboxName) {
      await requireAlive(name)
      return withLock(name, async () => {
        const record = await requireAlive(name)
        await (await importLauncher()).stopChain(context, record)
        return start(name, record)
      })
    },
    startPair: async (names, relay) =>
      (await importPair()).startPair(context, { names, relay }, { start: (as) => control.start({ as }), withLock }),
    findRelay: async () => (await importPair()).findRelay(context),
    advance: async (by) => (await importPair()).advanceAll(await control.listRunning(), by),
    suggestPair: ({ network }) => suggestPair(context.getEntry(networkName(playedNetworkOf(network) ?? network))),
    async fund(address, name = sandboxName) {
      const { port } = await requireAlive(name)
      return fundAccount(createRpc(urlOf(port)), context.getEntry(name), address)
    },
  }
  return control
}

async function fundAccount(rpc: Rpc, network: Network, address: Address) {
  const { fundAccount: fund } =
    network.stack === 'tempo' ? await import('#sandbox/tempo/fund') : await import('#sandbox/pools/fund')
  return fund(rpc, network, address)
}

const suggestPair: (entry: Network) => ReturnType<SandboxControl['suggestPair']> = async (entry) => {
  const { feeToken, tokens } = entry
  if (feeToken !== undefined) {
    const [sell, buy] = tokens.toSorted((one) => (one.address === feeToken.address ? -1 : 0))
    return { sell: sell?.symbol ?? '', buy: buy?.symbol ?? '', isListed: true }
  }
  const { sandboxContractsOf } = await import('#sandbox/pools/contracts')
  const { USDC, USDT, DAI, WBTC } = sandboxContractsOf(entry).tokens
  const isListed = ({ address }: typeof USDC) => entry.tokens.some((token) => token.address === address)
  const listed = [USDC, USDT, DAI, WBTC].find(isListed)
  return { sell: entry.native.symbol, buy: listed?.symbol ?? USDC.address, isListed: listed !== undefined }
}

const toRunningSandbox = (name: NetworkName, { pid, port, chainId }: SandboxRecord): RunningSandbox => ({
  pid,
  url: urlOf(port),
  network: sandboxNameOf(name),
  chainId,
})

/**
 * Whether the chain of this record still answers at its port, and its process lives. The mark proves that it is that
 * chain, and so that the recorded pid is still its own and not a later program's.
 */
async function isAlive({ pid, port, chainId, mark }: SandboxRecord): Promise<boolean> {
  const rpc = createRpc(urlOf(port), 3_000)
  const [found, id] = await Promise.all([readMark(rpc), rpc<string>('eth_chainId').catch(() => undefined)])
  return found === mark && Number(id) === chainId && isProcessAlive(pid)
}
