import { apiErrorNames } from '#domain/api/error'
import type { Outcome } from './send.ts'

/** The server's own time limit (`--answer-within`), in milliseconds; the result has the longest time measured. */
const limit = 20_000

/** Faults that must never occur; empty for a correct outcome. */
export function faultsOf({ answer, rest, milliseconds }: Outcome, whole: boolean): readonly string[] {
  const slow = milliseconds > limit ? [`it took ${Math.round(milliseconds)} ms`] : []
  if (answer === undefined) {
    const silent = whole || rest !== '' ? [`no answer, but ${JSON.stringify(rest.slice(0, 200))}`] : []
    return [...slow, ...silent]
  }
  const { status, headers, body, keeps } = answer
  const type = headers.get('content-type') ?? ''
  const isText = /^(text\/(html|css|javascript)|application\/yaml)/.test(type)
  return [
    ...slow,
    ...(status >= 500 && !isShedding(status, body) ? [`status ${status} ${body.slice(0, 300)}`] : []),
    ...(!isText && /node_modules|\.[cm]?[jt]s:\d|\n\s+at /.test(body) ? [`a stack: ${body.slice(0, 300)}`] : []),
    ...(type.startsWith('application/json') ? faultsOfJson(status, body) : []),
    ...(status >= 400 && !type.startsWith('application/json') ? [`an error of type "${type}"`] : []),
    // The answer to an unreadable request has a body, HEAD or not, and ends the connection.
    ...(whole && keeps && rest !== '' ? [`more than one answer: ${JSON.stringify(rest.slice(0, 200))}`] : []),
  ]
}

const isShedding = (status: number, body: string): boolean =>
  status === 503 && body.includes('"message":"The service is busy, please try again."')

function faultsOfJson(status: number, text: string): readonly string[] {
  if (text === '') return []
  if (!/^[ -~]*$/.test(text)) return [`bytes beyond ASCII: ${JSON.stringify(text.slice(0, 200))}`]
  const body = JSON.parse(text)
  if (status < 400) return body?.error ? [`an error in a ${status}: ${text.slice(0, 200)}`] : []
  const fits = apiErrorNames[body.code] === body.error && body.statusCode === status && Array.isArray(body.details)
  return fits ? [] : [`no error of the table: ${text.slice(0, 300)}`]
}
