/** Failures of a remote service, as the command line meets them. `service` is its host: a full URL may hold a key. */
import { row } from '#domain/failures/row'

export const serviceFailures = {
  /** `isOfBridge`: a bridge's own, not the one that quotes. */
  SERVICE_UNREACHABLE: row<{ service: string; reason: string; isOfBridge?: true }>(
    1503,
    503,
    5,
    (d) => `The service ${d.service} does not answer: ${d.reason}.`,
    {
      retryable: true,
      fix: (d) => [
        d.isOfBridge
          ? 'try again, or look at bridge.attestationUrl: swapline config list'
          : 'try again, or find the route here: --service local',
      ],
    },
  ),
  SERVICE_ANSWER_NOT_VALID: row<{ service: string; reason: string }>(
    1500,
    500,
    5,
    (d) => `The service ${d.service} returns an answer that cannot be used: ${d.reason}.`,
    { fix: () => ['look at --service, or find the route here: --service local'] },
  ),
  SERVICE_REFUSED: row<{ service: string; name: string; message: string }>(
    1500,
    500,
    5,
    (d) => `The service ${d.service} refuses: ${d.message} (${d.name}).`,
    { fix: () => ['find the route here: --service local'] },
  ),
  /** `withheld`: there is a key, and it was not sent because it is for another service. */
  SERVICE_KEY_REFUSED: row<{ service: string; given: boolean; withheld?: true }>(
    1401,
    401,
    4,
    (d) =>
      d.given
        ? `The service ${d.service} does not accept the API key.`
        : `The service ${d.service} requires an API key, and ${d.withheld ? 'yours was not sent: it is for another service.' : 'none is given.'}`,
    {
      fix: (d) => [
        d.withheld
          ? '--api-key-file <f> with the key of this service, that only you can read'
          : '--api-key-file <f> that only you can read, or SWAPLINE_API_KEY in the environment',
      ],
    },
  ),
  SERVICE_CANNOT: row<{ what: string; fix: string }>(
    1000,
    400,
    2,
    (d) => `${d.what} is not possible with a remote service.`,
    { fix: (d) => [d.fix] },
  ),
  /** As `PAYLOAD_MISMATCH`, for a payload that is not our own. */
  SERVICE_PAYLOAD_MISMATCH: row<{ field: string; expected: string; actual: string }>(
    1500,
    500,
    10,
    (d) => `The service's payload does not do what was asked: ${d.field} is ${d.actual}, not ${d.expected}.`,
    { fix: () => ['do not use this service, or find the route here: --service local'] },
  ),
  /** What an unreadable payload would do, as its simulation showed. */
  SIMULATION_FAILED: row<{ reason: string }>(
    1500,
    500,
    10,
    (d) => `The payload of a foreign router was simulated and refused: ${d.reason}.`,
    { fix: () => ['do not use this service, or find the route here: --service local'] },
  ),
} as const
