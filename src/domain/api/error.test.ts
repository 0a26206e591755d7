import { describe, expect, test } from 'vitest'
import { fail } from '#domain/errors'
import { errorTable } from '#domain/failures/table'
import { apiErrorNames, toApiError } from './error.ts'

const told = (error: Parameters<typeof toApiError>[0]) => toApiError(error, error.message, 'r')

describe('the API error', () => {
  test('every failure has a code of the closed table, and each code a status', () => {
    for (const [code, row] of Object.entries(errorTable)) {
      expect(apiErrorNames, code).toHaveProperty(String(row.number))
      expect(row.http, code).toBeGreaterThanOrEqual(400)
      if (row.number < 1500) expect(row.http, code).toBeLessThan(500)
    }
  })

  test('all parameter failures have one code, each with its own message', () => {
    expect(told(fail('INVALID_ADDRESS', { value: '0x1' }))).toMatchObject({
      code: 1000,
      error: 'VALIDATION_FAILED',
      statusCode: 400,
      message: 'Wrong parameters: "0x1" is not an address.',
    })
  })

  test('the output token has its own code', () => {
    const details = { address: '0x1', network: 'base' }
    expect(told(fail('TOKEN_UNREADABLE', details))).toMatchObject({ code: 2002, error: 'FROM_TOKEN_NOT_FOUND' })
    expect(told(fail('TOKEN_UNREADABLE', { ...details, side: 'to' }))).toMatchObject({
      code: 2003,
      error: 'TO_TOKEN_NOT_FOUND',
      message: "Couldn't recognize to token",
    })
  })

  test('the message names no endpoint and no file of ours', () => {
    const secret = 'https://rpc.example/key-1234'
    for (const error of [
      fail('NETWORK_UNAVAILABLE', { network: 'base', reason: secret }),
      fail('STORE_UNUSABLE', { path: secret, reason: secret }),
      fail('INTERNAL', { reason: secret }),
      fail('STORE_BUSY', { what: secret }),
    ])
      expect(JSON.stringify(told(error))).not.toContain('key-1234')
    expect(told(fail('NETWORK_UNAVAILABLE', { network: 'base', reason: secret })).message).toContain('base')
  })

  test('a failed check states the actual and the required amount', () => {
    const lacking = { token: '0xa', owner: '0xb', spender: '0xc', required: '5', actual: '0' }
    const error = fail('ESTIMATE_GAS_FAILED', { check: 'allowance', reason: 'why', fix: 'swapline approve', lacking })
    expect(told(error).details).toEqual([{ check: 'allowance', reason: 'why', ...lacking }])
    expect(told(error).message).toBe("Couldn't estimate gas")
  })
})
