import { defineCommand } from '#cli/define-command'
import { asOption, resolvePlayedNetwork, sandboxView } from './as.ts'

export const reset = defineCommand({
  name: 'sandbox-reset',
  about: 'Reset it to its initial state, on the same port.',
  examples: ['sandbox reset'],
  arguments: {},
  options: asOption,
  schema: async () => (await import('#cli/schemas/network/sandbox')).SandboxRunning,

  async run({ sandbox, out }, { as }) {
    const running = await out.withSpinner(
      'resetting the sandbox',
      (await sandbox()).reset(await resolvePlayedNetwork(as)),
    )
    out.printResult({
      data: sandboxView(running),
      lines: () => [`✔ The sandbox at ${running.url} is back in its initial state.`],
    })
  },
})
