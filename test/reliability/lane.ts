/** A chain for one user, reset to its first state before each case, so that cases run in any order. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Address, networkName } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'
import { getNetworkEntry } from '#networks/find'
import type { Rpc } from '#sandbox/anvil/rpc'
import { startChain } from '#sandbox/anvil/start'
import { loadGenesisAccounts } from '#sandbox/control/genesis-accounts'
import { devAccounts } from '#sandbox/dev-accounts'

/** A block for every transaction, one every 300 ms, or none until the case requests one. */
export type Mining = 'each' | 'interval' | 'none'

export interface Lane {
  readonly network: 'sandbox' | 'base'
  readonly url: string
  readonly rpc: Rpc
  readonly router: Address
  /** The first block that belongs to the case. */
  readonly firstBlock: number
  /** Of each account, in lower case, at the beginning of every case. */
  readonly firstNonces: ReadonlyMap<string, number>
  /** An unrelated transaction with logs, mined before the case. */
  readonly decoy: { readonly receipt: unknown; readonly transaction: unknown }
  /** For the homes of the cases; removed with the lane. */
  readonly folder: string
  /** Back to the first state, with an empty mempool and the clock at now. */
  reset(): Promise<void>
  mining(how: Mining): Promise<void>
  mine(blocks: number): Promise<void>
  /** Above what any earlier signature can pay; until the next `reset` or `lowerBaseFee`. */
  raiseBaseFee(): Promise<void>
  lowerBaseFee(): Promise<void>
  close(): Promise<void>
}

const intervalMs = 300

export async function startLane(network: Lane['network'], stateDir: string): Promise<Lane> {
  const entry = getNetworkEntry(networkName(network))
  const { chainId, router } = entry
  const chain = await startChain({ chainId, router, accounts: await loadGenesisAccounts({ stateDir }, entry) })
  const folder = mkdtempSync(join(tmpdir(), 'swapline-reliability-'))
  const { rpc } = chain
  const decoy = await createDecoy(chain.rpc, entry.wrapped)
  const firstNonces = await readNonces(chain.rpc)
  let snapshot = await rpc<string>('evm_snapshot')
  let timer: NodeJS.Timeout | undefined
  let firstBlock = 0
  // A fault raises it without waiting: lowering it must still come last.
  let changing = Promise.resolve()
  const inTurn = (change: () => Promise<void>): Promise<void> => (changing = changing.then(change))

  async function mining(how: Mining): Promise<void> {
    clearInterval(timer)
    await rpc('evm_setAutomine', how === 'each')
    // With automine off anvil keeps pending transactions; switching it on mines only later ones.
    if (how === 'each') await rpc('evm_mine')
    if (how === 'interval') timer = setInterval(() => void rpc('evm_mine').catch(() => undefined), intervalMs)
  }
  return {
    network,
    url: chain.url,
    rpc,
    router: getRouter(entry).address,
    get firstBlock() {
      return firstBlock
    },
    firstNonces,
    decoy,
    folder,
    async reset() {
      await mining('none')
      await rpc('evm_revert', snapshot)
      await rpc('anvil_dropAllTransactions')
      snapshot = await rpc<string>('evm_snapshot')
      await rpc('evm_mine')
      firstBlock = Number(await rpc<string>('eth_blockNumber')) + 1
      await mining('each')
    },
    mining,
    mine: async (blocks) => {
      await rpc('anvil_mine', `0x${blocks.toString(16)}`)
    },
    raiseBaseFee: () => inTurn(() => setBaseFee(rpc, 10n ** 12n)),
    lowerBaseFee: () => inTurn(() => setBaseFee(rpc, 10n ** 9n)),
    async close() {
      clearInterval(timer)
      await chain.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function setBaseFee(rpc: Rpc, price: bigint): Promise<void> {
  await rpc('anvil_setNextBlockBaseFeePerGas', `0x${price.toString(16)}`)
  await rpc('evm_mine')
}

async function readNonces(rpc: Rpc): Promise<ReadonlyMap<string, number>> {
  const pairs = devAccounts.map(async ({ address }): Promise<[string, number]> => {
    return [address.toLowerCase(), Number(await rpc<string>('eth_getTransactionCount', address, 'latest'))]
  })
  return new Map(await Promise.all(pairs))
}

/** Ether wrapped by the last of the accounts, which no case uses: it logs a `Deposit`. */
async function createDecoy(rpc: Rpc, wrapped: Address): Promise<Lane['decoy']> {
  const from = devAccounts.at(-1)?.address
  await rpc('anvil_impersonateAccount', from)
  const hash = await rpc<string>('eth_sendTransaction', { from, to: wrapped, value: '0x1', data: '0xd0e30db0' })
  await rpc('anvil_stopImpersonatingAccount', from)
  const [receipt, transaction] = await Promise.all([
    rpc('eth_getTransactionReceipt', hash),
    rpc('eth_getTransactionByHash', hash),
  ])
  return { receipt, transaction }
}
