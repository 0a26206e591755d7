import { defineCommand } from '#cli/define-command'

export const command = defineCommand({
  name: 'demo',
  about: 'Watch complete swaps on a built-in chain with the real contracts: no funds, no keys, no internet.',
  group: 'Sandbox',
  examples: ['demo'],
  arguments: {},
  options: {},
  schema: async () => (await import('#cli/schemas/demo')).Demo,

  async run(context) {
    const started = context.clock.elapsed()
    const { runDemo: playDemo } = await import('#cli/demo/run-demo')
    const swaps = await playDemo(context)
    const seconds = Math.round((context.clock.elapsed() - started) / 100) / 10
    context.out.printResult({
      data: { swaps: swaps.map((one) => ({ ...one })), seconds, exact: true },
      lines: ({ paint }) => [
        '',
        `${paint.good('✔')} ${swaps.length} swaps, each received exactly as quoted, to the last unit. ${seconds} s.`,
        `  Next  ${paint.next('swapline help quickstart')}`,
      ],
    })
  },
})
