import { defineCommand } from '#cli/define-command'
import { asOption, resolvePlayedNetwork } from './as.ts'

export const down = defineCommand({
  name: 'sandbox-down',
  about: 'Stop it and discard its chain.',
  examples: ['sandbox down'],
  arguments: {},
  options: asOption,
  schema: async () => (await import('#cli/schemas/network/sandbox')).SandboxEnd,

  async run({ sandbox, out }, { as }) {
    const ended = await (await sandbox()).stop(await resolvePlayedNetwork(as))
    out.printResult({ data: { ended }, lines: () => [ended ? '✔ The sandbox ended.' : '  No sandbox was running.'] })
  },
})
