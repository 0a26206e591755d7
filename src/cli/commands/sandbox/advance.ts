import { defineCommand } from '#cli/define-command'
import { parseDuration } from '#cli/parse/plain'

export const advance = defineCommand({
  name: 'sandbox-advance',
  about: 'Move the clocks of all running sandboxes forward, together.',
  examples: ['sandbox advance 2h'],
  arguments: { time: { about: 'by how much', parse: parseDuration } },
  options: {},
  schema: async () => (await import('#cli/schemas/network/sandbox')).SandboxClocks,

  async run({ sandbox, out }, { time }) {
    const clocks = await (await sandbox()).advance(time)
    out.printResult({
      data: { clocks: clocks.map(({ network, time: at }) => ({ network, time: isoTime(at) })) },
      lines: ({ paint }) => [
        ...clocks.map(({ network, time: at }) => `${paint.good('✔')} ${network} is at ${isoTime(at)}`),
        // deadlines are counted by this machine's clock
        '  What is signed from now on may be void there: for trades, stop and start the sandboxes first.',
      ],
    })
  },
})

const isoTime = (seconds: number): string => new Date(seconds * 1000).toISOString()
