import type { Hex } from '#domain/units'
import { routerErrors } from '#encoding/contracts/router.gen'
import { wordLength } from '#encoding/words'
import { type ClassifiedRevert, foreignErrors, knownPatterns, knownTexts, panics, routerRows } from './tables.ts'

const errorString = '0x08c379a0'
const panicCode = '0x4e487b71'
const nonceUsedSelectors = ['0x1be5cb2f', '0x756688fe'] // NonceUsed(uint256); Permit2's InvalidNonce()
const tooLittleSelector = '0x618bc7c9' // TooLittle(uint256,uint256)

/**
 * The class of a revert and its words, a clause without a full stop. A contract's own text is quoted unchanged: foreign
 * text, to be sanitized before a screen shows it.
 * @param nodeMessage the node's own message, sanitized already: used if the data carry no reason
 */
export function classifyRevert(data: Hex, nodeMessage = ''): ClassifiedRevert {
  const decoded = decodeRevert(data)
  if (decoded !== undefined) return decoded
  const gave = data === '0x' ? 'a contract gave no reason' : `a contract gave the error ${data.slice(0, 10)}`
  const words = nodeMessage === '' || isPlainRevert(nodeMessage) ? gave : `the node says «${nodeMessage}»`
  return { class: 'unknown', words, isCertain: false }
}

/** What revert data alone mean; `undefined` for no data, for an empty text and for unknown errors. */
export function decodeRevert(data: Hex): ClassifiedRevert | undefined {
  const selector = data.slice(0, 10)
  const [a = 0n, b = 0n] = decodeWords(data)
  if (isRouterError(selector)) {
    const [name, words, doubt] = routerRows[routerErrors[selector]]
    return { class: name, words: words(a, b), isCertain: doubt === undefined }
  }
  if (selector === errorString) return classifyText(decodeReason(data))
  if (selector === panicCode)
    return { class: 'panic', words: `a contract failed: ${panics[String(a)] ?? `panic ${a}`}`, isCertain: false }
  return Object.hasOwn(foreignErrors, selector) ? foreignErrors[selector] : undefined
}

/**
 * What the router reports would have been received, in smallest units of the output token; `undefined` for other
 * errors.
 */
export function decodeShortfall(data: Hex): { readonly received: bigint; readonly minimum: bigint } | undefined {
  const [received, minimum] = decodeWords(data)
  if (!data.startsWith(tooLittleSelector) || received === undefined || minimum === undefined) return undefined
  return { received, minimum }
}

/** Whether revert data say that an order's nonce is used. */
export const isNonceUsedRevert = (data: Hex): boolean => nonceUsedSelectors.includes(data.slice(0, 10))

const isRouterError = (selector: string): selector is keyof typeof routerErrors => Object.hasOwn(routerErrors, selector)

/** The generic messages of nodes for any revert. */
const isPlainRevert = (message: string): boolean =>
  /^(?:VM Exception.*: )?(?:execution )?revert(?:ed)?\b[: ,]*(?:0x)?/i.test(message)

function classifyText(text: string): ClassifiedRevert | undefined {
  if (text === '') return undefined
  if (Object.hasOwn(knownTexts, text)) return knownTexts[text]
  const words = `a contract said «${text}»`
  const known = knownPatterns.find(([pattern]) => pattern.test(text))
  if (known === undefined) return { class: 'unknown', words, isCertain: false }
  const [, name, doubt] = known
  return { class: name, words, isCertain: doubt === undefined }
}

function decodeWords(data: Hex): readonly bigint[] {
  const words = data.slice(10).match(/.{64}/g) ?? []
  return words.slice(0, 2).map((word) => BigInt(`0x${word}`))
}

/** The text of `Error(string)`, at most 256 bytes of it. */
function decodeReason(data: Hex): string {
  const [, length = 0n] = decodeWords(data)
  const text = data.slice(10 + 2 * wordLength, 10 + 2 * wordLength + 2 * Number(length > 256n ? 256n : length))
  const bytes = Uint8Array.from(text.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
  return new TextDecoder().decode(bytes)
}
