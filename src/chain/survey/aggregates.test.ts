/** Answers for want of gas, as a node that runs out of it gives them. */
import { AbiCoder } from 'ethers'
import { expect, test } from 'vitest'
import type { RpcAnswer, RpcCall } from '#chain/rpc/json-rpc'
import { evm, type Hex, hex } from '#domain/units'
import { takeAggregates } from './aggregates.ts'

const coder = AbiCoder.defaultAbiCoder()
const [multicall, burner] = [evm(`0x${'ca'.repeat(20)}`), evm(`0x${'bb'.repeat(20)}`)]
const asWord = (n: number): Hex => hex(coder.encode(['uint256'], [n]))
/** Calls that are answered with their number, but for those of the contract that burns all gas. */
const plan = (count: number, burning: readonly number[]) =>
  Array.from({ length: count }, (_, i) => ({ to: burning.includes(i) ? burner : multicall, data: asWord(i) }))

/** Multicall3's answer; `undefined` for a failed call. */
function toAnswer(answers: readonly (Hex | undefined)[], hadGas = true): RpcAnswer {
  const all = [
    asWord(7),
    asWord(1_700_000_000),
    undefined,
    ...answers,
    hadGas ? hex(`0x${'00'.repeat(512)}`) : undefined,
  ]
  return { result: coder.encode(['tuple(bool,bytes)[]'], [all.map((one) => [one !== undefined, one ?? '0x'])]) }
}

/** A node on which every aggregate with a burning call runs out of gas. */
function createNode() {
  const posts: number[] = []
  const answer = ({ params: [call] }: RpcCall): RpcAnswer => {
    const { to, data } = call as { readonly to: string; readonly data: string }
    if (to === burner || data.includes(burner.slice(2)))
      return { error: { code: -32_000, message: 'out of gas', data: undefined } }
    if (!data.startsWith('0x82ad56cb')) return { result: data }
    const [calls] = coder.decode(['tuple(address,bool,bytes)[]'], `0x${data.slice(10)}`)
    return toAnswer([...calls].slice(3, -1).map(([, , inner]) => hex(inner)))
  }
  const ask = async (calls: readonly RpcCall[]) => {
    posts.push(calls.length)
    return calls.map(answer)
  }
  return { ask, posts }
}

const outOfGas: RpcAnswer = { error: { code: -32_000, message: 'out of gas', data: undefined } }

test('a call that burns all gas costs only its own answer, in two more rounds', async () => {
  const node = createNode()
  const inner = plan(300, [40, 41])
  const taken = await takeAggregates(node, { multicall, inner, answers: [outOfGas], block: 7 })
  expect(taken?.answers).toEqual(inner.map(({ to, data }) => (to === burner ? '0x' : data)))
  // 19 parts of 16 calls; one of them call by call
  expect(node.posts).toEqual([19, 4, 4, 4, 4])
})

test('calls that failed after much gas was burnt are asked again', async () => {
  const node = createNode()
  const inner = plan(10, [2])
  const answered = inner.map(({ data }, i) => (i < 2 ? data : undefined))
  const asked = { multicall, inner, answers: [toAnswer(answered, false)], block: 7 }
  expect((await takeAggregates(node, asked))?.answers).toEqual(inner.map(({ data }, i) => (i === 2 ? '0x' : data)))
  expect(node.posts).toEqual([4, 4, 2])
})

test.each([
  ['fail with gas left', [asWord(1), undefined], true],
  ['all succeed on a chain that cannot tell', [asWord(1), asWord(2)], false],
] as const)('nothing is asked again if calls %s', async (_, answered, hadGas) => {
  const node = createNode()
  const asked = { multicall, inner: plan(2, []), answers: [toAnswer(answered, hadGas)], block: 7 }
  const expected = { stamps: [{ number: 7, time: 1_700_000_000 }], answers: answered.map((one) => one ?? '0x') }
  expect(await takeAggregates(node, asked)).toEqual(expected)
  expect(node.posts).toEqual([])
})

test('there may be no Multicall3, and other errors are the node’s', async () => {
  const node = createNode()
  const ask = (answer: RpcAnswer) =>
    takeAggregates(node, { multicall, inner: plan(2, []), answers: [answer], block: 7 })
  expect(await ask({ result: '0x' })).toBeUndefined()
  await expect(ask({ error: { code: -32_000, message: 'internal error', data: undefined } })).rejects.toThrow(
    'internal',
  )
})
