import type { Rig } from './rig.ts'

/** What the user owns and has allowed: no call of a stranger may change any of it. */
export function fortune(rig: Rig): Promise<readonly bigint[]> {
  const tokens = Object.values(rig.tokens)
  const held = tokens.map((token) => rig.balance(token, rig.user))
  const allowed = tokens.map((token) => rig.read(token, 'allowance', [rig.user, rig.router]))
  return Promise.all([...held, ...allowed, rig.native(rig.user)])
}
