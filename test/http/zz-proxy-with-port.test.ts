/** What proxies write into X-Forwarded-For. */
import { expect, test } from 'vitest'
import { bucketOwnerOf } from '#http/gate/token-bucket'

// Some proxies (Azure's gateways) write the port behind the address, and the HTTP library passes it on. Each connection
// then has an allowance of its own, that of "203.0.113.7:50001::/64": no limit of requests, nor of tries at API keys.
test('an address with the port of its connection takes from that of the address', () => {
  expect(bucketOwnerOf('203.0.113.7:50001')).toBe('203.0.113.7')
})
