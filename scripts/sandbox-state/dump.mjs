import { gunzipSync } from 'node:zlib'

/**
 * Every account of the chain in the form a genesis block takes, in the order of addresses and slots, so that
 * equal states are equal texts.
 */
export async function dumpAccounts(rpc) {
  const dumped = JSON.parse(gunzipSync(Buffer.from((await rpc('anvil_dumpState')).slice(2), 'hex')))
  const accounts = Object.entries(dumped.accounts)
    .map(([address, account]) => [address.toLowerCase(), tidy(account)])
    .filter(([, { balance, ...rest }]) => balance !== '0x0' || Object.keys(rest).length > 0)
  return Object.fromEntries(accounts.sort(([a], [b]) => (a < b ? -1 : 1)))
}

function tidy({ nonce, balance, code, storage }) {
  const slots = Object.entries(storage)
    .map(([slot, value]) => [word(slot), word(value)])
    .filter(([, value]) => BigInt(value) !== 0n)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    ...(Number(nonce) > 0 ? { nonce: `0x${Number(nonce).toString(16)}` } : {}),
    balance: `0x${BigInt(balance).toString(16)}`,
    ...(code.length > 2 ? { code } : {}),
    ...(slots.length > 0 ? { storage: Object.fromEntries(slots) } : {}),
  }
}

const word = (text) => `0x${BigInt(text).toString(16).padStart(64, '0')}`
