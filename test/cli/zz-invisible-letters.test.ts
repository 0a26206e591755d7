/** A token's symbol may have letters that no screen shows, so that it reads like another one. */
import { expect, test } from 'vitest'
import { sanitizeSymbol } from '#cli/out/safe-text'

// "Hidden characters become ?, none that is invisible reaches a terminal": Unicode's own list of ignorable letters has more
// than those that are named. A fake "USDC" reads exactly like the real one in balances, history and the lists of a batch.
test.each([
  ['a grapheme joiner', 'US\u034fDC', 'US?DC'],
  ['a vowel of Khmer that is not drawn', 'USDC\u17b5', 'USDC?'],
  ['a selector of variants', 'USDC\ufe00', 'USDC?'],
  ['a selector of variants of the second list', 'USDC\u{e0100}', 'USDC?'],
  ['a Braille pattern without dots', 'USDC\u2800', 'USDC?'],
])('%s is shown as what it is', (_, symbol, shown) => {
  expect(sanitizeSymbol(symbol)).toBe(shown)
})
