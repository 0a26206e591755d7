// Written by scripts/gen.mjs. Do not edit.
export const all = {
  'config': async () => (await import('#cli/commands/config/index')).command,
  'help': async () => (await import('#cli/commands/help')).command,
  'networks': async () => (await import('#cli/commands/networks')).command,
  'sandbox': async () => (await import('#cli/commands/sandbox/index')).command,
  'schema': async () => (await import('#cli/commands/schema')).command,
  'version': async () => (await import('#cli/commands/version')).command,
  'wallet': async () => (await import('#cli/commands/wallet/index')).command,
} as const
