/** What a stream can show, from the settings and the environment. */
import type { Env } from '#system/env'

export interface TerminalInfo {
  readonly isTTY: boolean
  readonly columns?: number | undefined
}

/**
 * True to paint. `--color` decides; then `NO_COLOR`, `FORCE_COLOR` and `CLICOLOR_FORCE`, `CLICOLOR=0` and `TERM=dumb`;
 * then whether the stream is a terminal.
 */
export function canColor(when: 'auto' | 'always' | 'never', env: Env, surface: TerminalInfo): boolean {
  const { NO_COLOR, FORCE_COLOR, CLICOLOR_FORCE, CLICOLOR, TERM } = env
  if (when !== 'auto') return when === 'always'
  if (isSet(NO_COLOR)) return false
  if (isSet(FORCE_COLOR)) return !/^(0|false)$/i.test(FORCE_COLOR)
  if (isSet(CLICOLOR_FORCE) && CLICOLOR_FORCE !== '0') return true
  if (CLICOLOR === '0' || TERM === 'dumb') return false
  return surface.isTTY
}

/** True if the locale can show more than ASCII. */
export function canUnicode(wanted: boolean | undefined, env: Env): boolean {
  const { TERM, LC_ALL, LC_CTYPE, LANG } = env
  if (wanted !== undefined) return wanted
  if (TERM === 'dumb' || TERM === 'linux') return false
  return /utf-?8/i.test(LC_ALL || LC_CTYPE || LANG || '')
}

/** Columns to draw in: a terminal's own, but at least 40; else 80. */
export function widthOf(surface: TerminalInfo): number {
  return surface.isTTY && surface.columns ? Math.max(surface.columns, 40) : 80
}

const isSet = (value: string | undefined): value is string => value !== undefined && value !== ''
