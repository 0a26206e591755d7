/** Gasless swaps by two requests: a quote, and the signed order. */
import { ethers } from 'ethers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { wei } from '#domain/units'
import { sandbox } from '../trade/fixture.ts'
import { dai, type HttpFixture, startHttpFixture, usdc, weth } from './fixture.ts'

let api: HttpFixture
let provider: ethers.JsonRpcProvider
beforeAll(async () => {
  api = await startHttpFixture({ relayer: { account: 'dev9', caps: new Map([[sandbox, wei(10n ** 18n)]]) } })
  provider = new ethers.JsonRpcProvider(api.app.url, undefined, { cacheTimeout: -1 })
})
afterAll(async () => {
  provider.destroy()
  await api.close()
})

test('a wallet without native currency swaps', async () => {
  const user = ethers.Wallet.createRandom(provider)
  const [rich] = await Promise.all([provider.getSigner(0)])
  const erc20 = (address: string) =>
    new ethers.Contract(
      address,
      ['function transfer(address,uint256) returns (bool)', 'function balanceOf(address) view returns (uint256)'],
      rich,
    )
  await (await erc20(usdc)['transfer']?.(user.address, 1_000_000_000n)).wait()
  const reply = await api.quote({
    fromTokenAddress: usdc,
    toTokenAddress: weth,
    sellAmount: '500000000',
    fromAddress: user.address,
    toAddress: user.address,
    gasless: 'true',
  })
  console.log(JSON.stringify(reply.body).slice(0, 3000))
  expect(reply.status).toBe(200)
  const { typedData, permit, id } = reply.body
  const swapSignature = await user.signTypedData(typedData.domain, typedData.types, typedData.message)
  const permitSignature = await user.signTypedData(
    permit.typedData.domain,
    permit.typedData.types,
    permit.typedData.message,
  )
  const sent = await api.post('/user-manager/execute-swap', {
    networkName: 'sandbox',
    quoteId: id,
    swapSignature,
    permitSignature,
    permitDeadline: Number(permit.deadline),
  })
  console.log(sent.status, sent.text)
  await new Promise((r) => setTimeout(r, 3000))
  const after = await api.get('/user-manager/swap', { swapId: sent.body.id })
  console.log(after.text)
  console.log(await erc20(weth)['balanceOf']?.(user.address))
  void dai
})
