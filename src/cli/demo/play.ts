import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Context } from '#cli/context'
import { type Act, acts } from '#cli/demo/acts'
import { type Cast, castIn } from '#cli/demo/cast'
import { fail } from '#domain/errors'

/** A swap of the demo, in the smallest unit of what was bought. */
export interface Played {
  readonly act: string
  readonly quoted: string
  readonly received: string
  readonly token: string
}

/**
 * Plays all acts in a home of its own, which is gone afterwards, and its chain with it.
 * @throws `CHECK_FAILED` where an act did not end as it should
 */
export async function playDemo(context: Context): Promise<readonly Played[]> {
  const folder = await mkdtemp(join(tmpdir(), 'swapline-demo-'))
  const cast = castIn(folder, (text) => context.out.note(() => text.split('\n')))
  try {
    const played: Played[] = []
    for (const act of acts) played.push(...(await play(context, cast, act)))
    return played
  } finally {
    await cast.hidden('sandbox', 'down')
    await rm(folder, { recursive: true, force: true })
  }
}

async function play({ out }: Context, cast: Cast, { title, commands, swaps }: Act): Promise<readonly Played[]> {
  out.note(({ paint }) => ['', paint.bold(`── ${title}`)])
  for (const words of commands) await cast.shown(...words)
  if (swaps !== true) return []

  const { quoted, bought } = await cast.lastSwap()
  if (quoted.raw !== bought.raw) throw fail('CHECK_FAILED', { reason: `${title}: ${bought.raw}, not ${quoted.raw}` })
  const exact = `${bought.formatted} ${bought.token.symbol}`
  out.note(({ paint }) => [paint.good(`✔ received ${exact} = quoted, to the last unit`)])
  return [{ act: title, quoted: quoted.raw, received: bought.raw, token: bought.token.symbol }]
}
