/**
 * Text from the chain, a list, a node or a file name may hold bytes that move the cursor, retitle the window, reverse
 * the reading direction or are invisible. None of them reaches a terminal; JSON shows them as \uXXXX.
 */

// Control (C0, DEL, C1), format (zero-width, direction marks, tags, BOM), line separators, lone surrogates, fillers
const hiddenCharacters = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\u115f\u1160\u3164\uffa0]/gu

/** Foreign text for a screen: hidden characters become `?`, the rest is cut to `length` characters. */
export function sanitize(text: string, length = 64): string {
  const shown = Array.from(text.replace(hiddenCharacters, '?'))
  return shown.length <= length ? shown.join('') : `${shown.slice(0, length - 1).join('')}…`
}

/** A token's symbol for a screen. */
export const sanitizeSymbol = (symbol: string): string => sanitize(symbol, 24)

const colorEscapes = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]{0,12}m`, 'g')

/** The final filter before a terminal: colours pass, every other hidden character does not. One line. */
export function keepColors(line: string): string {
  const colours = line.match(colorEscapes) ?? []
  const texts = line.split(colorEscapes)
  return texts.map((text, i) => text.replace(hiddenCharacters, '?') + (colours[i] ?? '')).join('')
}

/** Escapes characters in JSON text that JSON.stringify leaves raw although they control a terminal. */
export function escapeHidden(json: string): string {
  return json.replace(hiddenCharacters, (found) =>
    found === '\n'
      ? found
      : Array.from({ length: found.length }, (_, i) => `\\u${found.charCodeAt(i).toString(16).padStart(4, '0')}`).join(
          '',
        ),
  )
}
