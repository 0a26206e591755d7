import { defineCommand } from '#cli/define-command'
import { asOption, playedNetwork, sandboxView } from './as.ts'

export const reset = defineCommand({
  name: 'sandbox-reset',
  about: 'Put it back to how it started, on the same port.',
  examples: ['sandbox reset'],
  arguments: {},
  options: asOption,
  schema: async () => (await import('#cli/schemas/sandbox')).SandboxRunning,

  async run({ sandbox, out }, { as }) {
    const running = await out.during('resetting the sandbox', (await sandbox()).reset(await playedNetwork(as)))
    out.result({ data: sandboxView(running), lines: () => [`✔ The sandbox at ${running.url} is as it started.`] })
  },
})
