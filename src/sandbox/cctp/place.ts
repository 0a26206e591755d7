import { type CctpNetwork, tokenMessenger } from '#bridges/cctp/networks'
import { addressAt, addressWord, callData, uintAt, word } from '#domain/calls/words'
import { type Address, amount, evm, hex, noBytes } from '#domain/units'
import { messageTransmitter } from '#encoding/crossing/completion'
import type { Rpc } from '#sandbox/anvil/rpc'
import { sendFrom } from '#sandbox/anvil/send-from'
import { attester } from './attest.ts'
import { messengerCode, transmitterCode } from './code.gen.ts'

/** Sends what sets the doubles up. Its key does not exist; anvil can send from it. */
const sender = evm('0x0000000000000000000043435450207365747570')
/** Chosen: a billion USDC a burn, and plenty to mint. */
const [burnLimit, mintLimit] = [amount(10n ** 15n), amount(10n ** 18n)]

const selectors = {
  /** configure(address,address,address,uint256), of the messenger */
  configureMessenger: '0x69c868cd',
  /** configure(uint32,address), of the transmitter */
  configureTransmitter: '0xbf2b3140',
  /** link(uint32,bytes32,bytes32,address) */
  link: '0xdda7f9f9',
  /** remoteTokenMessengers(uint32) */
  remote: '0x82a5e665',
  /** masterMinter() */
  masterMinter: '0x35d99f35',
  /** configureMinter(address,uint256) */
  configureMinter: '0x4e44d956',
} as const

/**
 * Puts the doubles of CCTP's contracts at their real addresses on a sandbox that plays `here`, where they burn and mint
 * its USDC, and links them with those of `there`. What is done already stays.
 */
export async function placeCctp(rpc: Rpc, here: CctpNetwork, there: CctpNetwork): Promise<void> {
  const call = (to: Address, data: string, from = sender) => sendAs(rpc, from, { to, data: hex(data) })
  const isPlaced = (await rpc<string>('eth_getCode', tokenMessenger, 'latest')) !== noBytes
  if (!isPlaced) {
    await rpc('anvil_setCode', tokenMessenger, messengerCode)
    await rpc('anvil_setCode', messageTransmitter, transmitterCode)
    await call(messageTransmitter, callData(selectors.configureTransmitter, word(here.domain), addressWord(attester)))
    const settings = [messageTransmitter, sender, here.usdc].map(addressWord)
    await call(tokenMessenger, callData(selectors.configureMessenger, ...settings, word(burnLimit)))
    const owner = addressAt(await read(rpc, here.usdc, callData(selectors.masterMinter)), 0)
    await call(here.usdc, callData(selectors.configureMinter, addressWord(tokenMessenger), word(mintLimit)), owner)
  }
  const linked = await read(rpc, tokenMessenger, callData(selectors.remote, word(there.domain)))
  if (uintAt(linked, 0) !== 0n) return
  const remote = [word(there.domain), ...[tokenMessenger, there.usdc, here.usdc].map(addressWord)]
  await call(tokenMessenger, callData(selectors.link, ...remote))
}

const read = async (rpc: Rpc, to: Address, data: string) => hex(await rpc<string>('eth_call', { to, data }, 'latest'))

/** From an account that anvil impersonates for good, with native currency of its own. @throws Error if it reverts */
export async function sendAs(
  rpc: Rpc,
  from: Address,
  { to, data }: { readonly to: Address; readonly data: ReturnType<typeof hex> },
): Promise<void> {
  await rpc('anvil_impersonateAccount', from)
  await rpc('anvil_setBalance', from, `0x${(10n ** 20n).toString(16)}`)
  await sendFrom(rpc, { from, to, data })
}
