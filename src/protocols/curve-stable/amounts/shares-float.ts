/**
 * What shares bring and cost, in floats and without differences that cancel, even for the smallest trades. Amounts are
 * of 18 decimals, rates applied.
 *
 * With D the invariant, b the balances, ann = A n^n and P = D^(n+1) / (n^n Π b), the invariant is ann Σb + D = ann D +
 * P. If balances move by Δ and D by δ, it is ann ΣΔ − (ann − 1) δ = P q, with 1 + q = (1 + δ/D)^(n+1) / Π (1 + Δ/b).
 */

import { itemAt } from '#domain/item-at'
import { memoize } from '#math/memoize'

export interface FloatPool {
  readonly ann: number
  /** Each above 0. */
  readonly balances: readonly number[]
  readonly invariant: number
  readonly supply: number
}

/** A fee as a fraction: of the token `place`, by two numbers that are equal at the lowest fee. */
export type FeeFunction = (place: number, a: number, b: number) => number

const maxSteps = 100
const precision = 1e-15

/** D^(n+1) / (n^n Π b) */
const computeProduct = ({ balances, invariant }: FloatPool): number =>
  balances.reduce((product, one) => (product * invariant) / (one * balances.length), invariant)

/** Growth of D when balances move, as a function of the moves. */
function createGrowth(pool: FloatPool): (moved: readonly number[]) => number {
  const { ann, balances, invariant } = pool
  const product = computeProduct(pool)
  const power = balances.length + 1
  return (moved) => {
    let sum = 0
    let logs = 0
    for (let i = 0; i < balances.length; i += 1) {
      const change = moved[i] ?? 0
      sum += change
      logs += Math.log1p(change / itemAt(balances, i))
    }
    // D grows less than it would if it were only in the product
    let delta = invariant * Math.expm1((logs + Math.log1p((ann * Math.max(0, sum)) / product)) / power)
    for (let step = 0; step < maxSteps; step += 1) {
      const q = Math.expm1(power * Math.log1p(delta / invariant) - logs)
      const value = ann * sum - (ann - 1) * delta - product * q
      const change = value / (ann - 1 + (product * (1 + q) * power) / (invariant + delta))
      delta += change
      if (Math.abs(change) <= precision * Math.abs(delta)) break
    }
    return delta
  }
}

/** Shares for a deposit of one token, as a function of the amount; `undefined` if fees exceed the pool's balance. */
export function createDepositCurve(
  pool: FloatPool,
  at: number,
): (paid: number, feeAt: FeeFunction) => number | undefined {
  const { balances, invariant, supply } = pool
  const growth = createGrowth(pool)
  /** By token; overwritten by every call. */
  const moved = balances.map(() => 0)
  const ratioOf = memoize((paid) => {
    moved.fill(0)
    moved[at] = paid
    return growth(moved) / invariant
  })
  return (paid, feeAt) => {
    const ratio = ratioOf(paid)
    const mean = (invariant * (2 + ratio)) / balances.length
    let isCovered = true
    for (let i = 0; i < balances.length; i += 1) {
      const one = itemAt(balances, i)
      const into = i === at ? paid : 0
      const apart = i === at ? paid - one * ratio : one * ratio
      const change = into - feeAt(i, 2 * one + into, mean) * apart
      isCovered &&= change > -one
      moved[i] = change
    }
    return isCovered ? (supply * growth(moved)) / invariant : undefined
  }
}

/** Output of one token for shares, as a function of the shares. */
export function createWithdrawalCurve(pool: FloatPool, at: number): (shares: number, feeAt: FeeFunction) => number {
  const { balances, invariant, supply } = pool
  const held = balances[at] ?? 0
  const take = createTaking(pool, at)
  const [none, fees] = [balances.map(() => 0), balances.map(() => 0)]
  return (shares, feeAt) => {
    const part = shares / supply
    const plain = take(part, none)
    const mean = (invariant * (2 - part)) / (2 * balances.length)
    for (let i = 0; i < balances.length; i += 1)
      fees[i] = feeAt(i, i === at ? held - plain / 2 : itemAt(balances, i), mean)
    return take(part, fees) - (fees[at] ?? 0) * (plain - part * held)
  }
}

/**
 * Decrease of a balance when D falls by a fraction and the others by a part of that, `cuts`: a quadratic in the amount
 * taken.
 */
function createTaking(
  { ann, balances, invariant }: FloatPool,
  at: number,
): (part: number, cuts: readonly number[]) => number {
  const n = balances.length
  const held = balances[at] ?? 0
  let around = invariant / ann - invariant
  let gamma = invariant / (ann * n)
  balances.forEach((one, i) => {
    if (i === at) return
    around += one
    gamma *= invariant / (one * n)
  })
  return (part, cuts) => {
    let logs = (n + 1) * Math.log1p(-part)
    let less = 0
    for (let i = 0; i < n; i += 1) {
      if (i === at) continue
      const cut = itemAt(cuts, i) * part
      logs -= Math.log1p(-cut)
      less += cut * itemAt(balances, i)
    }
    const fallen = part * invariant * (1 - 1 / ann) - less
    const constant = fallen * held - gamma * invariant * Math.expm1(logs)
    const linear = 2 * held + around + fallen
    return (2 * constant) / (linear + Math.sqrt(Math.max(0, linear * linear - 4 * constant)))
  }
}
