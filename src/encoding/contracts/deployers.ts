/** Contracts that deploy code by CREATE2 for anyone, each at one address on the chains that have it. */
import type { Network } from '#domain/network'
import { type Address, evm, type Hex, hex } from '#domain/units'
import { encodeCall } from '#encoding/call-bytes'
import { keccak } from '#encoding/keccak'
import { routerDeployer, routerSalt } from './router.gen.ts'

export interface Deployer {
  readonly address: Address
  /** The data of a call that deploys this code. */
  encode(initCode: string): Hex
  /** Where code of this hash is deployed. */
  place(initCodeHash: string): Address
}

type DeployerName = 'usual' | NonNullable<Network['deployer']>

/** It is sent the salt and the code. */
const createPlainDeployer = (address: Address): Deployer => ({
  address,
  encode: (initCode) => hex(`${routerSalt}${initCode.slice(2)}`),
  place: (initCodeHash) => computePlace(address, routerSalt, initCodeHash),
})

/** `deployCreate2(bytes32,bytes)`; a salt that begins with the zero address and 0 is hashed before it is used. */
const createX = (address: Address): Deployer => ({
  address,
  encode: (initCode) => encodeCall('0x26307668', { words: [routerSalt.slice(2)], tails: [initCode.slice(2)] }),
  place: (initCodeHash) => computePlace(address, keccak(hex(routerSalt)), initCodeHash),
})

/** EIP-1014. */
const computePlace = (deployer: Address, salt: string, initCodeHash: string): Address =>
  evm(`0x${keccak(hex(`0xff${[deployer, salt, initCodeHash].map((one) => one.slice(2)).join('')}`)).slice(26)}`)

const deployers: Readonly<Record<DeployerName, Deployer>> = {
  usual: createPlainDeployer(evm(routerDeployer)),
  safe: createPlainDeployer(evm('0x914d7Fec6aaC8cd542e72Bca78B30650d45643d7')),
  createx: createX(evm('0xba5Ed099633D3B313e4D5F7bdc1305d3c28ba5Ed')),
}

export const getDeployer = ({ deployer }: Pick<Network, 'deployer'>): Deployer => deployers[deployer ?? 'usual']

const places = new Map<string, Address>()

/** The address of a build on a network. @param usual where the usual deployer puts it, which is pinned */
export function getPlace(
  { deployer }: Pick<Network, 'deployer'>,
  build: { address: string; initCodeHash: string },
): Address {
  if (deployer === undefined) return evm(build.address)
  const key = `${deployer} ${build.initCodeHash}`
  const place = places.get(key) ?? deployers[deployer].place(build.initCodeHash)
  places.set(key, place)
  return place
}
