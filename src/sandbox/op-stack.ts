import { type Address, evm, nativeToken } from '#domain/units'
import type { GenesisAccount, GenesisAccounts } from './accounts.ts'
import type { Rpc } from './anvil/rpc.ts'
import { readState } from './state-file.ts'

/** The contract of the OP stack that says what a transaction pays for its bytes on the chain below. */
export const gasPriceOracle: Address = evm('0x420000000000000000000000000000000000000F')
/** The contract that knows the fees of the chain below, from its storage; anvil reads the same slots. */
export const l1Block: Address = evm('0x4200000000000000000000000000000000000015')

/** Fees of the chain below, in wei. */
export interface L1Regime {
  readonly baseFee: bigint
  readonly blobFee: bigint
}

const gwei = 10n ** 9n

/** Chosen: of Ethereum before blobs were cheap, so that the fee shows. */
export const usualRegime: L1Regime = { baseFee: 30n * gwei, blobFee: 5n * gwei }

/** The scalars of base fee and blob fee that OP Mainnet took with Ecotone. */
const scalars = [1_368, 810_949].map((scalar) => scalar.toString(16).padStart(8, '0')).join('')

const word = (text: string): string => `0x${text.padStart(64, '0')}`
const slot = (n: number): string => word(n.toString(16))

/** The slots of {@link l1Block} that the fee depends on. */
export const l1BlockSlots = ({ baseFee, blobFee }: L1Regime): Readonly<Record<string, string>> => ({
  [slot(1)]: word(baseFee.toString(16)),
  [slot(3)]: word(`${scalars}${'0'.repeat(16)}`),
  [slot(7)]: word(blobFee.toString(16)),
})

/** The real oracle of the OP stack with the real `L1Block`, for anvil's own implementation of the stack. */
export async function opStackAccounts(): Promise<GenesisAccounts> {
  const { contracts }: OpStackRecord = JSON.parse(await readState('op-stack'))
  const place = (code: string, storage: GenesisAccount['storage'] = {}) => ({ balance: '0x0', code, storage })
  return {
    // of `isEcotone` and `isFjord`, whose formula anvil has
    [gasPriceOracle]: place(contracts.GasPriceOracle, { [slot(0)]: word('0101') }),
    [l1Block]: place(contracts.L1Block, l1BlockSlots(usualRegime)),
  }
}

/** Gives the zero address plenty: anvil charges the L1 fee even for calls, many of which come from there. */
export const fundCalls = (rpc: Rpc): Promise<null> =>
  rpc('anvil_setBalance', nativeToken, `0x${(10n ** 24n).toString(16)}`)

interface OpStackRecord {
  readonly contracts: Readonly<Record<'GasPriceOracle' | 'L1Block', string>>
}
