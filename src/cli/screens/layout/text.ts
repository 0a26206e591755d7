/** Number formats for people. Machines get them from `views/`, without separators. */
import { sanitizeSymbol } from '#cli/out/safe-text'
import { formatDecimal } from '#domain/format-decimal'
import type { Token } from '#domain/token'
import type { Ppm } from '#domain/units'

type Coin = Pick<Token, 'symbol' | 'decimals'>

/** `24812.402117` becomes `24,812.402117`. */
export function groupDigits(digits: string): string {
  const [whole = '', part] = digits.split('.')
  const spaced = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return part === undefined ? spaced : `${spaced}.${part}`
}

/** The exact amount without its symbol. */
export const unitsText = (raw: bigint, coin: Coin): string => groupDigits(formatDecimal(raw, coin.decimals))

const unlimitedFrom = 1n << 255n

/** The exact amount, or `unlimited` from 2^255 on: no token has that many units. */
export const allowanceText = (raw: bigint, coin: Coin): string =>
  raw >= unlimitedFrom ? 'unlimited' : unitsText(raw, coin)

/** The exact amount: `24,812.402117 USDC`. */
export const amountLine = (raw: bigint, coin: Coin): string => `${unitsText(raw, coin)} ${sanitizeSymbol(coin.symbol)}`

/**
 * The amount with at most `digits` significant digits, rounded down, if there is no space for the exact one. Whole
 * digits are never dropped.
 */
export function shortUnitsText(raw: bigint, coin: Coin, digits = 6): string {
  const [whole = '', part = ''] = formatDecimal(raw, coin.decimals).split('.')
  const zeros = whole === '0' ? part.length - part.replace(/^0+/, '').length : 0
  const kept = part.slice(0, Math.max(0, whole === '0' ? zeros + digits : digits - whole.length)).replace(/0+$/, '')
  return groupDigits(kept === '' ? whole : `${whole}.${kept}`)
}

/** A limit with four significant digits, rounded up: never shown below its value. */
export function upperUnitsText(raw: bigint, coin: Coin): string {
  const step = 10n ** BigInt(Math.max(0, String(raw).length - 4))
  return unitsText(((raw + step - 1n) / step) * step, coin)
}

/** `0.12 %`: as many decimals as the value has. */
export const percentText = (ratio: Ppm): string => `${formatDecimal(BigInt(ratio), 4)} %`

/** The relative difference of `a` over `b`: `+0.1644 %`. */
export function differenceText(a: bigint, b: bigint): string {
  const millionths = b === 0n ? 0n : ((a - b) * 1_000_000n) / b
  return `${millionths < 0n ? '−' : '+'}${formatDecimal(millionths < 0n ? -millionths : millionths, 4)} %`
}

/** A pool's fee as traders name it: `0.05 %`, `0.30 %`. */
export function feeText(feePpm: number): string {
  const exact = formatDecimal(BigInt(feePpm), 4)
  const [whole = '', part = ''] = exact.split('.')
  return `${whole}.${part.padEnd(2, '0')} %`
}

/** Hundredths of a percent as `62.0 %`. */
export const shareText = (bps: number): string => `${(bps / 100).toFixed(bps % 10 === 0 ? 1 : 2)} %`

/** A hash in full where `columns` are enough, else `0x05fe77de…cca33921`; JSON always has all of it. */
export const hashText = (hash: string, columns: number): string =>
  hash.length <= columns ? hash : `${hash.slice(0, 10)}…${hash.slice(-8)}`

/** A price per unit of gas: `1.000000016 gwei`. */
export const gasPriceText = (price: bigint): string => `${groupDigits(formatDecimal(price, 9))} gwei`

/** `4:58`. */
export function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** Parts per million in the notation of a gap, rounded up to about two digits: `0.4 bp`, `12 bp`, `1.3 %`. */
export function gapText(gapPpm: number): string {
  const upTo = (step: number) => Math.ceil(gapPpm / step) * step
  if (gapPpm > 9_900) return `${(upTo(1_000) / 10_000).toFixed(1)} %`
  if (gapPpm > 990) return `${(upTo(100) / 100).toFixed(0)} bp`
  return gapPpm > 9 ? `${(upTo(10) / 100).toFixed(1)} bp` : `${(upTo(1) / 100).toFixed(2)} bp`
}
