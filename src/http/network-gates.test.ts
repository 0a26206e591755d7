import { expect, test } from 'vitest'
import { networkName } from '#domain/units'
import { createNetworkGates } from './network-gates.ts'

const [base, ethereum, polygon] = ['base', 'ethereum', 'polygon'].map(networkName)
const forever = () => new Promise<never>(() => undefined)

test('work for one network takes no place of another, nor of what names none', async () => {
  const gates = createNetworkGates({ clock: { elapsed: () => 0 } }, [base, ethereum] as never, {
    atOnce: 1,
    waiting: 1,
    waitWithin: 1_000,
  })
  void gates.of(base).pass(forever)
  void gates.of(base).pass(forever)
  await expect(gates.of(base).pass(async () => 1)).rejects.toMatchObject({ code: 'OVERLOADED' })
  expect(await gates.of(ethereum).pass(async () => 2)).toBe(2)
  expect(await gates.of(undefined).pass(async () => 3)).toBe(3)
  expect(await gates.of(polygon).pass(async () => 4)).toBe(4)
  expect(gates.figures((gate) => gate.running())).toEqual([
    ['network="base"', 1],
    ['network="ethereum"', 0],
    ['network=""', 0],
  ])
  expect(gates.figures((gate) => gate.waiting())[0]).toEqual(['network="base"', 1])
})
