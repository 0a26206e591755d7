import { type Address, evm, hex } from '#domain/units'
import { routerDeployer, routerSalt } from '#encoding/router.gen'
import { routerInitCode } from '#encoding/router-code.gen'
import type { Rpc } from './rpc.ts'
import { sendFrom } from './send-from.ts'

/**
 * Puts our router where it is on every network. It is not part of the built state, so that a new router needs
 * no new state.
 */
export async function deployRouter(rpc: Rpc, from: Address): Promise<void> {
  await rpc('anvil_impersonateAccount', from)
  await sendFrom(rpc, { from, to: evm(routerDeployer), data: hex(`${routerSalt}${routerInitCode.slice(2)}`) })
  await rpc('anvil_stopImpersonatingAccount', from)
}
