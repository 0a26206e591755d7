/**
 * Text from the chain, a list, a node or a file name may hold bytes that move the cursor, retitle the window,
 * turn the reading direction or cannot be seen. None of them reaches a terminal; JSON says them as \uXXXX.
 */

// Control (C0, DEL, C1), format (zero-width, direction marks, tags, BOM), line separators, lone surrogates, fillers
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\u115f\u1160\u3164\uffa0]/gu

/** Foreign text for a screen: hidden characters become `?`, the rest is cut to `length` characters. */
export function safe(text: string, length = 64): string {
  const shown = Array.from(text.replace(hidden, '?'))
  return shown.length <= length ? shown.join('') : `${shown.slice(0, length - 1).join('')}…`
}

/** A token's symbol for a screen. */
export const safeSymbol = (symbol: string): string => safe(symbol, 24)

const escapes = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]{0,12}m`, 'g')

/** The last gate before a terminal: colours pass, every other hidden character does not. One line. */
export function onlyColours(line: string): string {
  const colours = line.match(escapes) ?? []
  const texts = line.split(escapes)
  return texts.map((text, i) => text.replace(hidden, '?') + (colours[i] ?? '')).join('')
}

/** Escapes in JSON text what JSON.stringify leaves raw though a terminal would obey it. */
export function escapeHidden(json: string): string {
  return json.replace(hidden, (found) =>
    found === '\n'
      ? found
      : Array.from({ length: found.length }, (_, i) => `\\u${found.charCodeAt(i).toString(16).padStart(4, '0')}`).join(
          '',
        ),
  )
}
