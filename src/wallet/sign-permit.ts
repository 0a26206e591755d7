import { type SwapTypedData, swapType } from '#domain/api/typed-data'
import { fail } from '#domain/errors'
import type { DaiPermitRequest, PermitDomain, PermitRequest } from '#domain/trade/permit'
import { type Address, type Hex, hex } from '#domain/units'

const createType = (...fields: readonly string[]) =>
  fields.map((field) => {
    const [name = '', type = ''] = field.split(' ')
    return { name, type }
  })

const permitType = createType('owner address', 'spender address', 'value uint256', 'nonce uint256', 'deadline uint256')
const daiPermitType = createType('holder address', 'spender address', 'nonce uint256', 'expiry uint256', 'allowed bool')

interface SigningAccount {
  readonly key: Buffer
  readonly address: Address
}

/**
 * Signs an EIP-2612 approval and nothing else: the type is fixed here, so that no other message can be signed as one.
 * @returns 65 bytes, r · s · v
 */
export const signPermit = (account: SigningAccount, { domain, ...message }: PermitRequest): Promise<Hex> =>
  signFixed(account, message.owner, { domain, types: { Permit: permitType }, message })

/** Signs DAI's approval of everything, and nothing else. @returns 65 bytes, r · s · v */
export const signDaiPermit = (account: SigningAccount, { domain, ...message }: DaiPermitRequest): Promise<Hex> =>
  signFixed(account, message.holder, {
    domain,
    types: { Permit: daiPermitType },
    message: { ...message, allowed: true },
  })

/** Signs an order for a relayer, and nothing else. @returns 65 bytes, r · s · v */
export const signOrder = (account: SigningAccount, { domain, message }: SwapTypedData): Promise<Hex> =>
  signFixed(account, message.sender.toLowerCase(), { domain, types: { Swap: [...swapType] }, message })

interface FixedMessage {
  readonly domain: PermitDomain | SwapTypedData['domain']
  readonly types: Readonly<Record<string, { readonly name: string; readonly type: string }[]>>
  readonly message: object
}

async function signFixed({ key, address }: SigningAccount, owner: string, signed: FixedMessage): Promise<Hex> {
  if (owner !== address) throw fail('PAYLOAD_MISMATCH', { field: 'owner', expected: address, actual: owner })
  const [{ TypedDataEncoder }, { SigningKey }, { computeAddress }] = await Promise.all([
    import('ethers/hash'),
    import('ethers/crypto'),
    import('ethers/transaction'),
  ])
  const { domain, types, message } = signed
  const digest = TypedDataEncoder.hash({ ...domain }, types, { ...message })
  const { serialized } = new SigningKey(key).sign(digest)
  if (computeAddress(SigningKey.recoverPublicKey(digest, serialized)).toLowerCase() !== address)
    throw fail('INTERNAL', { reason: 'a signed approval does not prove its owner' })
  return hex(serialized)
}
