import { expect, test } from 'vitest'
import { findUnreadVariables, listVariables } from './environment.ts'

test('a misspelt variable is found, with the one that was meant', () => {
  const env = {
    SWAPLINE_NETWROK: 'base',
    SWAPLINE_NETWORK: 'base',
    SWAPLINE_RPC_URL_BASE: 'https://rpc.example',
    SWAPLINE_RPC_URL_BAES: 'https://rpc.example',
    SWAPLINE_PASSWORD: 'x',
    SWAPLINE_SERVE_KEY_RATE: '1',
    SWAPLINE_TRADE_SLIPPAGE_PPM: '1',
    SWAPLINE_SOMETHING_ELSE: '',
    PATH: '/bin',
    NETWROK: 'base',
  }
  expect(findUnreadVariables(env)).toEqual([
    { name: 'SWAPLINE_NETWROK', nearest: 'SWAPLINE_NETWORK' },
    { name: 'SWAPLINE_RPC_URL_BAES', nearest: 'SWAPLINE_RPC_URL_BASE' },
    { name: 'SWAPLINE_SOMETHING_ELSE', nearest: undefined },
  ])
})

test('what every reader of the environment reads is listed', () => {
  const names = listVariables().flatMap(({ name }) => name.split(', '))
  expect(names).toEqual(expect.arrayContaining(['SWAPLINE_API_KEY', 'SWAPLINE_PASSWORD', 'ETH_FROM', 'CI', 'EDITOR']))
  expect(new Set(names).size).toBe(names.length)
})
