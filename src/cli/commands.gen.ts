// Written by scripts/gen.mjs. Do not edit.
export const all = {
  'approve': async () => (await import('#cli/commands/approve')).command,
  'balances': async () => (await import('#cli/commands/balances')).command,
  'config': async () => (await import('#cli/commands/config/index')).command,
  'demo': async () => (await import('#cli/commands/demo')).command,
  'distributions': async () => (await import('#cli/commands/distributions')).command,
  'help': async () => (await import('#cli/commands/help')).command,
  'networks': async () => (await import('#cli/commands/networks')).command,
  'quote': async () => (await import('#cli/commands/quote')).command,
  'router': async () => (await import('#cli/commands/router/index')).command,
  'sandbox': async () => (await import('#cli/commands/sandbox/index')).command,
  'schema': async () => (await import('#cli/commands/schema')).command,
  'status': async () => (await import('#cli/commands/status')).command,
  'swap': async () => (await import('#cli/commands/swap')).command,
  'version': async () => (await import('#cli/commands/version')).command,
  'wallet': async () => (await import('#cli/commands/wallet/index')).command,
} as const
