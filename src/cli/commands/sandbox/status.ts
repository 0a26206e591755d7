import { defineCommand } from '#cli/define-command'
import type { Screen } from '#cli/out/screen'
import type { RunningSandbox } from '#domain/sandbox'
import { asFlag, asOption, quoteLine, relayLine, relayView, resolvePlayedNetwork, sandboxView } from './as.ts'

export const status = defineCommand({
  name: 'sandbox-status',
  about: 'List the running sandboxes, their endpoints, and the -n to trade on each.',
  examples: ['sandbox status', 'sandbox status --as base', 'sandbox status --get data.sandbox.url'],
  arguments: {},
  options: asOption,
  schema: async () => (await import('#cli/schemas/network/sandbox')).SandboxState,

  async run({ sandbox, out }, { as }) {
    const control = await sandbox()
    const name = await resolvePlayedNetwork(as)
    const [asked, all, relay] = await Promise.all([control.status(name), control.listRunning(), control.findRelay()])
    const shown = name === undefined ? all : all.filter(({ network }) => network === asked?.network)
    const quotes = await Promise.all(shown.map((one) => quoteLine(control, one)))
    out.printResult({
      data: {
        sandbox: asked === undefined ? null : sandboxView(asked),
        running: all.map(sandboxView),
        relay: relayView(relay),
      },
      lines: ({ paint }) =>
        shown.length === 0
          ? [
              '  No sandbox is running.',
              `  Next  ${paint.next(`swapline sandbox up${as === undefined ? '' : ` --as ${name}`}`)}`,
            ]
          : [
              ...shown.flatMap((one, i) => runningLines(one, quotes[i] ?? '', paint)),
              ...(relay === undefined ? [] : [`  ${relayLine(relay)}`]),
            ],
    })
  },
})

const runningLines = (one: RunningSandbox, quote: string, paint: Screen['paint']): readonly string[] => [
  `  ${one.network} at ${one.url} (chain ${one.chainId}, process ${one.pid})`,
  `    Trade  ${paint.next(quote)}`,
  `    End    ${paint.next(`swapline sandbox down${asFlag(one)}`)}`,
]
