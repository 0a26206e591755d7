/** By how much the contracts of a kind break a law, as its family states it. */
import { all } from './families.gen.ts'
import type { Conformance, Leeway } from './family.ts'

const families: readonly Conformance[] = all

export function leewayOf(kind: string): Required<Leeway<unknown>> {
  const stated = families.find((family) => family.kind === kind)?.leeway
  return { maxFeeSpread: () => 0, maxOutputStep: () => 0n, maxRoundTripGain: () => 0n, ...stated }
}
