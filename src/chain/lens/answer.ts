import type { BlockStamp } from '#chain/rpc/multicall'
import { type BinRecord, binProbes } from '#domain/pools/bin-selectors'
import { type Address, evm, type Hex, hex } from '#domain/units'

export type ListedTick = readonly [tick: number, liquidityNet: bigint]

/** A concentrated pool as one call read it: ticks outwards from the price on either side. */
export interface ConcentratedRecord {
  readonly kind: 3
  readonly sqrtPriceX96: bigint
  readonly tick: number
  readonly liquidity: bigint
  readonly tickSpacing: number
  /** Gas or size ran out: there are more ticks within reach. */
  readonly isTruncated: boolean
  readonly low: number
  readonly high: number
  /** Downwards. */
  readonly below: readonly ListedTick[]
  /** Upwards. */
  readonly above: readonly ListedTick[]
  /** As in `LensRecord`; empty for a pool with Uniswap's getters. */
  readonly words: readonly bigint[]
}

export interface PairRecord {
  readonly kind: 2
  readonly reserves: readonly [bigint, bigint]
  /** As in `LensRecord`. */
  readonly words: readonly bigint[]
}

export interface LensAnswerItem {
  readonly item: number
  readonly address: Address
  readonly record: PairRecord | ConcentratedRecord | BinRecord
}

export interface LensAnswer {
  readonly stamp: BlockStamp
  /** Items from `next` on are still to be read. */
  readonly more: boolean
  readonly next: number
  readonly items: readonly LensAnswerItem[]
}

const headerSize = 32
const minRecordSize = 67

/** Decodes the answer of the lens: see `contracts/lens/Lens.yul`. @throws RangeError unless it is well-formed. */
export function decodeLensAnswer(hex: string): LensAnswer {
  const bytes = Buffer.from(hex.slice(2), 'hex')
  if (bytes.length < headerSize || bytes[0] !== 1) throw new RangeError('not an answer of the lens')
  const items: LensAnswerItem[] = []
  let at = headerSize
  for (let left = bytes.readUInt16BE(6); left > 0; left--) {
    const { item, size } = decodeItem(bytes, at)
    items.push(item)
    at += size
  }
  if (at !== bytes.length) throw new RangeError(`${bytes.length - at} bytes behind the last record`)
  return {
    stamp: { number: Number(bytes.readBigUInt64BE(8)), time: bytes.readUIntBE(16, 6) },
    more: bytes[1] === 1,
    next: bytes.readUInt32BE(2),
    items,
  }
}

function decodeItem(bytes: Buffer, at: number): { item: LensAnswerItem; size: number } {
  if (bytes.length < at + minRecordSize) throw new RangeError('a record is cut short')
  const kind = bytes.readUInt8(at)
  const item = bytes.readUInt16BE(at + 1)
  const address = evm(`0x${bytes.toString('hex', at + 3, at + 23)}`)
  if (kind === 2) {
    const reserves = [uint112(bytes, at + 23), uint112(bytes, at + 37)] as const
    return { item: { item, address, record: { kind, reserves, words: decodeWords(bytes, at + 51) } }, size: 67 }
  }
  if (kind === 4) {
    const { seen, size } = decodeBins(bytes, at + 23)
    return { item: { item, address, record: seen }, size: 23 + size }
  }
  if (kind !== 3) throw new RangeError(`a record of kind ${kind}`)
  const below = bytes.readUInt16BE(at + 72)
  const above = bytes.readUInt16BE(at + 74)
  const seen: ConcentratedRecord = {
    kind,
    sqrtPriceX96: (BigInt(bytes.readUInt32BE(at + 23)) << 128n) | uint128(bytes, at + 27),
    tick: bytes.readIntBE(at + 43, 3),
    liquidity: uint128(bytes, at + 46),
    tickSpacing: bytes.readUIntBE(at + 62, 3),
    isTruncated: bytes[at + 65] === 1,
    low: bytes.readIntBE(at + 66, 3),
    high: bytes.readIntBE(at + 69, 3),
    below: decodeTicks(bytes, at + 92, below),
    above: decodeTicks(bytes, at + 92 + 19 * below, above),
    words: decodeWords(bytes, at + 76),
  }
  return { item: { item, address, record: seen }, size: 92 + 19 * (below + above) }
}

const decodeWords = (bytes: Buffer, at: number): readonly bigint[] =>
  [0, 4, 8, 12].map((offset) => BigInt(bytes.readUInt32BE(at + offset)))

/** First the bin data of 32 bytes each, then each bin. */
const binWords = 32
const binSize = 35

function decodeBins(bytes: Buffer, at: number): { seen: BinRecord; size: number } {
  const words = (index: number, count = 1): Hex =>
    hex(`0x${bytes.toString('hex', at + 32 * index, at + 32 * (index + count))}`)
  const number = (index: number): bigint => BigInt(words(index))
  if (bytes.length < at + 32 * binWords) throw new RangeError('a record is cut short')
  const listed = Number(number(19))
  if (bytes.length < at + 32 * binWords + binSize * listed) throw new RangeError('a record is cut short')
  const behind = at + 32 * binWords
  const seen: BinRecord = {
    kind: 4,
    tokenX: words(0),
    active: words(1),
    rules: words(2, 7),
    volatility: words(9, 4),
    hooks: words(13),
    time: number(14),
    from: Number(number(15)),
    to: Number(number(16)),
    nextBelow: words(17),
    nextAbove: words(18),
    probeAnswers: binProbes.map((_, i) => toProbeAnswer(number(20 + 2 * i), number(21 + 2 * i))),
    bins: Array.from({ length: listed }, (_, i) => {
      const place = behind + binSize * i
      return [bytes.readUIntBE(place, 3), uint128(bytes, place + 3), uint128(bytes, place + 19)] as const
    }),
  }
  return { seen, size: 32 * binWords + binSize * listed }
}

const toProbeAnswer = (left: bigint, out: bigint): BinRecord['probeAnswers'][number] =>
  left < 1n << 128n ? { left, out } : out === 0n ? 'unheard' : 'refused'

function decodeTicks(bytes: Buffer, at: number, count: number): ListedTick[] {
  return Array.from({ length: count }, (_, i) => {
    const place = at + 19 * i
    return [bytes.readIntBE(place, 3), int128(bytes, place + 3)]
  })
}

const uint112 = (bytes: Buffer, at: number): bigint =>
  (BigInt(bytes.readUIntBE(at, 6)) << 64n) | bytes.readBigUInt64BE(at + 6)

const uint128 = (bytes: Buffer, at: number): bigint =>
  (bytes.readBigUInt64BE(at) << 64n) | bytes.readBigUInt64BE(at + 8)

const int128 = (bytes: Buffer, at: number): bigint => (bytes.readBigInt64BE(at) << 64n) | bytes.readBigUInt64BE(at + 8)
