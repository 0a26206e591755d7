/** Apart from `router.ts`, so that quoting does not load the code. */
import { type Address, evm, type Hex, hex } from '#domain/units'
import { routerDeployer, routerSalt } from './router.gen.ts'
import { routerInitCode } from './router-code.gen.ts'

/** The keyless CREATE2 deployer: what it is sent is a salt and the code to deploy. */
export const deployer: Address = evm(routerDeployer)

/** The data that makes {@link deployer} put our router at `routerAddress`. */
export function deployCall(): Hex {
  return hex(`${routerSalt}${routerInitCode.slice(2)}`)
}
