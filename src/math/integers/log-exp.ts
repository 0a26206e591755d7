/**
 * x^y of numbers of 18 decimals as Balancer's contracts compute it, truncation by truncation: e^(y · ln x), both
 * decomposed into powers of e and short series. Source: LogExpMath.sol of Balancer v2 (v2-solidity-utils) and v3
 * (v3-solidity-utils 1.0.0); its arithmetic cannot overflow within the bounds it checks.
 */
import { wad } from './wad.ts'

const e20 = 10n ** 20n
const e36 = 10n ** 36n

/** e^128 and e^64 without decimals, with their exponents at 18 decimals. */
const wholePowers = [
  { x: 128n * wad, a: 38877084059945950922200000000000000000000000000000000000n },
  { x: 64n * wad, a: 6235149080811616882910000000n },
] as const

/** e^32, e^16, … e^(1/16) and their exponents, at 20 decimals. */
const powers = [
  { x: 32n * e20, a: 7896296018268069516100000000000000n },
  { x: 16n * e20, a: 888611052050787263676000000n },
  { x: 8n * e20, a: 298095798704172827474000n },
  { x: 4n * e20, a: 5459815003314423907810n },
  { x: 2n * e20, a: 738905609893065022723n },
  { x: e20, a: 271828182845904523536n },
  { x: e20 / 2n, a: 164872127070012814685n },
  { x: e20 / 4n, a: 128402541668774148407n },
  { x: e20 / 8n, a: 113314845306682631683n },
  { x: e20 / 16n, a: 106449445891785942956n },
] as const

/** The series of e^x is precise enough without the two smallest powers. */
const powersOfExp = powers.slice(0, 8)

const minExponent = -41n * wad
const maxExponent = 130n * wad
const mildExponent = 2n ** 254n / e20

/**
 * x^y, both with 18 decimals; 0^0 is 1. Off by up to one part in 10^14, either way.
 *
 * @throws RangeError if the contract reverts: `x` of 2^255 or more, `y` of 2^254 / 10^20 or more, or y · ln x outside
 * −41 … 130
 */
export function wadPow(x: bigint, y: bigint): bigint {
  if (y === 0n) return wad
  if (x === 0n) return 0n
  if (x >= 1n << 255n) throw new RangeError('the base is out of bounds')
  if (y >= mildExponent) throw new RangeError('the exponent is out of bounds')

  const exponent = multiplyLog(x, y) / wad
  if (exponent < minExponent || exponent > maxExponent) throw new RangeError('the product is out of bounds')
  return exponent < 0n ? (wad * wad) / exp(-exponent) : exp(exponent)
}

/** y · ln x at 36 decimals. Near 1 the logarithm has so many digits that it is multiplied in two halves. */
function multiplyLog(x: bigint, y: bigint): bigint {
  const isNearOne = x > wad - wad / 10n && x < wad + wad / 10n
  if (!isNearOne) return ln(x) * y
  const log = lnNearOne(x)
  return (log / wad) * y + ((log % wad) * y) / wad
}

/** e^x for 0 ≤ x ≤ 130, 18 decimals. */
function exp(exponent: bigint): bigint {
  let x = exponent
  let whole = 1n
  const first = wholePowers.find((power) => x >= power.x)
  if (first !== undefined) {
    x -= first.x
    whole = first.a
  }
  x *= 100n

  let product = e20
  for (const power of powersOfExp) {
    if (x < power.x) continue
    x -= power.x
    product = (product * power.a) / e20
  }

  let term = x
  let sum = e20 + term
  for (let n = 2n; n <= 12n; n += 1n) {
    term = (term * x) / e20 / n
    sum += term
  }
  return (((product * sum) / e20) * whole) / 100n
}

/** ln a for a > 0, 18 decimals in and out. */
function ln(argument: bigint): bigint {
  if (argument < wad) return -lnAboveOne((wad * wad) / argument)
  return lnAboveOne(argument)
}

function lnAboveOne(argument: bigint): bigint {
  let a = argument
  let sum = 0n
  for (const power of wholePowers) {
    if (a < power.a * wad) continue
    a /= power.a
    sum += power.x
  }
  sum *= 100n
  a *= 100n
  for (const power of powers) {
    if (a < power.a) continue
    a = (a * e20) / power.a
    sum += power.x
  }
  return (sum + sumLogSeries(a, e20, 11n)) / 100n
}

/** ln x for 0.9 < x < 1.1: 18 decimals in, 36 out. */
const lnNearOne = (x: bigint): bigint => sumLogSeries(x * wad, e36, 15n)

/** 2 (z + z³/3 + … + z^last/last) with z = (a − 1)/(a + 1): ln a for a near 1, at the scale of `one`. */
function sumLogSeries(a: bigint, one: bigint, last: bigint): bigint {
  const z = ((a - one) * one) / (a + one)
  const squared = (z * z) / one
  let power = z
  let sum = z
  for (let n = 3n; n <= last; n += 2n) {
    power = (power * squared) / one
    sum += power / n
  }
  return sum * 2n
}
