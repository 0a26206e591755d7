/** How this run prints, from its settings and streams. */

import type { OutputStyle } from '#cli/out/out'
import { colorPaint, plainPaint, type Screen } from '#cli/out/screen'
import { writeTo } from '#cli/out/streams'
import { canColor, canUnicode, widthOf } from '#cli/out/terminal-info'
import type { Settings } from '#cli/settings/settings'
import type { Env } from '#system/env'

export async function createStyle(settings: Settings, env: Env): Promise<OutputStyle> {
  const { TERM } = env
  const unicode = canUnicode(settings.get('output.unicode'), env)
  const when = settings.get('output.color')
  const screen = async (stream: NodeJS.WriteStream): Promise<Screen> => {
    const surface = { isTTY: stream.isTTY === true, columns: stream.columns }
    return {
      width: widthOf(surface),
      keepsLines: !surface.isTTY,
      paint: canColor(when, env, surface) ? await colorPaint() : plainPaint,
    }
  }
  return {
    format: settings.get('output.format'),
    get: settings.get('get'),
    quiet: settings.get('quiet'),
    spinner: settings.get('output.spinner') && process.stderr.isTTY === true && TERM !== 'dumb',
    unicode,
    stdout: await screen(process.stdout),
    stderr: await screen(process.stderr),
    write: writeTo,
  }
}
