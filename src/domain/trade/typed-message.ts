/** A message as EIP-712 structures it, in the form of `eth_signTypedData_v4`. */
export interface TypedMessage {
  readonly domain: Readonly<Record<string, string | number>>
  readonly types: Readonly<Record<string, readonly { readonly name: string; readonly type: string }[]>>
  readonly primaryType: string
  readonly message: Readonly<Record<string, unknown>>
}
