import { AbiCoder, Interface } from 'ethers'
import { type Address, evm } from '#domain/units'
import { deployUsdc } from '../../scripts/sandbox-state/usdc.mjs'
import type { Sender } from './side.ts'

/** More than any test mints. */
const supply = 2n ** 120n
const minters = new Interface(['function configureMinter(address, uint256)'])

/** USDC's own code, as the sandbox has it; `owner` may mint. */
export async function createUsdc(on: Sender, owner: Address): Promise<Address> {
  const create = async (code: string, types: readonly string[] = [], values: readonly unknown[] = []) =>
    on.create(owner, `0x${code.replace(/^0x/, '')}${AbiCoder.defaultAbiCoder().encode(types, values).slice(2)}`)
  const call = async (to: string, signature: string, values: readonly unknown[]) => {
    const contract = new Interface([`function ${signature}`])
    const name = signature.slice(0, signature.indexOf('('))
    const sent = await on.send({ from: owner, to: evm(to), data: contract.encodeFunctionData(name, values) })
    if (!sent.ok) throw new Error(`${name} failed`)
  }
  const usdc = evm(await deployUsdc({ create, call }, owner, supply))
  await allowMinting(on, { usdc, owner }, owner)
  return usdc
}

export async function allowMinting(
  on: Sender,
  { usdc, owner }: { readonly usdc: Address; readonly owner: Address },
  minter: Address,
): Promise<void> {
  const sent = await on.send({
    from: owner,
    to: usdc,
    data: minters.encodeFunctionData('configureMinter', [minter, supply]),
  })
  if (!sent.ok) throw new Error('configureMinter failed')
}
