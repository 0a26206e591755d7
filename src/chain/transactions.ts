import type { ChainTransaction } from '#domain/ports'
import { gas, type Hex, wei } from '#domain/units'
import { addressOf, bigOf, hashOf, hexOf, numberOf, resultOf } from './answer.ts'
import { EndpointFault } from './endpoint-fault.ts'
import type { CheckedEndpoint } from './endpoints.ts'
import { call, field } from './json-rpc.ts'

/**
 * The transactions of these hashes that the endpoint knows, mined or waiting.
 * @throws EndpointFault when it answers with others.
 */
export async function transactionsOf(
  endpoint: Pick<CheckedEndpoint, 'ask'>,
  hashes: readonly Hex[],
): Promise<readonly ChainTransaction[]> {
  if (hashes.length === 0) return []
  const answers = await endpoint.ask(hashes.map((hash) => call('eth_getTransactionByHash', hash)))
  return answers.flatMap((answer, i) => {
    const result = resultOf(answer)
    return result === null ? [] : [transactionOf(result, hashes[i])]
  })
}

function transactionOf(value: unknown, asked: Hex | undefined): ChainTransaction {
  const hash = hashOf(field(value, 'hash'))
  if (hash !== asked) throw new EndpointFault('answers with another transaction')
  const [to, block] = [field(value, 'to') ?? undefined, field(value, 'blockNumber') ?? undefined]
  return {
    hash,
    from: addressOf(field(value, 'from')),
    to: to === undefined ? undefined : addressOf(to),
    data: hexOf(field(value, 'input')),
    value: wei(bigOf(field(value, 'value'))),
    nonce: numberOf(field(value, 'nonce')),
    gasLimit: gas(bigOf(field(value, 'gas'), 64)),
    block: block === undefined ? undefined : numberOf(block),
  }
}
