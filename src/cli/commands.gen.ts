// Written by scripts/gen.mjs. Do not edit.
import { command as _0 } from '#cli/commands/allowances'
import { command as _1 } from '#cli/commands/approve'
import { command as _2 } from '#cli/commands/balances'
import { command as _3 } from '#cli/commands/batch/index'
import { command as _4 } from '#cli/commands/bundle/index'
import { command as _5 } from '#cli/commands/compare'
import { command as _6 } from '#cli/commands/completion'
import { command as _7 } from '#cli/commands/config/index'
import { command as _8 } from '#cli/commands/contacts/index'
import { command as _9 } from '#cli/commands/demo'
import { command as _10 } from '#cli/commands/distributions'
import { command as _11 } from '#cli/commands/doctor'
import { command as _12 } from '#cli/commands/explain'
import { command as _13 } from '#cli/commands/help'
import { command as _14 } from '#cli/commands/history/index'
import { command as _15 } from '#cli/commands/networks/index'
import { command as _16 } from '#cli/commands/policy/index'
import { command as _17 } from '#cli/commands/pools'
import { command as _18 } from '#cli/commands/quote'
import { command as _19 } from '#cli/commands/relay/index'
import { command as _20 } from '#cli/commands/replay'
import { command as _21 } from '#cli/commands/revoke'
import { command as _22 } from '#cli/commands/router/index'
import { command as _23 } from '#cli/commands/sandbox/index'
import { command as _24 } from '#cli/commands/schema'
import { command as _25 } from '#cli/commands/serve/index'
import { command as _26 } from '#cli/commands/simulate'
import { command as _27 } from '#cli/commands/status'
import { command as _28 } from '#cli/commands/swap'
import { command as _29 } from '#cli/commands/swaps'
import { command as _30 } from '#cli/commands/tokens/index'
import { command as _31 } from '#cli/commands/trace'
import { command as _32 } from '#cli/commands/tx/index'
import { command as _33 } from '#cli/commands/version'
import { command as _34 } from '#cli/commands/wallet/index'

export const all = {
  'allowances': _0,
  'approve': _1,
  'balances': _2,
  'batch': _3,
  'bundle': _4,
  'compare': _5,
  'completion': _6,
  'config': _7,
  'contacts': _8,
  'demo': _9,
  'distributions': _10,
  'doctor': _11,
  'explain': _12,
  'help': _13,
  'history': _14,
  'networks': _15,
  'policy': _16,
  'pools': _17,
  'quote': _18,
  'relay': _19,
  'replay': _20,
  'revoke': _21,
  'router': _22,
  'sandbox': _23,
  'schema': _24,
  'serve': _25,
  'simulate': _26,
  'status': _27,
  'swap': _28,
  'swaps': _29,
  'tokens': _30,
  'trace': _31,
  'tx': _32,
  'version': _33,
  'wallet': _34,
} as const
