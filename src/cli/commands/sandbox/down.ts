import { defineCommand } from '#cli/define-command'
import { asOption, playedNetwork } from './as.ts'

export const down = defineCommand({
  name: 'sandbox-down',
  about: 'End it. What happened on it is forgotten.',
  examples: ['sandbox down'],
  arguments: {},
  options: asOption,
  schema: async () => (await import('#cli/schemas/sandbox')).SandboxEnded,

  async run({ sandbox, out }, { as }) {
    const ended = await (await sandbox()).down(await playedNetwork(as))
    out.result({ data: { ended }, lines: () => [ended ? '✔ The sandbox ended.' : '  No sandbox was running.'] })
  },
})
