import { fail, SwapError } from '#domain/errors'

/** Codes of the driver and of sockets: the database was not reached, or the connection was lost. */
const unreachable: Readonly<Record<string, string>> = {
  CONNECT_TIMEOUT: 'it does not answer in time',
  CONNECTION_CLOSED: 'it closed the connection',
  CONNECTION_ENDED: 'the connection is closed',
  CONNECTION_DESTROYED: 'the connection is closed',
  ECONNREFUSED: 'it refuses the connection',
  ECONNRESET: 'it closed the connection',
  EPIPE: 'it closed the connection',
  ENOENT: 'there is no such socket',
  ENOTFOUND: 'its name is not known',
  EAI_AGAIN: 'its name is not known',
  ETIMEDOUT: 'it cannot be reached',
  EHOSTUNREACH: 'it cannot be reached',
}

/** Classes of SQLSTATE, https://www.postgresql.org/docs/current/errcodes-appendix.html */
const away = /^(?:08|57P|53300)/
const busy = /^(?:40|53|55P03|57014)/
const reasons: Readonly<Record<string, string>> = {
  '28P01': 'it does not accept the password',
  '28000': 'it does not accept the user',
  '3D000': 'there is no such database',
  '42501': 'the user may not do that there',
  '25006': 'it is read-only',
}

/** A PostgreSQL error as a user-facing failure. Never with the URL, which may hold a password. */
export function postgresFailure(place: string, error: unknown): Error {
  if (error instanceof SwapError) return error
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
  const lost = unreachable[code] ?? (away.test(code) ? 'it is not ready' : undefined)
  if (lost !== undefined) return fail('STORE_UNREACHABLE', { place, reason: lost }, { cause: error })
  if (busy.test(code)) return fail('STORE_BUSY', { what: `the store ${place}` }, { cause: error })
  const reason = reasons[code] ?? (code === '' ? 'it failed' : `it says ${code}`)
  return fail('STORE_UNUSABLE', { path: place, reason }, { cause: error })
}
