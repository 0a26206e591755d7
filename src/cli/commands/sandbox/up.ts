import type { Context } from '#cli/context'
import { defineCommand } from '#cli/define-command'
import { integerParser, parseDuration, parseText } from '#cli/parse/plain'
import { fail } from '#domain/errors'
import { asFlag, asOption, quoteLine, resolvePlayedNetwork, sandboxView } from './as.ts'

export const up = defineCommand({
  name: 'sandbox-up',
  about: 'Start it in the background, or show the running one.',
  examples: ['sandbox up', 'sandbox up --as ethereum --port 8546', 'sandbox up --pair ethereum,base'],
  arguments: {},
  options: {
    ...asOption,
    pair: {
      flag: '--pair <networks>',
      about: 'two of them, for swaps from one to the other: ethereum,base',
      parse: parseText,
    },
    port: { flag: '--port <number>', about: 'port on 127.0.0.1', parse: integerParser(1, 65_535) },
    blockTime: {
      flag: '--block-time <time>',
      about: 'block interval; default: one block per transaction',
      parse: parseDuration,
    },
  },
  schema: async () => (await import('#cli/schemas/network/sandbox')).SandboxUp,

  async run({ sandbox, out }, { as, pair, port, blockTime }) {
    if (pair !== undefined) return startPair({ sandbox, out }, pair, [as, port, blockTime])
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

/** Two sandboxes that swap with each other, as far as a bridge's contracts stand on both. */
async function startPair(
  { sandbox, out }: Pick<Context, 'sandbox' | 'out'>,
  words: string,
  others: readonly unknown[],
): Promise<void> {
  if (others.some((one) => one !== undefined))
    throw fail('USAGE', { reason: '--pair has no --as, --port or --block-time.', fix: 'leave them out' })
  const names = await Promise.all(words.split(',').map((name) => resolvePlayedNetwork(name.trim())))
  const wanted = names.flatMap((name) => name ?? [])
  if (wanted.length !== 2) throw fail('USAGE', { reason: 'A pair is of two networks.', fix: '--pair ethereum,base' })
  const running = await out.withSpinner('starting two sandboxes', (await sandbox()).startPair(wanted))
  const [from, to] = running
  out.printResult({
    data: { pair: running.map(sandboxView) },
    lines: ({ paint }) => [
      ...running.map(({ network, url, chainId }) => `${paint.good('✔')} ${network} runs at ${url} (chain ${chainId})`),
      `  Next  ${paint.next(`swapline quote 1 WETH USDC -n ${from?.network} --to-network ${to?.network}`)}`,
      ...running.map((one) => `  End   ${paint.next(`swapline sandbox down${asFlag(one)}`)}`),
    ],
  })
}
