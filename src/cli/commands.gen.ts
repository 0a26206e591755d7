// Written by scripts/gen.mjs. Do not edit.
import { command as _0 } from '#cli/commands/approve'
import { command as _1 } from '#cli/commands/balances'
import { command as _2 } from '#cli/commands/config/index'
import { command as _3 } from '#cli/commands/demo'
import { command as _4 } from '#cli/commands/distributions'
import { command as _5 } from '#cli/commands/help'
import { command as _6 } from '#cli/commands/networks/index'
import { command as _7 } from '#cli/commands/quote'
import { command as _8 } from '#cli/commands/router/index'
import { command as _9 } from '#cli/commands/sandbox/index'
import { command as _10 } from '#cli/commands/schema'
import { command as _11 } from '#cli/commands/serve/index'
import { command as _12 } from '#cli/commands/status'
import { command as _13 } from '#cli/commands/swap'
import { command as _14 } from '#cli/commands/tx/index'
import { command as _15 } from '#cli/commands/version'
import { command as _16 } from '#cli/commands/wallet/index'

export const all = {
  'approve': _0,
  'balances': _1,
  'config': _2,
  'demo': _3,
  'distributions': _4,
  'help': _5,
  'networks': _6,
  'quote': _7,
  'router': _8,
  'sandbox': _9,
  'schema': _10,
  'serve': _11,
  'status': _12,
  'swap': _13,
  'tx': _14,
  'version': _15,
  'wallet': _16,
} as const
