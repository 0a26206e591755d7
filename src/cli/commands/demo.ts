import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Context } from '#cli/context'
import { defineCommand } from '#cli/define-command'
import { type Act, acts } from '#cli/demo/acts'
import { type Cast, castIn } from '#cli/demo/cast'
import { fail } from '#domain/errors'

export const command = defineCommand({
  name: 'demo',
  about: 'Watch the whole job on a built-in chain with the real contracts: no funds, no keys, no internet.',
  group: 'Sandbox',
  examples: ['demo'],
  arguments: {},
  options: {},
  schema: async () => (await import('#cli/schemas/demo')).Demo,

  async run(context) {
    const started = context.clock.elapsed()
    const folder = await mkdtemp(join(tmpdir(), 'swapline-demo-'))
    const cast = castIn(folder, (text) => context.out.note(() => text.split('\n')))
    try {
      const swaps = await play(context, cast)
      const seconds = Math.round((context.clock.elapsed() - started) / 100) / 10
      context.out.result({
        data: { swaps, seconds, exact: true },
        lines: ({ paint }) => [
          '',
          `${paint.good('✔')} ${swaps.length} swaps, each received exactly as quoted, to the last unit. ${seconds} s.`,
          `  Next  ${paint.next('swapline help quickstart')}`,
        ],
      })
    } finally {
      await cast.hidden('sandbox', 'down')
      await rm(folder, { recursive: true, force: true })
    }
  },
})

/** Plays the acts in order. @throws `CHECK_FAILED` where an act did not end as it should. */
async function play(context: Context, cast: Cast) {
  const swaps: { act: string; quoted: string; received: string; token: string }[] = []
  for (const act of acts) {
    title(context, act)
    for (const words of act.commands) await cast.shown(...words)
    if (act.swaps !== true) continue
    const { quoted, bought } = await cast.lastSwap()
    if (quoted.raw !== bought.raw)
      throw fail('CHECK_FAILED', { reason: `${act.title}: ${bought.raw}, not ${quoted.raw}` })
    const exact = `${bought.formatted} ${bought.token.symbol}`
    context.out.note(({ paint }) => [paint.good(`✔ received ${exact} = quoted, to the last unit`)])
    swaps.push({ act: act.title, quoted: quoted.raw, received: bought.raw, token: bought.token.symbol })
  }
  return swaps
}

function title({ out }: Context, { title: text }: Act): void {
  out.note(({ paint }) => ['', paint.bold(`── ${text}`)])
}
