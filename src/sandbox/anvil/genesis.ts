import type { Hex } from '#domain/units'
import type { Rpc } from './rpc.ts'

/** Every upgrade is active from the first block; anvil's `--hardfork` can still choose an earlier one. */
const upgrades = ['homestead', 'eip150', 'eip155', 'eip158', 'byzantium', 'constantinople', 'petersburg', 'istanbul']
const config = Object.fromEntries([...upgrades, 'berlin', 'london'].map((name) => [`${name}Block`, 0]))

/** Has a chain's mark as its code: anvil drops the extra data of a genesis block. */
export const markAccount = '0x6d61726b00000000000000000000000000000000'

const hex = (n: number): string => `0x${n.toString(16)}`

/**
 * A genesis file in geth's format with the current time, so that the chain's clock is right from the start: anvil
 * counts from the genesis block's time.
 * @param accounts the `alloc` object as JSON text; it is long and is inserted unparsed.
 * @param now seconds since 1970.
 * @param mark a few bytes that distinguish the chain from any other, see {@link readMark}.
 */
export function createGenesis(accounts: string, chainId: number, now: number, mark: Hex): string {
  const head = {
    config: { ...config, chainId, terminalTotalDifficulty: 0, shanghaiTime: 0, cancunTime: 0, pragueTime: 0 },
    nonce: '0x0',
    timestamp: hex(now),
    extraData: '0x',
    gasLimit: hex(30_000_000),
    difficulty: '0x0',
    mixHash: `0x${'0'.repeat(64)}`,
    coinbase: `0x${'0'.repeat(40)}`,
    baseFeePerGas: hex(1_000_000_000),
  }
  const marked = `{"${markAccount}":{"balance":"0x0","code":"${mark}"}${accounts === '{}' ? '' : ','}${accounts.slice(1)}`
  return `${JSON.stringify(head).slice(0, -1)},"alloc":${marked}}`
}

/** The mark of the chain at the other end; `undefined` if there is no answer. */
export const readMark = (rpc: Rpc): Promise<Hex | undefined> =>
  rpc<Hex>('eth_getCode', markAccount, 'latest').catch(() => undefined)
