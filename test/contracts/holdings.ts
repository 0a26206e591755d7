import type { Rig } from './rig.ts'

/** The user's balances and allowances: no call of a stranger may change them. */
export function readHoldings(rig: Rig): Promise<readonly bigint[]> {
  const tokens = Object.values(rig.tokens)
  const held = tokens.map((token) => rig.balance(token, rig.user))
  const allowed = tokens.map((token) => rig.read(token, 'allowance', [rig.user, rig.router]))
  return Promise.all([...held, ...allowed, rig.native(rig.user)])
}
