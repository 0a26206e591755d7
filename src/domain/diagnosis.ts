/** What `doctor` finds: one line for each thing that was looked at. */
import type { NetworkName } from '#domain/units'

export const findingLevels = ['ok', 'note', 'problem'] as const

export interface Finding {
  /** What kind of thing it is: `endpoint`, `router`, `entry`, `clock`, `config`, `key file`, `state`, `store`, `lock`, `nonce`, `sandbox`. */
  readonly check: string
  /** Which one: a host, a path, an account. Never the path or the key of an endpoint. */
  readonly subject: string
  /** `note`: it works, and the user may want to know. */
  readonly level: (typeof findingLevels)[number]
  readonly message: string
  /** What to do; always there for a problem. */
  readonly fix?: string | undefined
}

export interface DiagnosisRequest {
  /** Empty: no endpoint is asked. */
  readonly networks: readonly NetworkName[]
  /** Sends no request to any network, not even to this machine. */
  readonly isOffline: boolean
}

/** Looks at everything at once; what does not answer in time is a finding, so that nothing delays the rest. */
export type Diagnosis = (request: DiagnosisRequest) => Promise<readonly Finding[]>
