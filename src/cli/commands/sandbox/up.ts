import type { Context } from '#cli/context'
import { defineCommand } from '#cli/define-command'
import { choiceParser, integerParser, parseDuration, parseText } from '#cli/parse/plain'
import { fail } from '#domain/errors'
import { type PairRelay, pairRelays } from '#domain/sandbox'
import { asFlag, asOption, quoteLine, relayLine, relayView, resolvePlayedNetwork, sandboxView } from './as.ts'

const relayOption = {
  relay: {
    flag: '--relay <how>',
    about: 'of a pair: completes swaps at once (auto), after a minute (slow), or never (off)',
    parse: choiceParser(pairRelays),
  },
} as const

export const up = defineCommand({
  name: 'sandbox-up',
  about: 'Start it in the background, or show the running one.',
  examples: ['sandbox up', 'sandbox up --as ethereum --port 8546', 'sandbox up --pair ethereum,base --relay off'],
  arguments: {},
  options: {
    ...asOption,
    pair: {
      flag: '--pair <networks>',
      about: 'two of them, for swaps from one to the other: ethereum,base',
      parse: parseText,
    },
    ...relayOption,
    port: { flag: '--port <number>', about: 'port on 127.0.0.1', parse: integerParser(1, 65_535) },
    blockTime: {
      flag: '--block-time <time>',
      about: 'block interval; default: one block per transaction',
      parse: parseDuration,
    },
  },
  schema: async () => (await import('#cli/schemas/network/sandbox')).SandboxUp,

  async run({ sandbox, out }, { as, pair, relay, port, blockTime }) {
    if (pair !== undefined) return startPair({ sandbox, out }, { words: pair, relay, others: [as, port, blockTime] })
    if (relay !== undefined) throw fail('USAGE', { reason: '--relay is of a pair.', fix: '--pair ethereum,base' })
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

interface PairInput {
  readonly words: string
  readonly relay: PairRelay | undefined
  readonly others: readonly unknown[]
}

/** Two sandboxes that swap with each other over CCTP's double, if CCTP is on both networks. */
async function startPair(
  { sandbox, out }: Pick<Context, 'sandbox' | 'out'>,
  { words, relay, others }: PairInput,
): Promise<void> {
  if (others.some((one) => one !== undefined))
    throw fail('USAGE', { reason: '--pair has no --as, --port or --block-time.', fix: 'leave them out' })
  const names = await Promise.all(words.split(',').map((name) => resolvePlayedNetwork(name.trim())))
  const wanted = names.flatMap((name) => name ?? [])
  if (wanted.length !== 2) throw fail('USAGE', { reason: 'A pair is of two networks.', fix: '--pair ethereum,base' })
  const pair = await out.withSpinner('starting two sandboxes', (await sandbox()).startPair(wanted, relay))
  const [from, to] = pair.sandboxes
  out.printResult({
    data: { pair: pair.sandboxes.map(sandboxView), relay: relayView(pair.relay) },
    lines: ({ paint }) => [
      ...pair.sandboxes.map(
        ({ network, url, chainId }) => `${paint.good('✔')} ${network} runs at ${url} (chain ${chainId})`,
      ),
      ...(pair.relay === undefined
        ? ['  CCTP is not on both networks: nothing leads from one to the other.']
        : [
            `${paint.good('✔')} ${relayLine(pair.relay)}`,
            `  Next  ${paint.next(`swapline quote 1 ETH USDC -n ${from?.network} --to-network ${to?.network}`)}`,
          ]),
      ...pair.sandboxes.map((one) => `  End   ${paint.next(`swapline sandbox down${asFlag(one)}`)}`),
    ],
  })
}
