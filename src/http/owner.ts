/** Who asks: an address of the network, or on the authenticated address a key. */
import { fail } from '#domain/errors'
import type { ApiKeys } from '#domain/ports'
import type { Allowance } from '#domain/server'
import type { ServerContext } from './context.ts'
import { createTokenBuckets, ownerOf, type Taken } from './token-bucket.ts'

/** `metrics`: of those who watch the server; nothing of the interface is answered there. */
export type Address = 'public' | 'authenticated' | 'metrics'

/** What a request may do, and how many more like it. */
export interface Admission extends Taken {
  readonly allowance: Allowance
}

export interface Doorkeeper {
  /** Whoever asks, by IP address alone. @throws `RATE_LIMITED` */
  admitAnyone(ip: string): Admission
  /** @param noteKey is told the id of a key that is accepted. @throws `API_KEY_NOT_ACCEPTED`, `RATE_LIMITED` */
  admit(ip: string, key: unknown, noteKey: (id: string) => void): Promise<Admission>
}

interface Allowances {
  readonly publicAllowance: Allowance
  readonly keyAllowance: Allowance
}

/** On the public address a key is not looked at. Who comes with a wrong one is counted like anyone without. */
export function createDoorkeeper(
  context: Pick<ServerContext, 'keys' | 'clock'>,
  address: Address,
  { publicAllowance, keyAllowance }: Allowances,
): Doorkeeper {
  const ips = createTokenBuckets(context, publicAllowance)
  const keys = createTokenBuckets(context, keyAllowance)

  const byIp = (ip: string): Admission => admitted(ips.take(ownerOf(ip)), publicAllowance)
  return {
    admitAnyone: byIp,
    async admit(ip, text, noteKey) {
      if (address !== 'authenticated') return byIp(ip)
      const id = await acceptedId(context.keys, text)
      if (id === undefined) {
        byIp(ip)
        throw fail('API_KEY_NOT_ACCEPTED', {})
      }
      noteKey(id)
      return admitted(keys.take(id), keyAllowance)
    },
  }
}

function admitted(taken: Taken, allowance: Allowance): Admission {
  if (!taken.allowed) throw fail('RATE_LIMITED', { retryAfter: taken.retryAfter })
  return { ...taken, allowance }
}

const acceptedId = async (keys: Pick<ApiKeys, 'check'>, text: unknown): Promise<string | undefined> =>
  typeof text === 'string' ? (await keys.check(text))?.id : undefined
