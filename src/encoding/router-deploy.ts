/** Apart from `router.ts`, so that quoting does not load the code. */
import type { Network } from '#domain/network'
import { type Address, evm, type Hex, hex } from '#domain/units'
import { routerDeployer, routerSalt } from './router.gen.ts'
import { routerInitCode, routerStorageInitCode } from './router-code.gen.ts'

/** The keyless CREATE2 deployer: what it is sent is a salt and the code to deploy. */
export const deployer: Address = evm(routerDeployer)

/** The data that makes {@link deployer} put our router where `routerOn` says, `routerAddress` where nothing is said. */
export function deployCall(build: Network['router'] = 'cancun'): Hex {
  const code = build === 'cancun' ? routerInitCode : routerStorageInitCode
  return hex(`${routerSalt}${code.slice(2)}`)
}
