/**
 * One replica of a service with a relayer, in a process of its own: the database, the chain and the point at which it
 * kills itself are arguments. It prints its address once it serves.
 */
import { composeWith } from '#compose'
import { wei } from '#domain/units'
import type { RelayPoint } from '#relay/context'
import { generousLimits } from '../http/fixture.ts'
import { createComposeInput, sandbox } from '../trade/fixture.ts'

const [db = '', chainUrl = '', state = '', point = '', passes = '1'] = process.argv.slice(2)
let left = Number(passes)
const reached = (at: RelayPoint): void => {
  if (at !== point) return
  left -= 1
  if (left === 0) process.kill(process.pid, 'SIGKILL')
}
const parts = composeWith({ relay: { reached, tickMs: 300, limits: { maxOfOwner: 1_000 } } })(
  createComposeInput(state, chainUrl),
)
const host = await parts.host(db)
const server = await host.start({
  ...generousLimits,
  relayer: { account: 'dev9', caps: new Map([[sandbox, wei(10n ** 21n)]]) },
})
process.stdout.write(`${server.url}\n`)
