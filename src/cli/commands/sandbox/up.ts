import { defineCommand } from '#cli/define-command'
import { duration, wholeNumber } from '#cli/parse/plain'
import { asFlag, asOption, playedNetwork, sandboxView } from './as.ts'

export const up = defineCommand({
  name: 'sandbox-up',
  about: 'Start it in the background, or show the one that runs.',
  examples: ['sandbox up', 'sandbox up --as ethereum --port 8546'],
  arguments: {},
  options: {
    ...asOption,
    port: { flag: '--port <number>', about: 'port on 127.0.0.1', parse: wholeNumber(1, 65_535) },
    blockTime: { flag: '--block-time <time>', about: 'a block each so often, else one a transaction', parse: duration },
  },
  schema: async () => (await import('#cli/schemas/sandbox')).SandboxRunning,

  async run({ sandbox, out }, { as, port, blockTime }) {
    const name = await playedNetwork(as)
    const options = {
      ...(name === undefined ? {} : { as: name }),
      ...(port === undefined ? {} : { port }),
      ...(blockTime === undefined ? {} : { blockTimeSeconds: blockTime }),
    }
    const running = await out.during('starting the sandbox', (await sandbox()).up(options))
    out.result({
      data: sandboxView(running),
      lines: ({ paint }) => [
        `${paint.good('✔')} ${running.network} runs at ${running.url} (chain ${running.chainId}, process ${running.pid})`,
        `  Next  ${paint.next(`swapline quote 10 ETH USDC -n ${running.network}`)}`,
        `  End   ${paint.next(`swapline sandbox down${asFlag(running)}`)}`,
      ],
      meta: { network: running.network, chainId: running.chainId },
    })
  },
})
