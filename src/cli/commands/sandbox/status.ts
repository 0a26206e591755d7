import { defineCommand } from '#cli/define-command'
import { asOption, sandboxView, standIn } from './as.ts'

export const status = defineCommand({
  name: 'sandbox-status',
  about: 'Say whether it runs, and where.',
  examples: ['sandbox status', 'sandbox status --get data.sandbox.url'],
  arguments: {},
  options: asOption,
  schema: async () => (await import('#cli/schemas/sandbox')).SandboxState,

  async run({ sandbox, out }, { as }) {
    const running = await (await sandbox()).status(await standIn(as))
    out.result({
      data: { sandbox: running === undefined ? null : sandboxView(running) },
      lines: ({ paint }) =>
        running === undefined
          ? ['  No sandbox is running.', `  Next  ${paint.next('swapline sandbox up')}`]
          : [`  ${running.network} at ${running.url} (chain ${running.chainId}, process ${running.pid})`],
    })
  },
})
