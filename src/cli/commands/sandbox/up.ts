import { defineCommand } from '#cli/define-command'
import { integerParser, parseDuration } from '#cli/parse/plain'
import { asFlag, asOption, quoteLine, resolvePlayedNetwork, sandboxView } from './as.ts'

export const up = defineCommand({
  name: 'sandbox-up',
  about: 'Start it in the background, or show the running one.',
  examples: ['sandbox up', 'sandbox up --as ethereum --port 8546'],
  arguments: {},
  options: {
    ...asOption,
    port: { flag: '--port <number>', about: 'port on 127.0.0.1', parse: integerParser(1, 65_535) },
    blockTime: {
      flag: '--block-time <time>',
      about: 'block interval; default: one block per transaction',
      parse: parseDuration,
    },
  },
  schema: async () => (await import('#cli/schemas/network/sandbox')).SandboxRunning,

  async run({ sandbox, out }, { as, port, blockTime }) {
    const name = await resolvePlayedNetwork(as)
    const control = await sandbox()
    const options = {
      ...(name === undefined ? {} : { as: name }),
      ...(port === undefined ? {} : { port }),
      ...(blockTime === undefined ? {} : { blockTimeSeconds: blockTime }),
    }
    const running = await out.withSpinner('starting the sandbox', control.start(options))
    const quote = await quoteLine(control, running)
    out.printResult({
      data: sandboxView(running),
      lines: ({ paint }) => [
        `${paint.good('✔')} ${running.network} runs at ${running.url} (chain ${running.chainId}, process ${running.pid})`,
        `  Next  ${paint.next(quote)}`,
        `  End   ${paint.next(`swapline sandbox down${asFlag(running)}`)}`,
      ],
      meta: { network: running.network, chainId: running.chainId },
    })
  },
})
