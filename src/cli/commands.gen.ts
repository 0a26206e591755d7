// Written by scripts/gen.mjs. Do not edit.
import { command as _0 } from '#cli/commands/allowances'
import { command as _1 } from '#cli/commands/approve'
import { command as _2 } from '#cli/commands/balances'
import { command as _3 } from '#cli/commands/batch/index'
import { command as _4 } from '#cli/commands/completion'
import { command as _5 } from '#cli/commands/config/index'
import { command as _6 } from '#cli/commands/contacts/index'
import { command as _7 } from '#cli/commands/demo'
import { command as _8 } from '#cli/commands/distributions'
import { command as _9 } from '#cli/commands/doctor'
import { command as _10 } from '#cli/commands/help'
import { command as _11 } from '#cli/commands/history/index'
import { command as _12 } from '#cli/commands/networks/index'
import { command as _13 } from '#cli/commands/policy/index'
import { command as _14 } from '#cli/commands/quote'
import { command as _15 } from '#cli/commands/relay/index'
import { command as _16 } from '#cli/commands/revoke'
import { command as _17 } from '#cli/commands/router/index'
import { command as _18 } from '#cli/commands/sandbox/index'
import { command as _19 } from '#cli/commands/schema'
import { command as _20 } from '#cli/commands/serve/index'
import { command as _21 } from '#cli/commands/status'
import { command as _22 } from '#cli/commands/swap'
import { command as _23 } from '#cli/commands/swaps'
import { command as _24 } from '#cli/commands/tokens/index'
import { command as _25 } from '#cli/commands/tx/index'
import { command as _26 } from '#cli/commands/version'
import { command as _27 } from '#cli/commands/wallet/index'

export const all = {
  'allowances': _0,
  'approve': _1,
  'balances': _2,
  'batch': _3,
  'completion': _4,
  'config': _5,
  'contacts': _6,
  'demo': _7,
  'distributions': _8,
  'doctor': _9,
  'help': _10,
  'history': _11,
  'networks': _12,
  'policy': _13,
  'quote': _14,
  'relay': _15,
  'revoke': _16,
  'router': _17,
  'sandbox': _18,
  'schema': _19,
  'serve': _20,
  'status': _21,
  'swap': _22,
  'swaps': _23,
  'tokens': _24,
  'tx': _25,
  'version': _26,
  'wallet': _27,
} as const
