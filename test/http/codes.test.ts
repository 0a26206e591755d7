/** The closed table of errors: every code over a socket, or the reason why nothing returns it yet. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { composeWith } from '#compose'
import { apiErrorNames } from '#domain/api/error'
import { fail, type SwapError } from '#domain/errors'
import { errorTable } from '#domain/failures/table'
import { network as sandbox } from '#networks/entries/sandbox'
import { createComposeInput } from '../trade/fixture.ts'
import { type BrokenApi, startBrokenService } from './broken-service.ts'
import {
  createClient,
  dai,
  generousLimits,
  type HttpFixture,
  native,
  type Reply,
  readReply,
  startHttpFixture,
  stranger,
  unknownId,
  usdc,
  weth,
} from './fixture.ts'

let api: HttpFixture
let broken: BrokenApi
beforeAll(async () => {
  ;[api, broken] = await Promise.all([startHttpFixture(), startBrokenService()])
})
afterAll(() => Promise.all([api.close(), broken.close()]))

const transaction = (quoteId: string) => api.get('/aggregator/transaction', { quoteId })
const quoteId = async (): Promise<string> => (await api.quote()).body.id
const failing = (error: unknown) => {
  broken.failWith(error)
  return broken.quote()
}

interface Case {
  readonly http: number
  readonly message: string | RegExp
  readonly ask: () => Promise<Reply>
}

/** The entries of the API's own table, and how to trigger each. */
const sent: Readonly<Record<number, Case>> = {
  1000: {
    http: 400,
    message: 'Wrong parameters: missing slippage',
    ask: () => api.quote({ slippage: undefined }),
  },
  1001: {
    http: 400,
    message: 'Wrong parameters: network is not valid',
    ask: () => api.quote({ network: 'atlantis' }),
  },
  1002: {
    http: 400,
    message: 'Wrong parameters: unknown liquiditySources: x',
    ask: () => api.quote({ liquiditySources: 'x' }),
  },
  1004: { http: 400, message: /No relayer/, ask: () => api.quote({ gasless: 'true' }) },
  1005: { http: 400, message: /the same/, ask: () => api.quote({ toTokenAddress: native }) },
  1006: {
    http: 400,
    message: /of one network/,
    ask: async () => api.get('/aggregator/transaction-in', { quoteId: await quoteId() }),
  },
  1007: { http: 400, message: /nothing can be traded there/, ask: () => api.quote({ network: 'zksync' }) },
  1401: {
    http: 401,
    message: 'The request must carry a valid apikey header',
    ask: async () => readReply(await fetch(`${api.server.authUrl}/token-manager/networks`)),
  },
  1404: { http: 404, message: /There is no \/nothing here/, ask: () => api.get('/nothing') },
  1405: { http: 405, message: /does not take POST/, ask: () => api.post('/aggregator/quote', {}) },
  1429: {
    http: 429,
    message: 'Too many requests',
    ask: async () => {
      const scant = await api.startAnother({ publicAllowance: { perSecond: 0.1, burst: 1 } })
      await scant.get('/openapi.yaml')
      return scant.get('/openapi.yaml')
    },
  },
  1500: {
    http: 500,
    message: 'Something went wrong on our side',
    ask: () => failing(new TypeError('Cannot read properties of undefined')),
  },
  1503: {
    http: 503,
    message: 'No RPC endpoint answers for network Sandbox',
    ask: async () => {
      const parts = composeWith({})(createComposeInput(api.app.state, 'http://127.0.0.1:9'))
      const server = await (await parts.host(undefined)).start(generousLimits)
      const reply = await createClient(server).quote()
      await server.stop()
      await parts.close()
      return reply
    },
  },
  2002: {
    http: 404,
    message: "Couldn't recognize from token",
    ask: () => api.quote({ fromTokenAddress: stranger }),
  },
  2003: { http: 404, message: "Couldn't recognize to token", ask: () => api.quote({ toTokenAddress: stranger }) },
  2042: {
    http: 400,
    message: 'Something went wrong in transaction, please try again',
    ask: () => failing(fail('TRANSACTION_BUILD_FAILED', { reason: 'of its own' })),
  },
  2069: {
    http: 400,
    message: 'We are unable to find routes to execute your swap based on your amountIn',
    ask: () => api.quote({ excludeSources: sandbox.venues.map(({ name }) => name).join() }),
  },
  2070: {
    http: 400,
    message: /price impact/,
    ask: () => api.quote({ sellAmount: `${10n ** 21n}`, maxPriceImpact: '0.0001' }),
  },
  2121: {
    http: 400,
    message: /too small/,
    ask: () => failing(fail('AMOUNT_BELOW_MIN', { value: '1' })),
  },
  3001: { http: 404, message: /please fetch a new quote$/, ask: () => transaction(unknownId) },
  3002: {
    http: 410,
    message: /please fetch a new quote$/,
    ask: async () => {
      const id = await quoteId()
      api.advanceClock(300)
      return transaction(id)
    },
  },
  3003: {
    http: 409,
    message: /please fetch a new quote$/,
    ask: async () => {
      const id = await quoteId()
      await transaction(id)
      return transaction(id)
    },
  },
  // explain-gone.test.ts lets a chain forget
  3004: {
    http: 410,
    message: /cannot be read any more: no endpoint has their states\. It is of block 7 of sandbox, then\. Its route/,
    ask: () => {
      const gone = { id: 'x', network: 'sandbox', block: 7, blockTime: 'then', head: undefined }
      return failing(fail('QUOTE_STATE_GONE', { ...gone, reason: 'no endpoint has their states' }))
    },
  },
  3010: {
    http: 400,
    message: "Couldn't estimate gas",
    ask: async () => {
      const { body } = await api.quote({ fromTokenAddress: dai, toTokenAddress: weth, sellAmount: `${10n ** 18n}` })
      return transaction(body.id)
    },
  },
  3020: {
    http: 400,
    message: /order's signature/,
    ask: () => failing(fail('SWAP_SIGNATURE_NOT_VALID', { reason: 'x' })),
  },
  3021: { http: 400, message: /signed approval/, ask: () => failing(fail('PERMIT_NOT_VALID', { reason: 'x' })) },
  3022: { http: 400, message: /valid for 60 s/, ask: () => failing(fail('PERMIT_EXPIRED', { seconds: 60 })) },
  3023: {
    http: 400,
    message: /signed approvals/,
    ask: () => failing(fail('PERMIT_NOT_SUPPORTED', { token: usdc })),
  },
  3030: { http: 404, message: /There is no swap/, ask: () => api.get('/user-manager/swap', { id: unknownId }) },
}

/** Codes of unsupported features: intermediary tokens and limits in dollars of other chains. */
const kept = [2007, 2122]

describe('every code', () => {
  test.each(Object.entries(sent))('%s', async (code, { http, message, ask }) => {
    const reply = await ask()
    expect(reply.body).toMatchObject({
      code: Number(code),
      error: apiErrorNames[Number(code)],
      statusCode: http,
      message: typeof message === 'string' ? message : expect.stringMatching(message),
      requestId: reply.headers.get('x-request-id'),
    })
    expect(reply.status).toBe(http)
    expect(Object.keys(reply.body)).toEqual(['code', 'message', 'error', 'statusCode', 'requestId', 'details'])
  })

  test('is sent or reserved, and no reserved one has a failure', () => {
    expect(new Set([...Object.keys(sent), ...kept.map(String)])).toEqual(new Set(Object.keys(apiErrorNames)))
    expect(Object.values(errorTable).filter(({ number }) => kept.includes(number))).toEqual([])
  })
})

describe('our own faults', () => {
  const secret = 'https://user:hunter2@rpc.example/v3/key-1234'

  test('reveal nothing except in the log', async () => {
    const { body, text } = await failing(new Error(secret))
    expect(body.details).toEqual([])
    expect(text).not.toMatch(/hunter2|key-1234|Error:|\bat /)
    expect(broken.getLog()).toContain(body.requestId)
  })

  test.each<[string, unknown]>([
    ['a text', 'thrown'],
    ['nothing', undefined],
    ['a status of its own', Object.assign(new Error(secret), { statusCode: 500, code: 'ECONNREFUSED' })],
    ['a circle', Object.assign(new Error(secret), { self: broken })],
  ])('%s is thrown', async (_, thrown) => {
    const { status, text, body } = await failing(thrown)
    expect([status, body.code]).toEqual([500, 1500])
    expect(text).not.toContain('hunter2')
  })

  test('no endpoint is named if none answers', async () => {
    const failure: SwapError = fail('NETWORK_UNAVAILABLE', { network: 'sandbox', reason: secret })
    expect((await failing(failure)).text).not.toContain('hunter2')
  })
})
