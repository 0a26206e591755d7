/** Whom a swap cannot pay is refused where it is asked, and again where its transaction is made. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deadSender } from '#domain/quote'
import { nativeToken, ppm } from '#domain/units'
import { sandboxGround } from '#sandbox/addresses.gen'
import { agreeable, asking, type House, openHouse, swapping, trader0 } from './house.ts'

const { WETH, USDC } = sandboxGround.tokens
const refused = (field: string) => ({ code: 'VALIDATION_FAILED', message: expect.stringContaining(`${field} is`) })

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

const toWrapped = asking(USDC.address, nativeToken, 10n ** 6n, { to: WETH.address })

test('native currency for its own wrapped form is not quoted', async () => {
  const service = await house.parts.service()
  await expect(service.quote(toWrapped)).rejects.toMatchObject(refused('toAddress'))
  const affiliate = { address: WETH.address, fee: ppm(1_000) }
  const asked = asking(nativeToken, USDC.address, 10n ** 18n, { affiliate })
  await expect(service.quote(asked)).rejects.toMatchObject(refused('affiliateAddress'))
})

test('nor swapped', async () => {
  const trader = await house.parts.trader()
  const dialogue = agreeable()
  await expect(trader.swap(swapping({ request: toWrapped }), dialogue)).rejects.toMatchObject(refused('toAddress'))
  expect(dialogue.heard).toEqual(['quoting'])
})

test('a quote made for nobody gives no payload for it, and is not used up by the question', async () => {
  const service = await house.parts.service()
  const { id } = await service.quote({ ...toWrapped, to: deadSender })
  const payload = { quoteId: id, estimateGas: false, deadlineSeconds: 300, from: trader0 }
  await expect(service.transaction({ ...payload, to: WETH.address })).rejects.toMatchObject(refused('toAddress'))
  await expect(service.transaction({ ...payload, to: trader0 })).resolves.toMatchObject({ from: trader0 })
})
