/**
 * Text from the chain, a list, a node or a file name may hold bytes that move the cursor, retitle the window, reverse
 * the reading direction or are invisible. None of them reaches a terminal; JSON shows them as \uXXXX.
 */

// Control (C0, DEL, C1), format (direction marks, tags), line separators, lone surrogates, all that Unicode lets a font
// leave out (joiners, selectors of variants, fillers), and what is drawn as nothing: an empty Braille pattern and Khitan filler,
// blank hieroglyphs, a note without a head
const hiddenCharacters =
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800\u{13441}\u{13442}\u{16fe4}\u{1d159}]/gu

/** Foreign text for a screen: hidden characters become `?`, the rest is cut to `length` characters. */
export function sanitize(text: string, length = 64): string {
  const shown = Array.from(text.replace(hiddenCharacters, '?'))
  return shown.length <= length ? shown.join('') : `${shown.slice(0, length - 1).join('')}…`
}

/** A token's symbol for a screen. */
export const sanitizeSymbol = (symbol: string): string => sanitize(symbol, 24)

const escapeByte = String.fromCharCode(27)
/** Digits of this process, which no foreign text can know: they tell the colours of our brushes from any other. */
const seal = Array.from({ length: 4 }, () => 1_000 + Math.floor(Math.random() * 9_000)).join(';')
const colorEscapes = new RegExp(`${escapeByte}\\[([0-9;]{0,12})m`, 'g')
const sealedEscapes = new RegExp(`${escapeByte}\\[${seal};([0-9;]{0,12})m`, 'g')

/**
 * A brush whose colours pass {@link keepColors}. Foreign text that it paints gets no others, sanitized or not: the escapes
 * in it are shown as `?`.
 */
export const sealBrush =
  (brush: (text: string) => string) =>
  (text: string): string =>
    brush(unseal(text, (part) => part.replaceAll(escapeByte, '?'))).replace(colorEscapes, `${escapeByte}[${seal};$1m`)

/**
 * The final filter before a terminal: colours of our own brushes pass, every other hidden character does not, those of
 * foreign colours included. One line.
 */
export const keepColors = (line: string): string => unseal(line, (text) => text.replace(hiddenCharacters, '?'))

/** The text with the colours of our brushes as a terminal knows them, and what is between these made safe. */
function unseal(text: string, clean: (part: string) => string): string {
  let shown = ''
  let from = 0
  for (const { 0: found, 1: codes, index } of text.matchAll(sealedEscapes)) {
    shown += `${clean(text.slice(from, index))}${escapeByte}[${codes}m`
    from = index + found.length
  }
  return shown + clean(text.slice(from))
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
