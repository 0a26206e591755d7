// Written by scripts/gen.mjs. Do not edit.
export const all = {
  'version': async () => (await import('#cli/commands/version')).command,
} as const
