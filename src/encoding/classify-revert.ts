import type { Hex } from '#domain/units'
import { type ClassifiedRevert, foreignErrors, knownPatterns, knownTexts, panics, routerRows } from './revert-tables.ts'
import { routerErrors } from './router.gen.ts'
import { wordLength } from './words.ts'

const errorString = '0x08c379a0'
const panicCode = '0x4e487b71'
const tooLittle = '0x618bc7c9' // TooLittle(uint256,uint256)

/**
 * The class of a revert and its words, a clause without a full stop. What a contract says for itself is quoted as it
 * is: foreign text, to be sanitised before a screen shows it.
 * @param nodeMessage the node's own words, sanitised already: used where the data say nothing
 */
export function classifyRevert(data: Hex, nodeMessage = ''): ClassifiedRevert {
  const decoded = decodeRevert(data)
  if (decoded !== undefined) return decoded
  const gave = data === '0x' ? 'a contract gave no reason' : `a contract gave the error ${data.slice(0, 10)}`
  const words = nodeMessage === '' || isPlainRevert(nodeMessage) ? gave : `the node says «${nodeMessage}»`
  return { class: 'unknown', words, isCertain: false }
}

/** What revert data alone say; `undefined` for no data, for an empty text and for errors nobody here knows. */
export function decodeRevert(data: Hex): ClassifiedRevert | undefined {
  const selector = data.slice(0, 10)
  const [a = 0n, b = 0n] = wordsOf(data)
  if (isOurs(selector)) {
    const [name, words, doubt] = routerRows[routerErrors[selector]]
    return { class: name, words: words(a, b), isCertain: doubt === undefined }
  }
  if (selector === errorString) return fromText(reasonOf(data))
  if (selector === panicCode)
    return { class: 'panic', words: `a contract failed: ${panics[String(a)] ?? `panic ${a}`}`, isCertain: false }
  return Object.hasOwn(foreignErrors, selector) ? foreignErrors[selector] : undefined
}

/** What the router says would have been received, in smallest units of the bought token; `undefined` for other errors. */
export function shortfallIn(data: Hex): { readonly received: bigint; readonly minimum: bigint } | undefined {
  const [received, minimum] = wordsOf(data)
  if (!data.startsWith(tooLittle) || received === undefined || minimum === undefined) return undefined
  return { received, minimum }
}

const isOurs = (selector: string): selector is keyof typeof routerErrors => Object.hasOwn(routerErrors, selector)

/** What nodes say of any revert. */
const isPlainRevert = (message: string): boolean =>
  /^(?:VM Exception.*: )?(?:execution )?revert(?:ed)?\b[: ,]*(?:0x)?/i.test(message)

function fromText(text: string): ClassifiedRevert | undefined {
  if (text === '') return undefined
  if (Object.hasOwn(knownTexts, text)) return knownTexts[text]
  const words = `a contract said «${text}»`
  const known = knownPatterns.find(([pattern]) => pattern.test(text))
  if (known === undefined) return { class: 'unknown', words, isCertain: false }
  const [, name, doubt] = known
  return { class: name, words, isCertain: doubt === undefined }
}

function wordsOf(data: Hex): readonly bigint[] {
  const words = data.slice(10).match(/.{64}/g) ?? []
  return words.slice(0, 2).map((word) => BigInt(`0x${word}`))
}

/** The text of `Error(string)`, at most 256 bytes of it. */
function reasonOf(data: Hex): string {
  const [, length = 0n] = wordsOf(data)
  const text = data.slice(10 + 2 * wordLength, 10 + 2 * wordLength + 2 * Number(length > 256n ? 256n : length))
  const bytes = Uint8Array.from(text.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
  return new TextDecoder().decode(bytes)
}
