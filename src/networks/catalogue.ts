import type { Closure } from '#domain/network'
import { networkName } from '#domain/units'

type Row = readonly [name: string, title: string, chainId: number | null, family: 'evm' | 'svm', closed?: Closure]

const rows: readonly Row[] = [
  ['ethereum', 'Ethereum', 1, 'evm'],
  ['polygon', 'Polygon', 137, 'evm'],
  ['bsc', 'BNB Smart Chain', 56, 'evm'],
  ['arbitrum', 'Arbitrum One', 42161, 'evm'],
  ['optimism', 'OP Mainnet', 10, 'evm'],
  ['base', 'Base', 8453, 'evm'],
  ['avalanche', 'Avalanche', 43114, 'evm'],
  ['blast', 'Blast', 81457, 'evm'],
  ['manta', 'Manta Pacific', 169, 'evm'],
  ['scroll', 'Scroll', 534352, 'evm'],
  ['fantom', 'Fantom', 250, 'evm'],
  ['polygonzk', 'Polygon zkEVM', 1101, 'evm', 'sunset'],
  ['zksync', 'ZKsync Era', 324, 'evm', 'era-vm'],
  ['linea', 'Linea', 59144, 'evm'],
  ['sonic', 'Sonic', 146, 'evm'],
  ['megaeth', 'MegaETH', 4326, 'evm'],
  ['fogo', 'Fogo', null, 'svm', 'svm'],
  ['stable', 'Stable', 988, 'evm'],
  ['plasma', 'Plasma', 9745, 'evm'],
  ['monad', 'Monad', 143, 'evm'],
  ['hyperevm', 'HyperEVM', 999, 'evm'],
  ['eclipse', 'Eclipse', null, 'svm', 'svm'],
  ['unichain', 'Unichain', 130, 'evm'],
  ['berachain', 'Berachain', 80094, 'evm'],
  ['abstract', 'Abstract', 2741, 'evm', 'era-vm'],
  ['ink', 'Ink', 57073, 'evm'],
  ['taiko', 'Taiko', 167000, 'evm'],
  ['metis', 'Metis', 1088, 'evm'],
  ['solana', 'Solana', null, 'svm', 'svm'],
  ['morph', 'Morph', 2818, 'evm'],
  ['zerogravity', '0G', 16661, 'evm'],
  ['katana', 'Katana', 747474, 'evm'],
  ['tempo', 'Tempo', 4217, 'evm'],
  ['telos', 'Telos', 40, 'evm'],
  ['pharos', 'Pharos', 1672, 'evm'],
]

/** Every network that the interface can name, whether or not we can trade on it yet. */
export const catalogue = rows.map(([name, title, chainId, family, closed]) => ({
  name: networkName(name),
  title,
  chainId,
  family,
  ...(closed !== undefined && { closed }),
}))
